package dev.cinedex.http;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;

import com.datastax.oss.driver.api.core.CqlSession;
import com.datastax.oss.driver.api.core.cql.PreparedStatement;
import com.datastax.oss.driver.api.core.cql.Row;
import dev.cinedex.cassandra.CassandraFactory;
import dev.cinedex.cassandra.TestCassandra;
import dev.cinedex.http.HttpConnection.Answer;
import dev.cinedex.instance.CinedexConfiguration;
import io.dropwizard.core.Application;
import io.dropwizard.core.Configuration;
import io.dropwizard.core.setup.Environment;
import io.dropwizard.testing.DropwizardTestSupport;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.PathParam;
import jakarta.ws.rs.Produces;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.UUID;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.IntStream;
import org.HdrHistogram.Histogram;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * What reads cost, one way beside another: {@code mvn verify -Pbenchmark}. The ways take turns in
 * one run, so that their ratios hold whatever else the machine does.
 */
@Tag("benchmark")
class ReadsBenchmarkIT {
  private static final int ROUNDS = Integer.getInteger("benchmark.rounds", 5);
  private static final int SECONDS = Integer.getInteger("benchmark.seconds", 6);
  private static final int ACTORS = 40;
  private static final int MOVIES = 2_000;

  private static final CassandraFactory CASSANDRA =
      TestCassandra.factory(TestCassandra.newKeyspace());
  private static DropwizardTestSupport<CinedexConfiguration> service;

  @BeforeAll
  static void createMovies() throws Exception {
    service = TestService.start(CASSANDRA, TestCassandra.contactPoint());
    Random random = new Random(1);
    try (HttpConnection connection = new HttpConnection(service.getLocalPort())) {
      for (int i = 0; i < MOVIES; i++) {
        String actors =
            String.join(
                ",",
                random.ints(5, 0, ACTORS).distinct().mapToObj(a -> "\"Actor" + a + "\"").toList());
        String movie =
            "{\"title\":\"Movie %04d\",\"releaseYear\":2000,\"genres\":[\"G%d\"],\"actors\":[%s],\"synopsis\":\"%s\"}"
                .formatted(i, i % 20, actors, "x".repeat(300));
        Answer created =
            connection.send(
                "POST /movies HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: %d\r\n\r\n%s"
                    .formatted(movie.length(), movie));
        assertThat(created.status()).isEqualTo(201);
      }
    }
  }

  @AfterAll
  static void stop() {
    service.after();
  }

  @Test
  void readsByActor() throws Exception {
    Map<String, String> ways = new LinkedHashMap<>();
    ways.put("indexed", "/actors/Actor%d/movies");
    ways.put("verified", "/actors/Actor%d/movies?read=verified");
    ways.put("expanded", "/actors/Actor%d/movies?expand=movie");
    ways.put("by genre (4 buckets)", "/genres/G%d/movies");
    compare("reads of 20 movies", service.getLocalPort(), 32, ways);
  }

  /** The decision of src/adr/0005. */
  @Test
  void blockingAndAsynchronousHandlers() throws Exception {
    DropwizardTestSupport<Configuration> handlers =
        new DropwizardTestSupport<>(
            TwoWays.class,
            Files.writeString(
                    java.nio.file.Path.of("target", "benchmark.yml"),
                    """
                    server:
                      applicationConnectors: [{type: http, port: 0}]
                      adminConnectors: [{type: http, port: 0}]
                      requestLog: {appenders: []}
                    logging: {level: ERROR}
                    """)
                .toString(),
            "benchmark"); // not "dw", under which the other service's overrides are
    handlers.before();
    try {
      Map<String, String> ways = new LinkedHashMap<>();
      ways.put("blocking", "/blocking/%d");
      ways.put("asynchronous", "/async/%d");
      compare("point reads", handlers.getLocalPort(), 64, ways);
      compare("point reads", handlers.getLocalPort(), 256, ways);
    } finally {
      handlers.after();
    }
  }

