/**
 * The catalog of lookup tables, the schema, and the leases of the instances that follow the
 * catalog.
 */
@NullMarked
package dev.cinedex.catalog;

import org.jspecify.annotations.NullMarked;
