package dev.cinedex.cassandra;

import static com.datastax.oss.driver.api.core.config.DefaultDriverOption.*;
import static org.assertj.core.api.Assertions.assertThat;

import com.datastax.oss.driver.api.core.config.DriverConfig;
import com.datastax.oss.driver.api.core.config.DriverExecutionProfile;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class DriverOptionsTest {
  private static final Duration TIMEOUT = Duration.ofMillis(4_321);

  @ParameterizedTest
  @CsvSource(
      textBlock =
          """
          LOCAL_SERIAL | default      | LOCAL_QUORUM
          LOCAL_SERIAL | serial       | LOCAL_SERIAL
          LOCAL_SERIAL | claim        | LOCAL_QUORUM
          LOCAL_SERIAL | catalog      | LOCAL_QUORUM
          LOCAL_SERIAL | acknowledged | LOCAL_QUORUM
          SERIAL       | default      | LOCAL_QUORUM
          SERIAL       | serial       | SERIAL
          SERIAL       | claim        | QUORUM
          SERIAL       | catalog      | QUORUM
          SERIAL       | acknowledged | EACH_QUORUM
          """,
      delimiter = '|')
  void eachProfileHasItsConsistencyAndTheConfiguredValues(
      String serialConsistency, String profile, String consistency) {
    DriverExecutionProfile options = load(serialConsistency).getProfile(profile);

    assertThat(options.getString(REQUEST_CONSISTENCY)).isEqualTo(consistency);
    assertThat(options.getString(REQUEST_SERIAL_CONSISTENCY)).isEqualTo(serialConsistency);
    assertThat(options.getDuration(REQUEST_TIMEOUT)).isEqualTo(TIMEOUT);
  }

  @Test
  void onlyClaimsAreNeverRetried() {
    load("LOCAL_SERIAL")
        .getProfiles()
        .forEach(
            (name, options) ->
                assertThat(options.getString(RETRY_POLICY_CLASS))
                    .isEqualTo(
                        name.equals(DriverProfiles.CLAIM)
                            ? NoRetries.class.getName()
                            : "DefaultRetryPolicy"));
  }

  @Test
  void theFixedOptionsApplyToEachProfile() {
    load("SERIAL")
        .getProfiles()
        .values()
        .forEach(
            options -> {
              assertThat(options.getString(PROTOCOL_VERSION)).isEqualTo("V4");
              assertThat(options.getString(SESSION_NAME)).isEqualTo("cinedex");
              assertThat(options.getBoolean(RESOLVE_CONTACT_POINTS)).isFalse();
              assertThat(options.getBoolean(REQUEST_LOG_WARNINGS)).isFalse();
              assertThat(options.getInt(CONNECTION_MAX_REQUESTS)).isEqualTo(8_192);
              assertThat(options.getInt(CONNECTION_MAX_ORPHAN_REQUESTS)).isEqualTo(4_096);
              assertThat(options.getStringList(METADATA_SCHEMA_REFRESHED_KEYSPACES))
                  .containsExactly("movies");
              assertThat(options.getDuration(METADATA_SCHEMA_WINDOW)).isEqualTo(millis(20));
              assertThat(options.getDuration(METRICS_SESSION_CQL_REQUESTS_HIGHEST))
                  .isEqualTo(Duration.ofMinutes(1));
            });
  }

  @Test
  void aSessionClosesWithoutAPause() {
    DriverExecutionProfile options = load("LOCAL_SERIAL").getDefaultProfile();

    assertThat(options.getInt(NETTY_IO_SHUTDOWN_QUIET_PERIOD)).isZero();
    assertThat(options.getInt(NETTY_IO_SHUTDOWN_TIMEOUT)).isEqualTo(5_000);
    assertThat(options.getString(NETTY_IO_SHUTDOWN_UNIT)).isEqualTo("MILLISECONDS");
    assertThat(options.getInt(NETTY_ADMIN_SHUTDOWN_QUIET_PERIOD)).isZero();
    assertThat(options.getInt(NETTY_ADMIN_SHUTDOWN_TIMEOUT)).isEqualTo(5_000);
    assertThat(options.getString(NETTY_ADMIN_SHUTDOWN_UNIT)).isEqualTo("MILLISECONDS");
  }

  @Test
  void theMetricsThatOperatorsReadAreEnabled() {
    DriverExecutionProfile options = load("LOCAL_SERIAL").getDefaultProfile();

    assertThat(options.getStringList(METRICS_SESSION_ENABLED))
        .containsExactly("connected-nodes", "cql-requests", "cql-client-timeouts");
    assertThat(options.getStringList(METRICS_NODE_ENABLED))
        .containsExactly(
            "pool.open-connections",
            "pool.in-flight",
            "errors.request.aborted",
            "errors.request.unsent",
            "errors.request.read-timeouts",
            "errors.request.write-timeouts",
            "errors.request.unavailables",
            "errors.request.others",
            "errors.connection.init",
            "retries.total");
  }

  private static Duration millis(int millis) {
    return Duration.ofMillis(millis);
  }

  private static DriverConfig load(String serialConsistency) {
    return DriverOptions.load("movies", TIMEOUT, serialConsistency).getInitialConfig();
  }
}
