/** What an entity is: its attributes, and its state as values by attribute, in pure Java. */
@NullMarked
package dev.cinedex.entity;

import org.jspecify.annotations.NullMarked;
