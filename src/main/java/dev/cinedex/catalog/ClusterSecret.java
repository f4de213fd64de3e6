package dev.cinedex.catalog;

import static java.util.Objects.requireNonNull;

import com.datastax.oss.driver.api.core.CqlSession;
import com.datastax.oss.driver.api.core.cql.Row;
import com.datastax.oss.driver.api.core.cql.SimpleStatement;
import dev.cinedex.cassandra.DriverProfiles;
import java.nio.ByteBuffer;
import java.security.SecureRandom;

/** Random bytes that all instances of the service know, kept in the catalog. */
public final class ClusterSecret {
  private static final int BYTES = 32;

  private ClusterSecret() {}

  /** Made by whoever asks first. */
  public static byte[] of(CqlSession session) {
    SimpleStatement read =
        SimpleStatement.newInstance("SELECT secret FROM lookup_tables WHERE catalog = 'lookups'");
    Row row = session.execute(read).one();
    if (row == null || row.isNull("secret")) {
      byte[] secret = new byte[BYTES];
      new SecureRandom().nextBytes(secret);
      session.execute(
          SimpleStatement.newInstance(
              "UPDATE lookup_tables SET secret = ? WHERE catalog = 'lookups' IF secret = null",
              ByteBuffer.wrap(secret)));
      row = session.execute(read.setExecutionProfileName(DriverProfiles.SERIAL)).one();
    }
    ByteBuffer stored = requireNonNull(requireNonNull(row).getByteBuffer("secret"));
    byte[] secret = new byte[stored.remaining()];
    stored.get(secret);
    return secret;
  }
}
