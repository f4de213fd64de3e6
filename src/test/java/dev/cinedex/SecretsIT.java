package dev.cinedex;

import static dev.cinedex.testing.Json.quoted;
import static org.assertj.core.api.Assertions.assertThat;

import com.datastax.oss.driver.api.core.CqlSession;
import com.google.common.io.BaseEncoding;
import dev.cinedex.access.ApiKey;
import dev.cinedex.access.Role;
import dev.cinedex.cassandra.CassandraFactory;
import dev.cinedex.cassandra.Certificates;
import dev.cinedex.cassandra.TestCassandra;
import dev.cinedex.catalog.Schema;
import dev.cinedex.lookup.Tables;
import dev.cinedex.movie.Movie;
import dev.cinedex.testing.TestKeys;
import dev.cinedex.testing.ThoroughTest;
import dev.cinedex.testing.TokenIssuer;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.io.TempDir;

/** No secret is in anything that the jar says, searched for by its value. */
class SecretsIT {
  private static final String MOVIE =
      quoted("{'title':'Said','releaseYear':2000,'genres':['G'],'actors':['A','B']}");

  private final CassandraFactory cassandra = TestCassandra.factory(TestCassandra.newKeyspace());
  private final Map<String, String> secrets = new HashMap<>();
  private final Map<String, String> said = new HashMap<>();
  private final Map<String, String> variables = new HashMap<>();

  @TempDir private Path directory;
  private int adminPort;
  private String key;
  private String token;
  private Path config;

  @BeforeEach
  void makeSecrets() throws Exception {
    new Schema(cassandra, Movie.ENTITY, Tables.shipped()).apply(created -> {});
    TestKeys keys = TestKeys.at(directory.resolve("keys"));
    ApiKey operator = keys.add("olga", Role.OPERATOR);
    key = operator.text();
    TokenIssuer issuer = new TokenIssuer("first");
    Path publicKeys = directory.resolve("jwks.json");
    TokenIssuer.publish(publicKeys, issuer);
    token = issuer.token("writer");
    Certificates certificates = new Certificates(directory);
    Path store = certificates.keyStore("server", "dns:localhost", "-1d", 100);
    config = directory.resolve("config.yml");
    Files.writeString(
        config,
        Files.readString(Path.of("config.yml"))
            .replace("dev.cinedex: INFO", "dev.cinedex: DEBUG")
            .replace(
                "  adminConnectors:",
                """
                    - type: https
                      bindHost: 127.0.0.1
                      port: 0
                      keyStorePath: %s
                      keyStorePasswordFile: %s
                  adminConnectors:\
                """
                    .formatted(store, certificates.passwordFile())));
    adminPort = TestProcess.freePort();
    variables.put("ADMIN_PORT", String.valueOf(adminPort));
    variables.put("KEYS_FILE", keys.path());
    variables.put("JWKS_FILE", publicKeys.toString());
    variables.put("TOKEN_ISSUER", TokenIssuer.NAME);
    secrets.put("API key", key);
    secrets.put("secret part of the API key", key.substring("cdx_".length() + 9));
    secrets.put("token", token);
    secrets.put("store password", Certificates.PASSWORD);
    if (cassandra.passwordFile() != null) {
      secrets.put(
          "password for Cassandra", Files.readString(Path.of(cassandra.passwordFile())).strip());
    }
  }

  @ThoroughTest
  void noSecretIsInWhatTheServiceAndTheCommandsSay() throws Exception {
    try (StartedJar service = jar("server")) {
      service.awaitReady();
      ProcessHandle process = service.process().toHandle();
      Path proc = Path.of("/proc", String.valueOf(process.pid()));
      said.put("command line", Files.readString(proc.resolve("cmdline")));
      said.put("environment", Files.readString(proc.resolve("environ")));
      askFor(service);
      rememberTheCursorKey();
      process.destroy(); // Process.destroy would close its output
      said.put("output", service.output());
    }
    for (String command : List.of("config show", "keys list", "doctor", "schema status")) {
      try (StartedJar run = jar(command.split(" ", -1))) {
        said.put(command, run.output());
      }
    }

    assertThat(said.get("output")).contains("\"caller\":\"olga\"", "DEBUG");
    assertThat(said.get("config show")).contains("keysFile");
    said.forEach(
        (where, text) ->
            secrets.forEach(
                (what, value) ->
                    assertThat(text.contains(value))
                        .as("the %s in the %s", what, where)
                        .isFalse()));
  }

  private StartedJar jar(String... command) throws Exception {
    List<String> arguments = new ArrayList<>(List.of(command));
    arguments.add(config.toString());
    return StartedJar.start(cassandra, List.of(), variables, arguments.toArray(String[]::new));
  }

  /** Sends requests that are right, and requests that have a secret in the wrong place. */
  private void askFor(StartedJar service) throws Exception {
    String forged = ApiKey.random(new SecureRandom()).text();
    String otherToken = new TokenIssuer("other").token("operator");
    secrets.put("forged API key", forged);
    secrets.put("forged token", otherToken);
    assertThat(say(service, "POST", "/movies", MOVIE, key)).contains("Said");
    assertThat(say(service, "GET", "/actors/A/movies?limit=1", "", token)).contains("Said");
    say(service, "GET", "/movies", "", forged);
    say(service, "GET", "/lookups", "", otherToken);
    say(service, "GET", "/lookups?access_token=" + key, "", key);
    say(service, "POST", "/movies", MOVIE.replace('{', '['), key);
    say(service, "POST", "/lookups/movies_by_actor/jobs", quoted("{'kind':'verify'}"), key);
    say(service, "GET", "/overview", "", key);
    for (String path : List.of("/metrics", "/healthcheck")) {
      said.put(path, TestProcess.send("GET", adminPort, path, "").body());
    }
  }

  private void rememberTheCursorKey() {
    try (CqlSession session = cassandra.connect()) {
      ByteBuffer secret =
          session.execute("SELECT secret FROM lookup_tables LIMIT 1").one().getByteBuffer("secret");
      byte[] bytes = new byte[secret.remaining()];
      secret.get(bytes);
      secrets.put("key of cursors", BaseEncoding.base16().lowerCase().encode(bytes));
      secrets.put("key of cursors in Base64", BaseEncoding.base64().encode(bytes));
    }
  }

  private String say(StartedJar service, String method, String path, String body, String bearer)
      throws Exception {
    var answer =
        TestProcess.send(method, service.port(), path, body, "Authorization", "Bearer " + bearer);
    String text = answer.headers() + answer.body();
    said.put("answer to " + method + " " + path.replace(bearer, "…"), text);
    return text;
  }
}
