package dev.cinedex.access;

/**
 * Somebody who sent a request.
 *
 * @param name the name of the API key; {@code token:} and the subject of a token; {@code anonymous}
 *     where no key is needed
 */
public record Caller(String name, Role role) {
  /** Everybody, where no key is needed. */
  public static final Caller ANONYMOUS = new Caller("anonymous", Role.OPERATOR);
}
