package dev.cinedex.http;

import static java.util.Objects.requireNonNullElse;
import static org.assertj.core.api.Assertions.assertThat;

import com.datastax.oss.driver.api.core.CqlSession;
import com.fasterxml.jackson.databind.JsonNode;
import dev.cinedex.CinedexApplication;
import dev.cinedex.StartedService;
import dev.cinedex.cassandra.CassandraFactory;
import dev.cinedex.cassandra.TestCassandra;
import dev.cinedex.catalog.Schema;
import dev.cinedex.instance.CinedexConfiguration;
import dev.cinedex.instance.ServiceInstance;
import dev.cinedex.ledger.InStep;
import dev.cinedex.lookup.LookupTable;
import dev.cinedex.lookup.Tables;
import dev.cinedex.movie.Movie;
import dev.cinedex.testing.Json;
import io.dropwizard.lifecycle.JettyManaged;
import io.dropwizard.testing.DropwizardTestSupport;
import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.awaitility.Awaitility;
import org.jspecify.annotations.Nullable;

/** The service of the HTTP tests with the shipped configuration, one for all of them. */
public final class TestService {
  private static final HttpClient CLIENT = HttpClient.newHttpClient();
  private static final CassandraFactory CASSANDRA =
      TestCassandra.factory(TestCassandra.newKeyspace());
  private static final DropwizardTestSupport<CinedexConfiguration> SERVICE =
      start(CASSANDRA, TestCassandra.contactPoint());
  private static final CqlSession SESSION = CASSANDRA.connect();

  private TestService() {}

  /** A service of one's own, on tables that are made for it. */
  static DropwizardTestSupport<CinedexConfiguration> start(
      CassandraFactory cassandra, String contactPoint) {
    return start(cassandra, contactPoint, "config.yml", Tables.shipped());
  }

  /**
   * @param tables those of the configuration
   */
  public static DropwizardTestSupport<CinedexConfiguration> start(
      CassandraFactory cassandra,
      String contactPoint,
      String configuration,
      List<LookupTable> tables) {
    new Schema(cassandra, Movie.ENTITY, tables).apply(created -> {});
    return startWithoutSchema(cassandra, contactPoint, configuration, Map.of());
  }

  /**
   * Starts another service on the tables of the one of all tests.
   *
   * @param settings in place of those of the configuration, by their path
   */
  static DropwizardTestSupport<CinedexConfiguration> startAnother(Map<String, String> settings) {
    return startWithoutSchema(cassandra(), cassandra().contactPoints(), "config.yml", settings);
  }

  /**
   * A service that finds what there is.
   *
   * @param settings in place of those of the configuration, by their path
   */
  static DropwizardTestSupport<CinedexConfiguration> startWithoutSchema(
      CassandraFactory cassandra,
      String contactPoint,
      String configuration,
      Map<String, String> settings) {
    Map<String, String> all = new LinkedHashMap<>();
    all.put("cassandra.embedded", "false");
    all.put("cassandra.contactPoints", contactPoint);
    all.put("cassandra.keyspace", cassandra.keyspace());
    all.put("cassandra.username", requireNonNullElse(cassandra.username(), ""));
    all.put("cassandra.passwordFile", requireNonNullElse(cassandra.passwordFile(), ""));
    all.putAll(settings);
    return StartedService.start(CinedexApplication::new, configuration, "dw", all);
  }

  static HttpConnection connection() throws IOException {
    return new HttpConnection(SERVICE.getLocalPort());
  }

  /** Returns what starts and stops with the service, in the order in which it starts. */
  static List<Object> parts() {
    return SERVICE.getEnvironment().lifecycle().getManagedObjects().stream()
        .map(part -> part instanceof JettyManaged jetty ? jetty.getManaged() : part)
        .flatMap(
            part ->
                part instanceof ServiceInstance service
                    ? service.parts().stream()
                    : Stream.of(part))
        .toList();
  }

  static Socket socket() throws IOException {
    return new Socket(InetAddress.getLoopbackAddress(), SERVICE.getLocalPort());
  }

  static CassandraFactory cassandra() {
    return CASSANDRA;
  }

  /** Compares the rows of the movies that were written since a time. */
  static void assertInStep(Instant since) {
    InStep.assertInStep(SESSION, Tables.shipped(), since);
  }

