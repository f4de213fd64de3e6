package dev.cinedex.cassandra;

import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.cinedex.errors.StartupException;
import io.dropwizard.util.DataSize;
import io.dropwizard.util.Duration;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** An empty node is not started beside the Cassandra that a user name or a password is for. */
class CredentialsTest {
  @Test
  void anEmbeddedNodeTakesNone() {
    assertRefused("cinedex", null);
    assertRefused(null, "/run/secrets/password");
    assertThatCode(factory(null, null)::requireNothingOfAnotherNode).doesNotThrowAnyException();
    assertThatCode(factory(" ", "")::requireNothingOfAnotherNode).doesNotThrowAnyException();
  }

  private static void assertRefused(@Nullable String username, @Nullable String passwordFile) {
    assertThatThrownBy(factory(username, passwordFile)::requireNothingOfAnotherNode)
        .isInstanceOf(StartupException.class)
        .hasMessageContaining("Set CASSANDRA_EMBEDDED=false");
  }

  private static CassandraFactory factory(@Nullable String username, @Nullable String file) {
    return new CassandraFactory(
        true,
        "127.0.0.1:9042",
        "datacenter1",
        "cinedex",
        username,
        file,
        null,
        Duration.seconds(2),
        "SERIAL",
        DataSize.kibibytes(32),
        Duration.seconds(2));
  }
}
