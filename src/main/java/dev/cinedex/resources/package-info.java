/** The HTTP API: one class for each resource, and the requests and answers as clients see them. */
@NullMarked
package dev.cinedex.resources;

import org.jspecify.annotations.NullMarked;
