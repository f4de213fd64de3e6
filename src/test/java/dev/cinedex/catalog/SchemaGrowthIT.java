package dev.cinedex.catalog;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.datastax.oss.driver.api.core.CqlSession;
import com.datastax.oss.driver.api.core.cql.Row;
import com.datastax.oss.driver.api.core.type.DataTypes;
import dev.cinedex.cassandra.CassandraFactory;
import dev.cinedex.cassandra.TestCassandra;
import dev.cinedex.errors.ErrorCode;
import dev.cinedex.errors.StartupException;
import dev.cinedex.ledger.Decision;
import dev.cinedex.lookup.LookupTable;
import dev.cinedex.lookup.TableDdl;
import dev.cinedex.lookup.Tables;
import dev.cinedex.movie.Movie;
import dev.cinedex.movie.Movies;
import dev.cinedex.testing.CapturedLog;
import dev.cinedex.testing.TestInstance;
import dev.cinedex.testing.ThoroughTest;
import java.time.Clock;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Tables that an older version created, or an older declaration. */
class SchemaGrowthIT {
  private static final UUID OLD = UUID.randomUUID();
  private static final LookupTable BY_TITLE =
      Tables.of("movies_by_title", "{partition: title, columns: [release_year, genres]}");
  private static final LookupTable BY_TITLE_WITH_ALL =
      Tables.of("movies_by_title", "{partition: title, columns: all}");

  private final CassandraFactory cassandra = TestCassandra.factory(TestCassandra.newKeyspace());
  private final List<LookupTable> tables = Tables.shipped();
  private final Schema schema = new Schema(cassandra, Movie.ENTITY, tables);
  private final List<String> created = Collections.synchronizedList(new ArrayList<>());

  @ThoroughTest
  void ownTablesGetTheColumnsThatTheyLack() {
    createOwnTablesWithout("synopsis text", "created_by text", "secret blob STATIC");
    try (CqlSession session = cassandra.connect()) {
      session.execute(
          "INSERT INTO movies (movie_id, title, version) VALUES (%s, 'Old', 1)".formatted(OLD));

      schema.apply(created::add);

      assertThat(created)
          .contains(
              "column lookup_tables.secret", "column movies.synopsis", "column movies.created_by");
      Row old = session.execute("SELECT title, synopsis FROM movies").one();
      assertThat(old).isNotNull();
      assertThat(old.getString("title")).isEqualTo("Old");
      assertThat(old.isNull("synopsis")).isTrue();
    }
  }

  @Test
  void aGrownKeyspaceIsUsedLikeANewOne() {
    createOwnTablesWithout("synopsis text", "created_by text", "secret blob STATIC");

    schema.apply(created::add);

    try (CqlSession session = cassandra.connect()) {
      schema.verify(session);
      UUID id = UUID.randomUUID();
      TestInstance.on(session).writer().write(id, head -> Decision.write(Movies.heat()));
      assertThat(session.execute("SELECT synopsis FROM movies WHERE movie_id = " + id).one())
          .satisfies(row -> assertThat(row.getString("synopsis")).isNotEmpty());
      assertThat(new CursorKeyStore(session, Clock.systemUTC()).open().named("")).isPresent();
    }
    created.clear();
    schema.apply(created::add);
    assertThat(created).isEmpty();
  }

  @ThoroughTest
  void aServiceDoesNotStartWithoutAColumnAndNamesTheCommandThatAddsIt() {
    createOwnTablesWithout("synopsis text");

    try (CqlSession session = cassandra.connect()) {
      assertThatThrownBy(() -> schema.verify(session))
          .isInstanceOf(StartupException.class)
          .hasMessageContaining(cassandra.keyspace() + ".movies has no column 'synopsis'")
          .hasMessageContaining("schema apply config.yml");
    }
  }

  @ParameterizedTest
  @CsvSource(
      textBlock =
          """
          release_year int,      release_year text, its column 'release_year' is text
          movie_id uuid PRIMARY, id uuid PRIMARY,   its primary key lacks 'movie_id'
          """)
  void aTypeOrAPrimaryKeyIsNeverChanged(String wanted, String found, String reason) {
    createKeyspace();
    try (CqlSession session = cassandra.connect()) {
      OwnTables.of(Movie.ENTITY).tables().stream()
          .map(CreateTable::statement)
          .map(statement -> statement.replace(wanted, found).replace("  synopsis text,\n", ""))
          .forEach(session::execute);

      assertThatThrownBy(() -> schema.apply(created::add))
          .isInstanceOf(StartupException.class)
          .hasMessageContaining("Table %s.movies was created by".formatted(cassandra.keyspace()))
          .hasMessageContaining(reason);
      assertThatThrownBy(() -> schema.verify(session)).hasMessageContaining(reason);
      assertThat(created).isEmpty();
    }
  }

  @ThoroughTest
  void severalThatApplyAtOnceAddEachColumn() {
    createOwnTablesWithout("synopsis text", "created_by text");

    CompletableFuture.allOf(
            Stream.of(1, 2, 3)
                .map(i -> new Schema(cassandra, Movie.ENTITY, tables))
                .map(each -> CompletableFuture.runAsync(() -> each.apply(created::add)))
                .toArray(CompletableFuture[]::new))
        .join();

    assertThat(created).contains("column movies.synopsis", "column movies.created_by");
    try (CqlSession session = cassandra.connect()) {
      schema.verify(session);
    }
  }

