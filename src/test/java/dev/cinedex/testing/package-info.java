/**
 * What the tests of several rooms share: the maker of instances, and a session that fails on
 * demand.
 */
@NullMarked
package dev.cinedex.testing;

import org.jspecify.annotations.NullMarked;
