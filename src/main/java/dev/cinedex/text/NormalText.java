package dev.cinedex.text;

import java.text.Normalizer;

/**
 * Text as it is stored: trimmed, in Unicode normal form C, so that "é" is one key however typed.
 */
public final class NormalText {
  private NormalText() {}

  public static String of(String text) {
    return composed(text).strip();
  }

  /** As stored, but with the spaces at its ends: they count in a prefix. */
  public static String composed(String text) {
    return Normalizer.normalize(text, Normalizer.Form.NFC);
  }
}
