/** Who may do what: roles, API keys, and the file that keeps the hashes of the keys. */
@NullMarked
package dev.cinedex.access;

import org.jspecify.annotations.NullMarked;
