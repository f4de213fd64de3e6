package dev.cinedex.doctor;

import java.util.Locale;

/** The outcome of a check, from the best to the worst. */
public enum Level {
  OK,
  /** An earlier check failed, so that this one could not be done. */
  NOT_CHECKED,
  /** Cinedex works, but something may fail or go wrong later. */
  WARNING,
  /** Cinedex does not work, or its promises do not hold. */
  ERROR;

  /** Returns the name in metrics. */
  public String text() {
    return name().toLowerCase(Locale.ROOT);
  }
}
