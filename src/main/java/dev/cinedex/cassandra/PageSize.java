package dev.cinedex.cassandra;

/**
 * The number of rows that a page may have, by the size of the rows that were read last. Scans of
 * one table share it, so that only the first of them begins with small pages.
 */
public final class PageSize {
  /** The bytes that a page should have. */
  private static final long PAGE_BYTES = 1 << 20;

  private static final int FIRST_PAGE = 32;

  /** Rows of a page at most: a few small rows can stand before many large ones. */
  private static final int LARGEST_PAGE = 128;

  private volatile int rows = FIRST_PAGE;

  int rows() {
    return rows;
  }

  /**
   * Adapts the size of the next page.
   *
   * @param read the rows of the last page, 1 or more
   * @param bytes of these rows
   */
  void adapt(int read, long bytes) {
    long affordable = PAGE_BYTES * read / Math.max(1, bytes);
    int most = Math.min(LARGEST_PAGE, 2 * rows);
    rows = (int) Math.max(1, Math.min(most, affordable));
  }
}
