/** The entity: its attributes, and its state as values by attribute, in pure Java. */
@NullMarked
package dev.cinedex.entity;

import org.jspecify.annotations.NullMarked;
