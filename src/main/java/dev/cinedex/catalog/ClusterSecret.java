package dev.cinedex.catalog;

import static java.util.Objects.requireNonNull;

import com.datastax.oss.driver.api.core.CqlSession;
import com.datastax.oss.driver.api.core.cql.Row;
import java.nio.ByteBuffer;
import java.security.SecureRandom;

/** Random bytes that all instances of the service know, kept in the catalog. */
public final class ClusterSecret {
  private static final int BYTES = 32;

  private ClusterSecret() {}

  /** Returns the secret; the first instance that needs it creates it. */
  public static byte[] of(CqlSession session) {
    CatalogDao dao = CatalogMapper.of(session).catalog();
    Row row = dao.secret();
    if (row == null || row.isNull("secret")) {
      byte[] created = new byte[BYTES];
      new SecureRandom().nextBytes(created);
      dao.createSecret(ByteBuffer.wrap(created));
      row = dao.secretSerial();
    }
    ByteBuffer stored = requireNonNull(requireNonNull(row).getByteBuffer("secret"));
    byte[] secret = new byte[stored.remaining()];
    stored.get(secret);
    return secret;
  }
}
