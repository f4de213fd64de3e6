package dev.cinedex.http;

import dev.cinedex.access.Credentials;
import java.util.Optional;
import java.util.function.BooleanSupplier;

/**
 * What decides whether a request is let in.
 *
 * @param credentials what requests must bring along; empty when they need nothing
 * @param open returns whether the resources can answer
 */
public record Gates(Limits limits, Optional<Credentials> credentials, BooleanSupplier open) {}
