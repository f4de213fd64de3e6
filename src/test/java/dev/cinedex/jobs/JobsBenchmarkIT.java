package dev.cinedex.jobs;

import static dev.cinedex.jobs.JobScenario.BUILD;
import static dev.cinedex.jobs.JobScenario.REPAIR;
import static dev.cinedex.jobs.JobScenario.VERIFY;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.datastax.oss.driver.api.core.CqlSession;
import com.datastax.oss.driver.api.core.cql.PreparedStatement;
import com.datastax.oss.driver.api.core.cql.Row;
import com.datastax.oss.driver.api.core.cql.Statement;
import com.datastax.oss.driver.api.core.uuid.Uuids;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.cinedex.cassandra.TokenRange;
import dev.cinedex.entity.EntityState;
import dev.cinedex.lookup.Column;
import dev.cinedex.lookup.LookupRow;
import dev.cinedex.lookup.LookupTable;
import dev.cinedex.lookup.TableDdl;
import dev.cinedex.lookup.TableRows;
import dev.cinedex.lookup.Tables;
import dev.cinedex.movie.Movies;
import dev.cinedex.testing.TestKeyspace;
import java.io.BufferedReader;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.UUID;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.Semaphore;
import java.util.stream.Stream;
import java.util.zip.GZIPInputStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * Measures jobs on real movies beside what they cannot do without: the plain inserts of the rows of
 * a build, and the plain scans of both sides of a verification. Each round measures all of it.
 */
@Tag("benchmark")
class JobsBenchmarkIT {
  private static final Path REAL_MOVIES =
      Path.of("..", "shared", "data", "movies-1900-1999.ndjson.gz");
  private static final LookupTable NEWEST =
      Tables.of(
          "movies_by_actor_newest",
          "{partition: actor, clustering: [release_year desc, title], columns: genres}");
  private static final int ROUNDS = Integer.getInteger("jobs.rounds", 3);
  private static final int IN_FLIGHT = 256;

  private final TestKeyspace keyspace = TestKeyspace.with(Tables.shipped());
  private final JobScenario scenario = new JobScenario(keyspace);
  private final CqlSession session = keyspace.session();
  private final List<Movie> movies = new ArrayList<>();

  private record Movie(UUID id, EntityState state) {}

  @Test
  void jobsBesideThePlainWork() throws Exception {
    assumeTrue(Files.exists(REAL_MOVIES), "SKIPPED: no real movies at " + REAL_MOVIES);
    readMovies();
    writeLedger();
    Tables.shipped().forEach(table -> insert(table, table.name()));
    session.execute(
        TableDdl.createStatement(NEWEST).replace(NEWEST.name(), NEWEST.name() + "_plain"));

    for (int round = 1; round <= ROUNDS; round++) {
      System.out.println("JobsBenchmark: round " + round);
      session.execute("TRUNCATE " + NEWEST.name() + "_plain");
      time("plain inserts", () -> insert(NEWEST, NEWEST.name() + "_plain"));
      time("build", this::build);
      time("plain scan of the ledger", () -> scan("movies", "movie_id"));
      time("plain scan of movies_by_actor", () -> scan("movies_by_actor", "actor"));
      time("verify", () -> run(VERIFY, JobScenario.PLAIN, 0));
      time("verify --digest", () -> run(VERIFY, JobScenario.DIGEST, 0));
      RandomFaults.plant(session, Tables.byActor(), 1_000, new Random(round));
      time("verify of 1,000 faults", () -> run(VERIFY, JobScenario.DIGEST, 1_000));
      time(
          "repair of 1,000 faults",
          () -> run(REPAIR, new JobOptions(true, 0, true, Scope.ALL), 1_000));
    }
  }

  private interface Work {
    long run() throws Exception;
  }

  private static void time(String what, Work work) throws Exception {
    long begun = System.nanoTime();
    long rows = work.run();
    double seconds = (System.nanoTime() - begun) / 1e9;
    System.out.printf(
        "JobsBenchmark: %s: %.2f s, %d rows, %.0f/s%n", what, seconds, rows, rows / seconds);
  }

  private long build() throws Exception {
    Job job = scenario.lifecycle().begin(BUILD, NEWEST, JobScenario.PLAIN);
    scenario.runner().run(job.id());
    Job done = scenario.found(job);
    assertThat(done.state()).as(done.message()).isEqualTo(JobState.DONE);
    assertThat(done.done().drift()).isZero();
    scenario.lifecycle().retire(NEWEST.name());
    scenario.runner().run(scenario.lifecycle().drop(NEWEST.name()).id());
    return done.done().written();
  }

