package dev.cinedex.ledger;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.datastax.oss.driver.api.core.CqlSession;
import dev.cinedex.cassandra.TestCassandra;
import dev.cinedex.entity.EntityState;
import dev.cinedex.lookup.LookupTable;
import dev.cinedex.lookup.RowKey;
import dev.cinedex.lookup.Tables;
import dev.cinedex.movie.Movies;
import dev.cinedex.testing.TestInstance;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.stream.IntStream;
import org.awaitility.Awaitility;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class EntityWriterIT {
  private static final List<LookupTable> TABLES = Tables.shipped();
  private static final LookupTable BY_GENRE = TABLES.get(0);
  private static final LookupTable BY_ACTOR = TABLES.get(1);
  private static final CqlSession SESSION = TestCassandra.newSession(TABLES);
  private static final TestInstance INSTANCE = TestInstance.on(SESSION);
  private static final Ledger LEDGER = INSTANCE.ledger();

  private final UUID id = UUID.randomUUID();
  private final EntityWriter writer = INSTANCE.writer();

  @AfterEach
  void everyTableIsTheProjectionOfTheLedger() {
    InStep.assertInStep(SESSION, TABLES);
  }

  @AfterAll
  static void close() {
    SESSION.close();
  }

  @Test
  void aNewMovieHasARowForEachGenreAndActor() {
    Written written = write(Movies.heat());

    assertThat(written.effect()).isEqualTo(Effect.CREATED);
    assertThat(rows(BY_GENRE)).isEqualTo(2);
    assertThat(rows(BY_ACTOR)).isEqualTo(3);
  }

  @Test
  void replacingTheCastRemovesRowsOfActorsWhoLeft() {
    write(Movies.heat());

    write(Movies.with(Movies.heat()).actors("Al Pacino", "Jon Voight").state());

    assertThat(InStep.stored(SESSION, BY_ACTOR))
        .containsKey(new RowKey(BY_ACTOR, List.of("Jon Voight", "Heat", id)))
        .doesNotContainKey(new RowKey(BY_ACTOR, List.of("Val Kilmer", "Heat", id)));
    assertThat(rows(BY_ACTOR)).isEqualTo(2);
  }

  @Test
  void renamingAMovieMovesItsRows() {
    write(Movies.heat());

    write(Movies.with(Movies.heat()).title("L.A. Takedown").state());

    assertThat(rows(BY_GENRE)).isEqualTo(2);
    assertThat(rows(BY_ACTOR)).isEqualTo(3);
  }

  @Test
  void movingAMovieToAnotherGenreMovesItsFactRow() {
    write(Movies.heat());

    write(Movies.with(Movies.heat()).genres("Drama").state());

    assertThat(rows(BY_GENRE)).isEqualTo(1);
  }

  @Test
  void aValueThatIsGoneIsGoneInTheRows() {
    write(Movies.heat());

    write(Movies.with(Movies.heat()).synopsis(null).state());
    // the check after each test compares the synopsis of the remaining rows
  }

  @Test
  void deletingAMovieRemovesAllRowsButTheLedgers() {
    write(Movies.heat());

    Written deleted = write(null);

    assertThat(deleted.head().exists()).isFalse();
    assertThat(rows(BY_GENRE) + rows(BY_ACTOR)).isZero();
    assertThat(LEDGER.read(id).version()).isEqualTo(deleted.head().version());
  }

  @Test
  void aDeletedMovieCanComeBackEvenFromASlowClock() {
    write(Movies.heat());
    long deleted = write(null).head().version();

    Clock slow = Clock.fixed(Instant.now().minus(Duration.ofHours(1)), ZoneOffset.UTC);
    Written back = INSTANCE.clock(slow).writer().write(id, head -> Decision.write(Movies.heat()));

    assertThat(back.effect()).isEqualTo(Effect.CREATED);
    assertThat(back.head().version()).isEqualTo(deleted + 1);
    assertThat(rows(BY_ACTOR)).isEqualTo(3);
  }

  @Test
  void writingTheSameAgainChangesNothing() {
    Written first = write(Movies.heat());
    long before = writeTime();

    Written again = write(Movies.heat());

    assertThat(again.effect()).isEqualTo(Effect.UNCHANGED);
    assertThat(again.head().version()).isEqualTo(first.head().version());
    assertThat(writeTime()).isEqualTo(before);
  }

  @Test
  void rowsCarryTheVersionAsTheirWriteTime() {
    Written written = write(Movies.heat());

    assertThat(writeTime()).isEqualTo(written.head().version());
  }

  @Test
  void aCastOfThreeHundredCanBeCreatedRecastAndDeleted() {
    write(Movies.with(Movies.heat()).actors(Movies.cast("Extra", 300)).state());
    assertThat(rows(BY_ACTOR)).isEqualTo(300);

    write(Movies.with(Movies.heat()).actors(Movies.cast("Other", 300)).state());
    InStep.assertInStep(SESSION, TABLES);
    assertThat(rows(BY_ACTOR)).isEqualTo(300);

    write(null);
    assertThat(rows(BY_GENRE) + rows(BY_ACTOR)).isZero();
  }

  @ParameterizedTest
  @EnumSource(
      value = WriteStep.class,
      names = {"READ", "NOTE", "CLAIM", "PROJECT"})
  void theNextWriteFinishesWhatACrashLeft(WriteStep lastStep) {
    write(Movies.heat());

    EntityState recast = Movies.with(Movies.heat()).actors("Jon Voight").state();
    assertThatThrownBy(() -> crashingAfter(lastStep).write(id, head -> Decision.write(recast)))
        .isInstanceOf(Crash.class);
    write(Movies.with(recast).title("Heat 2").state());

    assertThat(rows(BY_ACTOR)).isEqualTo(1);
  }

  @Test
  void aClaimLeavesANoteUntilItIsSettled() {
    assertThatThrownBy(
            () -> crashingAfter(WriteStep.CLAIM).write(id, head -> Decision.write(Movies.heat())))
        .isInstanceOf(Crash.class);
    assertThat(notes()).isEqualTo(1);
    assertThat(LEDGER.read(id).settled()).isFalse();

    write(Movies.heat());

    Awaitility.await().untilAsserted(() -> assertThat(notes()).isZero());
    assertThat(LEDGER.read(id).settled()).isTrue();
  }

  @Test
  void writersOfOneMovieAtOnceLeaveNoRowBehind() {
    CompletableFuture<?>[] writers =
        IntStream.range(0, 8)
            .mapToObj(
                i ->
                    CompletableFuture.runAsync(
                        () -> {
                          for (int round = 0; round < 5; round++) {
                            List<String> cast = List.of("Actor " + i, "Actor " + round);
                            writer.write(
                                id,
                                head ->
                                    Decision.write(
                                        Movies.with(Movies.heat()).actors(cast).state()));
                          }
                        }))
            .toArray(CompletableFuture<?>[]::new);

    CompletableFuture.allOf(writers).join();
  }

  @Test
  void aBatchThatIsTooLargeForTheServerIsSplit() {
    EntityWriter generous = INSTANCE.batchBytes(1 << 20).writer();

    Written written =
        generous.write(
            id,
            head ->
                Decision.write(
                    Movies.with(Movies.heat()).actors(Movies.cast("Extra", 100)).state()));

    assertThat(written.projected()).isTrue();
    assertThat(rows(BY_ACTOR)).isEqualTo(100);
  }

  /** No code may handle it: the process would be gone. */
  private static final class Crash extends Error {}

  private static EntityWriter crashingAfter(WriteStep last) {
    return INSTANCE
        .after(
            last,
            () -> {
              throw new Crash();
            })
        .writer();
  }

  private Written write(@Nullable EntityState movie) {
    return writer.write(id, head -> Decision.write(movie));
  }

  private long rows(LookupTable table) {
    return InStep.stored(SESSION, table).keySet().stream()
        .filter(key -> key.entityId().equals(id))
        .count();
  }

  private long notes() {
    return InStep.notedMovies(SESSION).stream().filter(id::equals).count();
  }

  private long writeTime() {
    return requireNonNull(
            SESSION
                .execute(
                    "SELECT WRITETIME(release_year) FROM movies_by_actor WHERE actor = 'Al Pacino'"
                        + " AND title = 'Heat' AND movie_id = "
                        + id)
                .one())
        .getLong(0);
  }
}
