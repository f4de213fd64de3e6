package dev.cinedex.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.ObjectMapper;
import dev.cinedex.cli.SettingsOrigins.Setting;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import org.junit.jupiter.api.Test;

class SettingsOriginsTest {
  private static final Path FILE = Path.of("config.yml");

  private final Properties properties = new Properties();

  private List<String> lines(String yaml, Map<String, String> environment) throws IOException {
    return new SettingsOrigins(environment, properties)
        .of(yaml).stream().map(setting -> setting.line(FILE)).toList();
  }

  @Test
  void eachValueNamesWhereItIsFrom() throws IOException {
    properties.setProperty("dw.limits.reads", "7");
    properties.setProperty("dw.limits.writes", "8");

    assertThat(
            lines(
                """
                cassandra:
                  keyspace: "${KEYSPACE:-cinedex}"
                  contactPoints: "${HOST:-localhost}:${PORT:-9042}"
                  requestTimeout: 5s
                limits: {reads: 128}
                lookups:
                  a: {partition: [genre, bucket], columns: []}
                """,
                Map.of("KEYSPACE", "films", "PORT", "$1")))
        .containsExactly(
            "cassandra.keyspace: films  # KEYSPACE",
            "cassandra.contactPoints: localhost:$1  # HOST is not set, PORT",
            "cassandra.requestTimeout: 5s  # config.yml",
            "limits.reads: 7  # -Ddw.limits.reads",
            "lookups.a.partition[0]: genre  # config.yml",
            "lookups.a.partition[1]: bucket  # config.yml",
            "lookups.a.columns: []  # config.yml",
            "limits.writes: 8  # -Ddw.limits.writes");
  }

  @Test
  void whatNobodyHasSetHasItsDefault() throws IOException {
    List<Setting> given =
        new SettingsOrigins(Map.of(), properties)
            .of("{limits: {reads: 128}, lookups: {a: {partition: genre}}}");
    String effective =
        """
        {"limits":{"reads":128,"writes":64}, "lookups":{"a":{"partition":["genre"],"buckets":1}},
         "logging":null}""";

    assertThat(SettingsOrigins.defaults(given, new ObjectMapper().readTree(effective)))
        .extracting(setting -> setting.line(FILE))
        .containsExactly("limits.writes: 64  # default", "lookups.a.buckets: 1  # default");
  }

  @Test
  void aSecretIsHiddenWhereverItIsFrom() throws IOException {
    properties.setProperty("dw.other.secret", "three");

    assertThat(
            lines(
                """
                a: {keyStorePassword: one, trustStorePassword: "${P:-}", passwordFile: /run/p}
                b: {keyStorePassword: ""}
                """,
                Map.of("P", "two")))
        .containsExactly(
            "a.keyStorePassword: (hidden)  # config.yml",
            "a.trustStorePassword: (hidden)  # P",
            "a.passwordFile: /run/p  # config.yml",
            "b.keyStorePassword:   # config.yml",
            "other.secret: (hidden)  # -Ddw.other.secret");
  }

  @Test
  void aSystemPropertyOverridesALevelOfALoggerAndAWholeList() throws IOException {
    properties.setProperty("dw.loggers.dev\\.cinedex", "DEBUG");
    properties.setProperty("dw.partition", "a,b");

    assertThat(
            lines(
                """
                loggers: {dev.cinedex: INFO}
                partition: [genre, bucket]
                fields: {token: t, roleClaim: c, apiKey: k, tokens: [x], jwksFile: f}
                """,
                Map.of()))
        .containsExactly(
            "loggers.dev\\.cinedex: DEBUG  # -Ddw.loggers.dev\\.cinedex",
            "fields.token: (hidden)  # config.yml",
            "fields.roleClaim: c  # config.yml",
            "fields.apiKey: (hidden)  # config.yml",
            "fields.tokens[0]: x  # config.yml",
            "fields.jwksFile: f  # config.yml",
            "partition: a,b  # -Ddw.partition");
  }

  @Test
  void theShippedFileIsShownWhole() throws IOException {
    assertThat(lines(Files.readString(FILE), Map.of()))
        .contains(
            "cassandra.keyspace: cinedex  # CASSANDRA_KEYSPACE is not set",
            "lookups.movies_by_genre.buckets: 4  # config.yml");
  }
}