  /** One read by its key, answered by either way of waiting for it. */
  @Path("/")
  @Produces("application/json")
  public static final class TwoWays extends Application<Configuration> {
    private final CqlSession session = CASSANDRA.connect();
    private final PreparedStatement select =
        session.prepare("SELECT title, release_year, actors FROM movies WHERE movie_id = ?");
    private final List<UUID> movies = new ArrayList<>();

    @Override
    public void run(Configuration configuration, Environment environment) {
      session
          .execute("SELECT movie_id FROM movies")
          .forEach(row -> movies.add(requireNonNull(row.getUuid("movie_id"))));
      environment.jersey().register(this);
    }

    @GET
    @Path("blocking/{number}")
    public Map<String, Object> blocking(@PathParam("number") int number) {
      return document(requireNonNull(session.execute(select.bind(movies.get(number))).one()));
    }

    @GET
    @Path("async/{number}")
    public CompletionStage<Map<String, Object>> async(@PathParam("number") int number) {
      return session
          .executeAsync(select.bind(movies.get(number)))
          .thenApply(rows -> document(requireNonNull(rows.one())));
    }

    private static Map<String, Object> document(Row row) {
      return Map.of(
          "title", requireNonNull(row.getString(0)),
          "releaseYear", row.getInt(1),
          "actors", requireNonNull(row.getList(2, String.class)));
    }
  }

  private record Round(double perSecond, Histogram micros) {}

  private static void compare(String what, int port, int connections, Map<String, String> ways)
      throws Exception {
    Map<String, List<Round>> rounds = new LinkedHashMap<>();
    for (int round = 0; round <= ROUNDS; round++) {
      for (Map.Entry<String, String> way : ways.entrySet()) {
        Round measured = load(port, connections, way.getValue());
        if (round > 0) { // the first one warms up
          rounds.computeIfAbsent(way.getKey(), name -> new ArrayList<>()).add(measured);
        }
      }
    }
    List<Round> first = rounds.values().iterator().next();
    rounds.forEach(
        (way, measured) -> {
          Histogram micros = new Histogram(3);
          measured.forEach(round -> micros.add(round.micros));
          List<Double> ratios =
              IntStream.range(0, ROUNDS)
                  .mapToObj(i -> measured.get(i).perSecond / first.get(i).perSecond)
                  .sorted()
                  .toList();
          System.out.printf(
              "Benchmark: %s, %d connections, %s: %.0f requests/s (median of %d rounds), p50 %.1f ms, p99 %.1f ms; %.2f (%.2f–%.2f) of the first%n",
              what,
              connections,
              way,
              median(measured.stream().map(Round::perSecond).sorted().toList()),
              ROUNDS,
              micros.getValueAtPercentile(50) / 1000.0,
              micros.getValueAtPercentile(99) / 1000.0,
              median(ratios),
              Collections.min(ratios),
              Collections.max(ratios));
        });
  }

  private static Round load(int port, int connections, String path) throws Exception {
    ExecutorService clients = Executors.newFixedThreadPool(connections);
    long begun = System.nanoTime();
    long end = begun + SECONDS * 1_000_000_000L;
    List<Future<Histogram>> running =
        IntStream.range(0, connections)
            .mapToObj(i -> clients.submit(() -> client(port, path, new Random(i), end)))
            .toList();
    clients.shutdown();
    Histogram micros = new Histogram(3);
    for (Future<Histogram> each : running) {
      micros.add(each.get());
    }
    double seconds = (System.nanoTime() - begun) / 1e9;
    return new Round(micros.getTotalCount() / seconds, micros);
  }

  private static Histogram client(int port, String path, Random random, long end) throws Exception {
    Histogram micros = new Histogram(3);
    try (HttpConnection connection = new HttpConnection(port)) {
      for (long now = System.nanoTime(); now < end; ) {
        String request =
            "GET " + path.formatted(random.nextInt(20)) + " HTTP/1.1\r\nHost: localhost\r\n\r\n";
        Answer answer = connection.send(request);
        assertThat(answer.status()).isEqualTo(200);
        long done = System.nanoTime();
        micros.recordValue((done - now) / 1000);
        now = done;
      }
    }
    return micros;
  }

  private static double median(List<Double> sorted) {
    return sorted.get(sorted.size() / 2);
  }
}
