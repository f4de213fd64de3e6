/**
 * Who may do what: roles, API keys and the file with their hashes, tokens of an issuer, and the
 * audit log.
 */
@NullMarked
package dev.cinedex.access;

import org.jspecify.annotations.NullMarked;
