package dev.cinedex.cassandra;

import com.datastax.oss.driver.api.core.config.DriverConfigLoader;
import com.datastax.oss.driver.api.core.uuid.Uuids;
import java.time.Duration;

/** Loads the driver's options from {@code cassandra-driver.conf}. */
final class DriverOptions {
  private DriverOptions() {}

  /**
   * Returns the options with the values that the file takes from {@code config.yml}.
   *
   * @param keyspace the only one whose schema the driver reads
   * @param serialConsistency {@code LOCAL_SERIAL}, or {@code SERIAL} when instances in several
   *     datacenters write: then the other levels must reach every datacenter, too
   */
  static DriverConfigLoader load(
      String keyspace, Duration requestTimeout, String serialConsistency) {
    useTheJdksProcessId();
    boolean severalDatacentersWrite = serialConsistency.equals("SERIAL");
    return DriverConfigLoader.fromString(
        """
        cinedex {
          keyspace = %s
          request-timeout = %d milliseconds
          serial-consistency = %s
          all-writers-consistency = %s
          acknowledged-consistency = %s
        }
        include required(classpath("cassandra-driver.conf"))
        """
            .formatted(
                keyspace,
                requestTimeout.toMillis(),
                serialConsistency,
                severalDatacentersWrite ? "QUORUM" : "LOCAL_QUORUM",
                severalDatacentersWrite ? "EACH_QUORUM" : "LOCAL_QUORUM"));
  }

  /** Spares the driver a native library, which takes a tenth of a command's start to load. */
  private static void useTheJdksProcessId() {
    System.setProperty(Uuids.PID_SYSTEM_PROPERTY, String.valueOf(ProcessHandle.current().pid()));
  }
}
