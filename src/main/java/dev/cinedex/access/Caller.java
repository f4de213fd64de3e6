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

  /** Tells the subject of a token from an API key of the same name. */
  static final String OF_TOKEN = "token:";

  /** Returns whether a name is kept for callers without an API key. */
  public static boolean isReserved(String name) {
    return name.equals(ANONYMOUS.name) || name.startsWith(OF_TOKEN);
  }
}
