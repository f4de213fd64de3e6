package dev.cinedex.files;

/**
 * Tells the line breaks of CSV that end a record from those within quotes. Quotes count only where
 * a cell begins with one. It sees every byte once.
 */
final class Quotes {
  private enum Place {
    START_OF_CELL,
    PLAIN,
    QUOTED,
    /** After a quote inside quotes: the end of the cell, or the first half of a quote. */
    AFTER_QUOTE
  }

  private Place place = Place.START_OF_CELL;

  /** Returns whether this byte ends a record. */
  boolean endWith(byte next) {
    boolean end = next == '\n' && place != Place.QUOTED;
    place = end ? Place.START_OF_CELL : after(next);
    return end;
  }

  private Place after(byte next) {
    return switch (place) {
      case QUOTED -> next == '"' ? Place.AFTER_QUOTE : Place.QUOTED;
      case AFTER_QUOTE, START_OF_CELL -> next == '"' ? Place.QUOTED : plain(next);
      case PLAIN -> plain(next);
    };
  }

  private static Place plain(byte next) {
    return next == ',' ? Place.START_OF_CELL : Place.PLAIN;
  }
}
