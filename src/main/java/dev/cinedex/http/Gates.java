package dev.cinedex.http;

import dev.cinedex.access.KeyStore;
import java.util.Optional;
import java.util.function.BooleanSupplier;

/**
 * What decides whether a request is let in.
 *
 * @param keys the keys of those who may send requests; empty when nobody needs one
 * @param open returns whether the resources can answer
 */
public record Gates(Limits limits, Optional<KeyStore> keys, BooleanSupplier open) {}
