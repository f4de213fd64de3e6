/** The import of movies from files. */
@NullMarked
package dev.cinedex.imports;

import org.jspecify.annotations.NullMarked;
