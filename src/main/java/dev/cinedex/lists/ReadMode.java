package dev.cinedex.lists;

/** The way in which the rows of a list are checked. */
public enum ReadMode {
  /** The lookup table alone is read: it may lag behind a write that is running. */
  INDEXED,
  /** Only rows that belong to the last version of their entity are listed, as of that version. */
  VERIFIED,
  /** Every row is listed as it is stored, and how it compares with its entity. */
  COMPARED
}
