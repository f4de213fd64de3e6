/**
 * Keeps the catalog of lookup tables, changes the schema, and knows which instances follow the
 * catalog.
 */
@NullMarked
package dev.cinedex.catalog;

import org.jspecify.annotations.NullMarked;
