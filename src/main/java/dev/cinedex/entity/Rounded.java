package dev.cinedex.entity;

import java.util.function.IntUnaryOperator;

/**
 * A key column that rounds an attribute's value, such as the decade of a year.
 *
 * @param name the column's name
 * @param source the attribute whose value is rounded
 * @param rounding idempotent: a rounded value rounds to itself
 * @param form what a value looks like, for messages
 * @param distinctValues the expected number of distinct values
 */
public record Rounded(
    String name,
    Attribute<Integer> source,
    IntUnaryOperator rounding,
    String form,
    long distinctValues) {

  public int of(int value) {
    return rounding.applyAsInt(value);
  }

  /** Returns whether the column can have the value. */
  public boolean isValue(int value) {
    return of(value) == value;
  }
}
