package dev.cinedex.lookup;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.LocalDate;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.UUID;
import org.junit.jupiter.api.Test;

/** Rows of several buckets are merged in the order in which Cassandra keeps one partition. */
class ClusteringOrderTest {
  @Test
  void textIsOrderedByItsBytesInUtf8() {
    assertOrder(column("title"), "", "Z", "a", "ab", "\u00e9", "\ufffd", "\ud83d\ude00");
  }

  @Test
  void numbersAndDatesAreOrderedByValue() {
    assertOrder(column("release_year"), -5, 9, 10, 1995);
    assertOrder(
        column("release_date"),
        LocalDate.of(-1, 1, 1),
        LocalDate.of(1995, 2, 3),
        LocalDate.of(1995, 12, 1));
  }

  @Test
  void uuidsAreOrderedByVersionThenTimeThenUnsignedBytes() {
    assertOrder(
        column("movie_id"),
        // version 1: by time, whose highest bits come last in the text
        UUID.fromString("ffffffff-ffff-1000-8000-000000000000"),
        UUID.fromString("00000000-0000-1001-8000-000000000000"),
        UUID.fromString("00000001-0000-1001-8000-000000000000"),
        UUID.fromString("00000000-0001-1001-8000-000000000000"),
        UUID.fromString("00000000-0001-1001-8000-000000000001"),
        UUID.fromString("00000000-0001-1001-a000-000000000000"),
        // others: by their bytes, the first bit not as a sign
        UUID.fromString("00000000-0000-4000-8000-000000000000"),
        UUID.fromString("00000000-0000-4000-8000-000000000001"),
        UUID.fromString("00000000-0000-4000-b000-000000000000"),
        UUID.fromString("00000000-0000-4001-8000-000000000000"),
        UUID.fromString("7fffffff-0000-4000-8000-000000000000"),
        UUID.fromString("80000000-0000-4000-8000-000000000000"),
        UUID.fromString("00000000-0000-5000-8000-000000000000"));
  }

  @Test
  void columnsAreComparedOneAfterTheOtherEachInItsDirection() {
    List<Column> columns = List.of(column("release_year").ordered(true), column("title"));

    assertSorted(
        columns,
        List.of(List.of(1996, "b"), List.of(1995, "a"), List.of(1995, "b"), List.of(1994, "a")));
  }

  @Test
  void equalValuesAreEqualInOrder() {
    List<Object> row = List.of(1995, "Heat");

    assertThat(
            ClusteringOrder.of(List.of(column("release_year"), column("title").ordered(true)))
                .compare(row, List.of(1995, "Heat")))
        .isZero();
  }

  @Test
  void valuesOfDifferentTypesHaveNoOrder() {
    for (Object value : List.of("x", 1, LocalDate.EPOCH, new UUID(0, 0))) {
      assertThatThrownBy(
              () ->
                  ClusteringOrder.of(List.of(column("title")))
                      .compare(List.of(value), List.of(1.5)))
          .isInstanceOf(IllegalArgumentException.class)
          .hasMessageContaining("No clustering order for ");
    }
  }

  private static void assertOrder(Column column, Object... ascending) {
    List<List<Object>> rows = new ArrayList<>();
    for (Object value : ascending) {
      rows.add(List.of(value));
    }
    assertSorted(List.of(column), rows);
    Collections.reverse(rows);
    assertSorted(List.of(column.ordered(true)), rows);
  }

  private static void assertSorted(List<Column> columns, List<List<Object>> rows) {
    List<List<Object>> shuffled = new ArrayList<>(rows);
    Collections.shuffle(shuffled, new Random(1));
    shuffled.sort(ClusteringOrder.of(columns));
    assertThat(shuffled).isEqualTo(rows);
  }

  private static Column column(String name) {
    return Tables.of(
            "t", "{partition: [title, release_year, release_date], where: release_date present}")
        .primaryKey()
        .stream()
        .filter(column -> column.name().equals(name))
        .findFirst()
        .orElseThrow();
  }
}
