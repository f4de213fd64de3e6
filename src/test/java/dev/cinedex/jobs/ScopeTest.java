package dev.cinedex.jobs;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.cinedex.cassandra.TokenRange;
import dev.cinedex.lookup.InvalidLookupException;
import dev.cinedex.lookup.LookupRow;
import dev.cinedex.lookup.LookupTable;
import dev.cinedex.lookup.RowSketch.Difference;
import dev.cinedex.lookup.TableRows;
import dev.cinedex.lookup.Tables;
import dev.cinedex.movie.Movies;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class ScopeTest {
  private static final List<TokenRange> RANGES = TokenRange.all(JobOptions.MAX_RANGES);

  private static final UUID ID = UUID.fromString("f0b70336-bc30-5a9f-bb64-65607359f0c5");
  private static final LookupTable TABLE = Tables.byGenre();

  @Test
  void aScopeWithoutConditionsCoversEveryRow() {
    assertThat(Scope.ALL.isAll()).isTrue();
    assertThat(new Scope(null, Map.of(), null)).isEqualTo(Scope.ALL);
    assertThat(rows()).isNotEmpty().allMatch(Scope.ALL::covers);
    assertThat(RANGES).allMatch(Scope.ALL::touches);
  }

  @Test
  void aScopeCoversTheRowsThatMeetEachCondition() {
    Scope crime = new Scope(ID, Map.of("genre", "Crime"), null);

    assertThat(rows().stream().filter(crime::covers).map(row -> row.key().values().get(0)))
        .containsExactly("Crime");
    assertThat(rows()).noneMatch(new Scope(UUID.randomUUID(), Map.of(), null)::covers);
    assertThat(rows()).noneMatch(new Scope(ID, Map.of("genre", "Comedy"), null)::covers);
  }

  @Test
  void aRangeOfTokensTouchesTheRangesOfAJobThatOverlapIt() {
    Scope first = new Scope(null, Map.of(), new TokenRange(Long.MIN_VALUE, Long.MIN_VALUE + 1));

    assertThat(RANGES.stream().filter(first::touches)).containsExactly(RANGES.get(0));
  }

  @Test
  void valuesOfTheKeyBecomeThoseOfTheTable() {
    Scope scope = new Scope(null, Map.of("genre", " Crime ", "bucket", "03"), null);

    assertThat(scope.normalizedFor(TABLE).key()).isEqualTo(Map.of("genre", "Crime", "bucket", "3"));
  }

  @Test
  void aKeyIsAsLongAsTheLongestTitleAtMost() {
    String longest = "🎬".repeat(500);

    assertThat(new Scope(null, Map.of("title", longest), null).normalizedFor(TABLE).key())
        .isEqualTo(Map.of("title", longest));
    assertThatThrownBy(
            () -> new Scope(null, Map.of("title", longest + "!"), null).normalizedFor(TABLE))
        .isInstanceOf(InvalidLookupException.class)
        .hasMessageContaining("the value of 'title' has more than 2000 bytes");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "rating   | 5 | key: 'rating' is not a key column; key columns: [genre, bucket, title, movie_id]",
        "movie_id | x | key: movie_id: 'x' is not a UUID (36 characters)",
        "bucket   | x | key: bucket: 'x' is not a whole number such as 1995",
      })
  void aKeyThatTheTableCannotHaveIsRefused(String column, String value, String message) {
    Scope scope = new Scope(null, Map.of(column, value), null);

    assertThatThrownBy(() -> scope.normalizedFor(TABLE))
        .isInstanceOf(InvalidLookupException.class)
        .hasMessageEndingWith(message);
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "100", "x:9", "1:2:3", "9223372036854775808:1", "1,2"})
  void tokensInAnotherFormAreRefused(String text) {
    assertThatThrownBy(() -> Scope.tokens(text))
        .isInstanceOf(InvalidJobException.class)
        .hasMessage("tokens: '%s' is not a range of two 64-bit integers, such as -100:100", text);
  }

  @Test
  void tokensAreReadAndAnEmptyRangeIsRefused() {
    assertThat(Scope.tokens("-100:100")).isEqualTo(new TokenRange(-100, 100));
    assertThatThrownBy(() -> Scope.tokens("9:9"))
        .isInstanceOf(InvalidJobException.class)
        .hasMessage("tokens: 9 is not less than 9");
  }

  @Test
  void conditionsThatExcludeEachOtherAreRefused() {
    TokenRange tokens = new TokenRange(1, 2);

    assertThatThrownBy(() -> new Scope(ID, Map.of(), tokens))
        .isInstanceOf(InvalidJobException.class)
        .hasMessage("tokens: cannot be combined with an id, which has one token");
  }

  @ParameterizedTest
  @ValueSource(ints = {-1, 1_000_001})
  void aRateBeyondTheLimitsIsRefused(int rowsPerSecond) {
    assertThatThrownBy(() -> new JobOptions(false, rowsPerSecond, false, Scope.ALL))
        .isInstanceOf(InvalidJobException.class)
        .hasMessageStartingWith("rowsPerSecond: must be from 1 to 1000000");
  }

  @Test
  void allRowsOfAScopeAreSuspectedIfNoneIsNamed() {
    Suspects everything = Suspects.all(Scope.ALL);
    Suspects others = Suspects.all(new Scope(UUID.randomUUID(), Map.of(), null));

    assertThat(everything.areAll()).isTrue();
    assertThat(RANGES).allMatch(everything::touches);
    assertThat(rows()).allMatch(row -> everything.covers(0, row, each -> 5));
    assertThat(rows()).noneMatch(row -> others.covers(0, row, each -> 5));
  }

  @Test
  void namedRowsAloneAreSuspectedInThePartitionsThatAreNamed() {
    Suspects named =
        Suspects.of(
            Scope.ALL,
            List.of(new Difference(ID, 0, 5, true), new Difference(ID, 1, 7, false)),
            id -> -3);

    assertThat(rows()).allMatch(row -> named.covers(0, row, each -> 5));
    assertThat(rows()).noneMatch(row -> named.covers(0, row, each -> 6));
    assertThat(rows()).noneMatch(row -> named.covers(1, row, each -> 5));
    assertThat(named.entities(new TokenRange(-4, -3))).containsExactly(ID);
    assertThat(named.entities(new TokenRange(-3, 9))).isEmpty();
    assertThat(named.partitions(1, new TokenRange(6, 7))).containsExactly(7L);
    assertThat(named.partitions(0, new TokenRange(4, 5))).as("an expected row").isEmpty();
  }

  private static List<LookupRow> rows() {
    return List.copyOf(TableRows.of(TABLE, ID, Movies.heat()).values());
  }
}
