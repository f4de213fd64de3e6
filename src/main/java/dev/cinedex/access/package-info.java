/**
 * This package decides who may do what. It has the roles, the API keys and the file with their
 * hashes, the tokens of an issuer, and the audit log.
 */
@NullMarked
package dev.cinedex.access;

import org.jspecify.annotations.NullMarked;
