/** The text forms of files with one record for each movie or row: NDJSON and CSV. */
@NullMarked
package dev.cinedex.files;

import org.jspecify.annotations.NullMarked;
