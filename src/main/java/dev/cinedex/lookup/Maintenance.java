package dev.cinedex.lookup;

import com.google.common.base.Ascii;
import java.util.Arrays;
import java.util.Optional;

/** The time at which the rows of a table are written. */
public enum Maintenance {
  /** The rows are written before the write is answered. */
  SYNC,
  /** The rows are written afterwards: the write does not wait for them. */
  ASYNC;

  /** Returns the value with the text; empty when there is none. */
  public static Optional<Maintenance> of(String text) {
    return Arrays.stream(values()).filter(each -> each.text().equals(text)).findFirst();
  }

  public String text() {
    return Ascii.toLowerCase(name());
  }
}