  static HttpResponse<String> health() {
    return getAdmin("/healthcheck");
  }

  static int adminPort() {
    return SERVICE.getAdminPort();
  }

  /** Returns the metrics in the text format of Prometheus. */
  static String scrape() {
    return getAdmin("/metrics").body();
  }

  private static HttpResponse<String> getAdmin(String path) {
    return send(
        HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + SERVICE.getAdminPort() + path)));
  }

  static HttpResponse<String> get(String path) {
    return send("GET", path, "");
  }

  static HttpResponse<String> post(String body) {
    return send("POST", "/movies", body);
  }

  static HttpResponse<String> put(String path, String body) {
    return send("PUT", path, body);
  }

  static HttpResponse<String> delete(String path) {
    return send("DELETE", path, "");
  }

  /** Drops a table when no job is on it any more, and waits until it is gone. */
  static void drop(String path) {
    HttpResponse<String> begun =
        Awaitility.await().until(() -> delete(path), answer -> answer.statusCode() == 202);
    String job = "/jobs/" + json(begun).get("id").asText();
    Awaitility.await()
        .untilAsserted(() -> assertThat(json(get(job)).get("state").asText()).isEqualTo("done"));
  }

  static HttpResponse<String> send(String method, String path, String body, String... headers) {
    return send(method, path, body.getBytes(StandardCharsets.UTF_8), headers);
  }

  static HttpResponse<String> send(String method, String path, byte[] body, String... headers) {
    HttpRequest.Builder request =
        HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + SERVICE.getLocalPort() + path))
            .setHeader("Content-Type", "application/json")
            .method(
                method,
                body.length == 0 ? BodyPublishers.noBody() : BodyPublishers.ofByteArray(body));
    for (int i = 0; i < headers.length; i += 2) {
      request.setHeader(headers[i], headers[i + 1]);
    }
    return send(request);
  }

  private static HttpResponse<String> send(HttpRequest.Builder request) {
    try {
      return CLIENT.send(request.build(), BodyHandlers.ofString());
    } catch (IOException | InterruptedException e) {
      throw new AssertionError(request.build().toString(), e);
    }
  }

  /**
   * For what no client library would send.
   *
   * @return the answer, each byte a character
   */
  static String raw(String request) throws IOException {
    return raw(request, SERVICE.getLocalPort());
  }

  static String rawAdmin(String request) throws IOException {
    return raw(request, SERVICE.getAdminPort());
  }

  private static String raw(String request, int port) throws IOException {
    try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), port)) {
      socket.getOutputStream().write(request.getBytes(StandardCharsets.ISO_8859_1));
      return new String(socket.getInputStream().readAllBytes(), StandardCharsets.ISO_8859_1);
    }
  }

  static JsonNode json(HttpResponse<String> response) {
    return json(response.body());
  }

  static JsonNode json(String text) {
    return Json.parse(text);
  }

  static String tag(HttpResponse<String> response) {
    return response.headers().firstValue("ETag").orElseThrow();
  }

  static String path(HttpResponse<String> response) {
    return "/movies/" + json(response).get("id").asText();
  }

  static List<String> titles(String path) {
    HttpResponse<String> list = get(path);
    assertThat(list.statusCode()).as(list.body()).isEqualTo(200);
    return titles(json(list));
  }

  static List<String> titles(JsonNode list) {
    return list.get("items").findValuesAsText("title");
  }

  static void assertProblem(HttpResponse<String> response, int status, String type) {
    assertThat(response.statusCode()).as(response.body()).isEqualTo(status);
    assertThat(response.headers().firstValue("Content-Type").orElseThrow())
        .isEqualTo("application/problem+json");
    JsonNode problem = json(response);
    assertThat(problem.get("type").asText()).isEqualTo(type);
    assertThat(problem.get("status").asInt()).isEqualTo(status);
    assertThat(problem.get("title").asText()).isNotBlank();
    assertThat(problem.get("detail").asText()).isNotBlank();
  }

  /** Path and query of a link; null when there is none. */
  static @Nullable String link(HttpResponse<String> response, String relation) {
    return response.headers().allValues("Link").stream()
        .filter(link -> link.endsWith("; rel=\"" + relation + "\""))
        .map(link -> link.replaceAll("<http://[^/]*(/.*)>.*", "$1"))
        .findFirst()
        .orElse(null);
  }
}
