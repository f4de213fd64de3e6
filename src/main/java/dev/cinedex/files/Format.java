package dev.cinedex.files;

import dev.cinedex.text.EnumText;
import java.util.Locale;
import java.util.Optional;

/** The text form of a file. */
public enum Format {
  /** One JSON object on each line. */
  NDJSON,
  /** A header with the names of the fields, then one record for each movie or row. */
  CSV;

  /** Returns the format that the name of a file tells; empty when it tells none. */
  public static Optional<Format> ofFileName(String name) {
    String plain = name.toLowerCase(Locale.ROOT).replaceAll("\\.gz$", "");
    if (plain.endsWith(".csv")) {
      return Optional.of(CSV);
    }
    return plain.endsWith(".ndjson") || plain.endsWith(".jsonl")
        ? Optional.of(NDJSON)
        : Optional.empty();
  }

  public String text() {
    return EnumText.of(this);
  }
}
