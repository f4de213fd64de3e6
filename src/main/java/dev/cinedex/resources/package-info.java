/**
 * What the HTTP API offers: one class for each resource, and the bodies of requests and answers.
 */
@NullMarked
package dev.cinedex.resources;

import org.jspecify.annotations.NullMarked;
