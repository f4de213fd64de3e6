package dev.cinedex.testing;

/** JSON in the source of a test. */
public final class Json {
  private Json() {}

  /** Returns JSON that is written with single quotes, as in {@code {'title':'Heat'}}. */
  public static String quoted(String json) {
    return json.replace('\'', '"');
  }
}
