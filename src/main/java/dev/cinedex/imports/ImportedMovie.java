package dev.cinedex.imports;

import dev.cinedex.entity.EntityState;
import java.util.UUID;

/**
 * A movie as a line of the file has it.
 *
 * @param id the id in the line, or the one that is derived from the movie
 */
record ImportedMovie(UUID id, EntityState state) {}
