/**
 * Declaration → table → rows → changes. Pure Java; the heart: every lookup row is a function of one
 * movie and one declaration.
 */
@NullMarked
package dev.cinedex.lookup;

import org.jspecify.annotations.NullMarked;
