/** Reads and orders text that users send: strict JSON, UUIDs, Unicode normal form, UTF-8 order. */
@NullMarked
package dev.cinedex.text;

import org.jspecify.annotations.NullMarked;
