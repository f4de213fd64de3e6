package dev.cinedex.http;

import dev.cinedex.access.Credentials;
import java.util.Optional;
import java.util.function.BooleanSupplier;

/**
 * What decides whether a request is let in.
 *
 * @param credentials checks the key or token of a request; empty when requests need none
 * @param open returns whether the resources can answer
 */
public record Gates(Limits limits, Optional<Credentials> credentials, BooleanSupplier open) {}
