package dev.cinedex.benchmark.data;

import dev.cinedex.entity.EntityState;
import java.util.UUID;

/** A movie of the benchmark, with its id. */
public record Film(UUID id, EntityState state) {}
