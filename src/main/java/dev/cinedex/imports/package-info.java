/** The import of movies from NDJSON files. */
@NullMarked
package dev.cinedex.imports;

import org.jspecify.annotations.NullMarked;