  private long run(JobKind kind, JobOptions options, long drift) throws Exception {
    Job done = scenario.run(Tables.byActor(), kind, options);
    assertThat(done.state()).as(done.message()).isEqualTo(JobState.DONE);
    assertThat(done.done().drift()).isEqualTo(drift);
    return done.done().read();
  }

  private long scan(String table, String key) throws Exception {
    PreparedStatement select =
        session.prepare(
            "SELECT * FROM %s WHERE token(%s) > ? AND token(%s) <= ?".formatted(table, key, key));
    ExecutorService four = Executors.newFixedThreadPool(4);
    List<Callable<Long>> scans = new ArrayList<>();
    for (TokenRange range : Job.RANGES) {
      scans.add(
          () -> {
            long rows = 0;
            for (Row row : session.execute(select.bind(range.after(), range.upTo()))) {
              rows += row.size() > 0 ? 1 : 0;
            }
            return rows;
          });
    }
    long rows = 0;
    for (Future<Long> scan : four.invokeAll(scans)) {
      rows += scan.get();
    }
    four.shutdown();
    return rows;
  }

  private long insert(LookupTable table, String name) {
    List<Column> columns =
        Stream.concat(table.primaryKey().stream(), table.values().stream()).toList();
    PreparedStatement insert =
        session.prepare(
            "INSERT INTO %s (%s, version) VALUES (%s?) USING TIMESTAMP 1"
                .formatted(
                    name,
                    String.join(", ", columns.stream().map(Column::name).toList()),
                    "?, ".repeat(columns.size())));
    List<Object[]> rows = new ArrayList<>();
    for (Movie movie : movies) {
      for (LookupRow row : TableRows.of(table, movie.id, movie.state).values()) {
        List<Object> values = new ArrayList<>(row.key().values());
        values.addAll(row.values());
        values.add(1L);
        rows.add(values.toArray());
      }
    }
    send(rows.stream().map(row -> (Statement<?>) insert.bind(row)));
    return rows.size();
  }

  private void send(Stream<Statement<?>> statements) {
    Semaphore room = new Semaphore(IN_FLIGHT);
    statements.forEach(
        statement -> {
          room.acquireUninterruptibly();
          session
              .executeAsync(statement)
              .whenComplete(
                  (done, failure) -> {
                    if (failure != null) {
                      failure.printStackTrace();
                    }
                    room.release();
                  });
        });
    room.acquireUninterruptibly(IN_FLIGHT);
  }

  private void writeLedger() {
    PreparedStatement insert =
        session.prepare(
            "INSERT INTO movies (movie_id, version, deleted, title, release_year, genres, actors,"
                + " synopsis, claim_id, settled_version) VALUES (?, 1, false, ?, ?, ?, ?, ?, ?, 1)"
                + " USING TIMESTAMP 1");
    send(
        movies.stream()
            .map(
                movie ->
                    insert.bind(
                        movie.id,
                        movie.state.get(dev.cinedex.movie.Movie.TITLE),
                        movie.state.get(dev.cinedex.movie.Movie.RELEASE_YEAR),
                        movie.state.get(dev.cinedex.movie.Movie.GENRES),
                        movie.state.get(dev.cinedex.movie.Movie.ACTORS),
                        movie.state.get(dev.cinedex.movie.Movie.SYNOPSIS),
                        Uuids.timeBased())));
  }

  private void readMovies() throws Exception {
    ObjectMapper json = new ObjectMapper();
    try (BufferedReader lines =
        new BufferedReader(
            new InputStreamReader(
                new GZIPInputStream(Files.newInputStream(REAL_MOVIES)), StandardCharsets.UTF_8))) {
      for (String line = lines.readLine(); line != null; line = lines.readLine()) {
        JsonNode movie = json.readTree(line);
        List<String> genres = texts(movie.path("genres"));
        movies.add(
            new Movie(
                UUID.fromString(movie.get("id").asText()),
                Movies.titled(movie.get("title").asText().strip())
                    .releaseYear(movie.get("releaseYear").asInt())
                    .genres(genres.isEmpty() ? List.of("Unclassified") : genres)
                    .actors(texts(movie.path("actors")))
                    .synopsis(movie.path("synopsis").asText(null))
                    .state()));
      }
    }
  }

  private static List<String> texts(JsonNode array) {
    List<String> texts = new ArrayList<>();
    array.forEach(text -> texts.add(text.asText().strip()));
    return texts.stream().distinct().toList();
  }
}
