package dev.cinedex.text;

import java.text.Normalizer;

/**
 * The form in which text is stored: trimmed, in Unicode normal form C. So "é" is one key, however
 * it was typed.
 */
public final class NormalText {
  private NormalText() {}

  /** Returns the text as it is stored. */
  public static String of(String text) {
    return composed(text).strip();
  }

  /** Returns the text in normal form C, not trimmed: in a prefix the spaces count. */
  public static String composed(String text) {
    return Normalizer.normalize(text, Normalizer.Form.NFC);
  }
}
