package dev.cinedex.catalog;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.datastax.oss.driver.api.core.CqlSession;
import dev.cinedex.cassandra.TestCassandra;
import dev.cinedex.lookup.LookupTable;
import dev.cinedex.lookup.Maintenance;
import dev.cinedex.lookup.Tables;
import dev.cinedex.movie.Movie;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("thorough")
class CatalogIT {
  private static final LookupTable NEW =
      Tables.of("movies_by_director", "{partition: director, clustering: release_year desc}");

  private final CqlSession session = TestCassandra.newSession(Tables.shipped());

  @AfterEach
  void close() {
    session.close();
  }

  @Test
  void aCatalogHasTheTablesAsTheyWereDeclared() {
    TestCatalog instance = new TestCatalog(session, List.of());

    assertThat(instance.catalog().lastKnown().tables())
        .containsExactlyInAnyOrderElementsOf(Tables.shipped());
    assertThat(instance.catalog().lastKnown().readable()).hasSize(2);
  }

  @Test
  void aTableOfAnotherInstanceIsKnownAfterTheNextReading() {
    TestCatalog instance = new TestCatalog(session, List.of());
    CatalogView before = instance.catalog().requireFresh();

    instance.add(NEW);

    assertThat(instance.catalog().isCurrent(before)).isTrue();
    assertThat(instance.announced()).containsExactly(before.epoch());

    instance.refresh();

    assertThat(instance.catalog().isCurrent(before)).isFalse();
    assertThat(instance.catalog().requireFresh().tables()).contains(NEW).hasSize(3);
    assertThat(instance.catalog().lastKnown().readable()).doesNotContain(NEW);
    assertThat(instance.announced()).containsExactly(before.epoch() + 1);
  }

  @Test
  void aCatalogIsReadAgainByItself() {
    try (Catalog catalog = Catalog.open(session, Movie.ENTITY, List.of())) {
      new TestCatalog(session, List.of()).add(NEW);

      Awaitility.await()
          .atMost(Duration.ofSeconds(20))
          .until(() -> catalog.requireFresh().tables().contains(NEW));
    }
  }

  @Test
  void anInstanceStopsWritingHalfALeaseAfterItsLastReading() {
    TestCatalog instance = new TestCatalog(session, List.of());
    CatalogView view = instance.catalog().requireFresh();

    instance.pass(Duration.ofSeconds(14));
    assertThat(instance.catalog().isCurrent(view)).isTrue();
    instance.pass(Duration.ofSeconds(1));

    assertThat(instance.catalog().isCurrent(view)).isFalse();
    assertThatThrownBy(instance.catalog()::requireFresh)
        .isInstanceOf(StaleCatalogException.class)
        .hasMessageContaining("for 15 s");
    assertThat(instance.catalog().lastKnown()).isEqualTo(view);

    instance.refresh();

    assertThat(instance.catalog().isCurrent(view)).isTrue();
  }

  @Test
  void anInstanceStopsWritingAfterItsMachineWasSuspended() {
    TestCatalog instance = new TestCatalog(session, List.of());

    instance.passSuspended(Duration.ofMinutes(1));

    assertThatThrownBy(instance.catalog()::requireFresh).isInstanceOf(StaleCatalogException.class);
  }

  @Test
  void anInstanceStopsWritingWhenItIsClosed() {
    TestCatalog instance = new TestCatalog(session, List.of());
    CatalogView view = instance.catalog().requireFresh();

    instance.catalog().close();

    assertThat(instance.catalog().isCurrent(view)).isFalse();
    assertThat(instance.announced()).isEmpty();
  }

  @Test
  void anInstanceThatReadsAfterALongPauseAnnouncesNoEpochBefore() {
    TestCatalog instance = new TestCatalog(session, List.of());
    long epoch = instance.catalog().lastKnown().epoch();
    List<List<Long>> announced = new ArrayList<>();
    instance.before("SELECT catalog,", () -> announced.add(instance.announced()));

    instance.refresh();
    instance.pass(Duration.ofMinutes(1));
    instance.refresh();

    assertThat(announced).containsExactly(List.of(epoch), List.of(0L));
    assertThat(instance.announced()).containsExactly(epoch);
  }

  @Test
  void anInstanceWritesANewTableBeforeItAnnouncesIt() {
    TestCatalog instance = new TestCatalog(session, List.of());
    instance.add(NEW);
    List<Boolean> written = new ArrayList<>();
    instance.before(
        "INSERT INTO live_instances",
        () -> written.add(instance.catalog().requireFresh().tables().contains(NEW)));

    instance.refresh();

    assertThat(written).containsExactly(true);
  }

  @Test
  void theTimeThatReadingTakesCounts() {
    TestCatalog instance = new TestCatalog(session, List.of());
    instance.before("", () -> instance.pass(Duration.ofSeconds(3)));

    instance.refresh(); // a reading, an announcement, and a look for an exclusive lease
    instance.pass(Duration.ofSeconds(5));
    assertThat(instance.catalog().requireFresh()).isNotNull();
    instance.pass(Duration.ofSeconds(1));

    assertThatThrownBy(instance.catalog()::requireFresh).isInstanceOf(StaleCatalogException.class);
  }

  @Test
  void theConfigurationDecidesWhenRowsAreWritten() {
    TestCatalog instance =
        new TestCatalog(
            session,
            List.of(
                Tables.of(
                    "movies_by_actor",
                    "{partition: actor, clustering: title, maintenance: async}")));

    assertThat(instance.catalog().lastKnown().tables(Maintenance.ASYNC))
        .extracting(LookupTable::name)
        .containsExactly("movies_by_actor");
    assertThat(instance.catalog().lastKnown().tables(Maintenance.SYNC))
        .extracting(LookupTable::name)
        .containsExactly("movies_by_genre");
  }

  @Test
  void tablesAddedAtTheSameTimeAreAllKnown() {
    TestCatalog instance = new TestCatalog(session, List.of());
    long epoch = instance.catalog().lastKnown().epoch();
    List<LookupTable> added =
        List.of("a", "b", "c", "d").stream()
            .map(name -> Tables.of("t_" + name, "{partition: actor}"))
            .toList();

    added.parallelStream().forEach(table -> new CatalogStore(session).put(table, TableState.READY));
    instance.refresh();

    assertThat(instance.catalog().lastKnown().tables()).containsAll(added);
    assertThat(instance.catalog().lastKnown().epoch()).isEqualTo(epoch + added.size());
  }
}
