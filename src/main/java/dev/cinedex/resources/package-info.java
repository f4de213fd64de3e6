/** The resources of the HTTP API: one class for each, and the bodies of requests and answers. */
@NullMarked
package dev.cinedex.resources;

import org.jspecify.annotations.NullMarked;
