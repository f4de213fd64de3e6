/**
 * The explorer in a real Chromium, on the real service with a real Cassandra. What a test looks for
 * is found by role and name, as a screen reader finds it.
 */
@NullMarked
package dev.cinedex.browser;

import org.jspecify.annotations.NullMarked;