  @ThoroughTest
  void aLookupTableGetsTheColumnsOfItsDefinition() {
    schema.apply(created::add);
    try (CqlSession session = cassandra.connect()) {
      session.execute("DROP TABLE movies_by_actor");
      session.execute(
          TableDdl.createStatement(Tables.byActor())
              .replaceFirst("  genres frozen<set<text>>,\n", ""));
      session.refreshSchema();
      assertThatThrownBy(() -> schema.verify(session))
          .isInstanceOf(StartupException.class)
          .hasMessageContaining("movies_by_actor has no column 'genres'");
      created.clear();

      schema.apply(created::add);

      assertThat(created).containsExactly("column movies_by_actor.genres");
      session.refreshSchema();
      schema.verify(session);
      assertThat(
              session
                  .execute("SELECT genres FROM movies_by_actor")
                  .getColumnDefinitions()
                  .get("genres")
                  .getType())
          .isEqualTo(DataTypes.frozenSetOf(DataTypes.TEXT));
    }
  }

  @ThoroughTest
  void aTableWithAllColumnsKeepsThoseThatItWasCreatedWith() {
    new Schema(cassandra, Movie.ENTITY, List.of(BY_TITLE)).apply(created::add);
    Schema grown = new Schema(cassandra, Movie.ENTITY, List.of(BY_TITLE_WITH_ALL));
    created.clear();

    assertThat(grown.apply(created::add)).isEmpty();

    assertThat(created).isEmpty();
    try (CqlSession session = cassandra.connect()) {
      AddedTables.add(session, grown, BY_TITLE_WITH_ALL);
      try (Catalog catalog = Catalog.open(session, Movie.ENTITY, List.of(BY_TITLE_WITH_ALL))) {
        assertThat(catalog.requireFresh().tables()).containsExactly(BY_TITLE);
        TestInstance.on(session)
            .catalog(catalog)
            .writer()
            .write(UUID.randomUUID(), head -> Decision.write(Movies.heat()));
      }
      assertThat(session.execute("SELECT * FROM movies_by_title").one())
          .satisfies(row -> assertThat(row.getInt("release_year")).isEqualTo(1995))
          .satisfies(row -> assertThat(row.getColumnDefinitions().contains("actors")).isFalse());
    }
  }

  @ThoroughTest
  void theServiceSaysInOneLineWhichColumnsAreNewAndHowToAddThem() {
    new Schema(cassandra, Movie.ENTITY, List.of(BY_TITLE)).apply(created::add);
    Schema grown = new Schema(cassandra, Movie.ENTITY, List.of(BY_TITLE_WITH_ALL));

    try (CqlSession session = cassandra.connect()) {
      List<String> log = logOf(() -> grown.verify(session));

      assertThat(log).hasSize(1);
      assertThat(log.get(0))
          .contains("lookups.movies_by_title: 'columns: all'")
          .contains("[release_date, actors, directors, synopsis]")
          .contains("under a new name")
          .doesNotContain("\n");
      assertThat(
              logOf(() -> new Schema(cassandra, Movie.ENTITY, List.of(BY_TITLE)).verify(session)))
          .isEmpty();
    }
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          {partition: title, clustering: release_year, columns: all}
          {partition: title, buckets: 2, columns: all}
          {partition: director, columns: all}
          {partition: title, columns: all, where: synopsis present}
          {partition: title, columns: [release_year, genres, actors]}
          """)
  void aTableThatDiffersInMoreIsDeclaredOtherwise(String declaration) {
    new Schema(cassandra, Movie.ENTITY, List.of(BY_TITLE)).apply(created::add);
    Schema changed =
        new Schema(cassandra, Movie.ENTITY, List.of(Tables.of("movies_by_title", declaration)));

    assertThatThrownBy(() -> changed.apply(created::add))
        .isInstanceOfSatisfying(
            LookupStateException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.LOOKUP_STATE))
        .hasMessageContaining("under a new name");
    try (CqlSession session = cassandra.connect()) {
      assertThatThrownBy(() -> changed.verify(session)).isInstanceOf(LookupStateException.class);
    }
  }

  @ThoroughTest
  void anInterruptedCreationOfAGrownTableIsFinishedAsItWasBegun() {
    new Schema(cassandra, Movie.ENTITY, List.of(BY_TITLE)).apply(created::add);
    try (CqlSession session = cassandra.connect()) {
      CatalogStore store = new CatalogStore(session);
      store.put(BY_TITLE, TableState.BUILDING);
      session.execute("DROP TABLE movies_by_title");

      new Schema(cassandra, Movie.ENTITY, List.of(BY_TITLE_WITH_ALL)).apply(created::add);

      assertThat(store.read().present("movies_by_title"))
          .hasValueSatisfying(
              stored -> {
                assertThat(stored.definition()).isEqualTo(BY_TITLE.definition());
                assertThat(stored.state()).isEqualTo(TableState.READY);
              });
    }
  }

  /** Creates the tables of a version that did not have these columns yet. */
  private void createOwnTablesWithout(String... columns) {
    createKeyspace();
    try (CqlSession session = cassandra.connect()) {
      for (CreateTable table : OwnTables.of(Movie.ENTITY).tables()) {
        String statement = table.statement();
        for (String column : columns) {
          statement = statement.replaceFirst("  %s, *\n".formatted(column), "");
        }
        session.execute(statement);
      }
    }
  }

  private void createKeyspace() {
    new SchemaBootstrap(cassandra, progress -> {}).createKeyspace();
  }

  private static List<String> logOf(Runnable action) {
    try (CapturedLog log = new CapturedLog(Schema.class)) {
      action.run();
      return log.messages();
    }
  }
}
