/** Files: with one record for each movie or row, as NDJSON or CSV, and with secrets. */
@NullMarked
package dev.cinedex.files;

import org.jspecify.annotations.NullMarked;
