package dev.cinedex.resources;

import static org.assertj.core.api.Assertions.assertThat;

import dev.cinedex.lists.ListQuery;
import dev.cinedex.lists.ListQuery.Range;
import dev.cinedex.lookup.LookupTable;
import dev.cinedex.lookup.Tables;
import java.nio.charset.StandardCharsets;
import java.time.LocalDate;
import java.util.List;
import java.util.UUID;
import org.junit.jupiter.api.Test;

/** Golden values of cursors: a page begun before an upgrade is continued after it. */
class CursorsTest {
  private static final UUID ID = UUID.fromString("f0b70336-bc30-5a9f-bb64-65607359f0c5");
  private static final LookupTable BY_GENRE =
      Tables.of("movies_by_genre", "{partition: genre, buckets: 4, clustering: title}");
  private static final LookupTable BY_DATE =
      Tables.of(
          "movies_by_date",
          "{partition: [release_decade, actor], clustering: [release_year desc, release_date, title], where: release_date present}");

  private final Cursors cursors =
      TestCursors.signedWith("0123456789abcdef0123456789abcdef".getBytes(StandardCharsets.UTF_8));

  @Test
  void aWholeListKeepsItsCursor() {
    assertCursor(
        ListQuery.all(BY_GENRE, List.of("Crime")),
        List.of("Heat", ID),
        "UDanVPS72J8dN0X2EMDFOHsidmVyc2lvbiI6MSwibGlzdCI6WyJtb3ZpZXNfYnlfZ2VucmUiLCI9Q3JpbWUiLCJhc"
            + "2MiLCIiLCIiXSwiYWZ0ZXIiOlsiPUhlYXQiLCI9ZjBiNzAzMzYtYmMzMC01YTlmLWJiNjQtNjU2MDczNTlmMGM1"
            + "Il19");
  }

  @Test
  void aPrefixReadBackwardsKeepsItsCursor() {
    assertCursor(
        new ListQuery(BY_GENRE, List.of("Crime"), true, Range.ofPrefix("He"), null),
        List.of("Heat", ID),
        "WDqV6UJNh2nBHLYnx1qulXsidmVyc2lvbiI6MSwibGlzdCI6WyJtb3ZpZXNfYnlfZ2VucmUiLCI9Q3JpbWUiLCJkZ"
            + "XNjIiwiPUhlIiwiPUhmIl0sImFmdGVyIjpbIj1IZWF0IiwiPWYwYjcwMzM2LWJjMzAtNWE5Zi1iYjY0LTY1NjA3"
            + "MzU5ZjBjNSJdfQ");
  }

  @Test
  void aKeyOfNumbersAndDatesKeepsItsCursor() {
    assertCursor(
        new ListQuery(BY_DATE, List.of(1990, "Al Pacino"), false, new Range(1990, 2000), null),
        List.of(1995, LocalDate.of(1995, 12, 15), "Heat", ID),
        "1-wGMGLTrutrhqIp4bQyensidmVyc2lvbiI6MSwibGlzdCI6WyJtb3ZpZXNfYnlfZGF0ZSIsIj0xOTkwIiwiPUFsI"
            + "FBhY2lubyIsImFzYyIsIj0xOTkwIiwiPTIwMDAiXSwiYWZ0ZXIiOlsiPTE5OTUiLCI9MTk5NS0xMi0xNSIsIj1I"
            + "ZWF0IiwiPWYwYjcwMzM2LWJjMzAtNWE5Zi1iYjY0LTY1NjA3MzU5ZjBjNSJdfQ");
  }

  private void assertCursor(ListQuery list, List<Object> after, String cursor) {
    assertThat(cursors.encode(list, after)).isEqualTo(cursor);
    assertThat(cursors.decode(cursor, list)).isEqualTo(after);
  }
}
