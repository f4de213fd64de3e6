package dev.cinedex.lookup;

/** A declaration that makes no table; the message names table, field and what is allowed. */
public final class InvalidLookupException extends RuntimeException {
  /**
   * @param field of its declaration, or of what is asked of it
   */
  public InvalidLookupException(String table, String field, String reason) {
    super("lookups.%s.%s: %s".formatted(table, field, reason));
  }
}
