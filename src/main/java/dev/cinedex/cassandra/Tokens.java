package dev.cinedex.cassandra;

import com.datastax.oss.driver.api.core.CqlSession;
import com.datastax.oss.driver.api.core.metadata.TokenMap;
import com.datastax.oss.driver.api.core.type.codec.TypeCodec;
import java.nio.ByteBuffer;
import java.util.List;

/** Computes the tokens of partitions without asking Cassandra. */
public final class Tokens {
  private final CqlSession session;
  private final List<TypeCodec<Object>> codecs;

  /**
   * @param codecs of the columns of the partition key, in order
   */
  public Tokens(CqlSession session, List<TypeCodec<Object>> codecs) {
    this.session = session;
    this.codecs = List.copyOf(codecs);
  }

  /**
   * Returns the token of a partition.
   *
   * @param partitionKey the values of the columns, in order
   */
  public long of(List<Object> partitionKey) {
    ByteBuffer[] encoded = new ByteBuffer[codecs.size()];
    for (int i = 0; i < encoded.length; i++) {
      encoded[i] =
          codecs.get(i).encode(partitionKey.get(i), session.getContext().getProtocolVersion());
    }
    TokenMap tokens = session.getMetadata().getTokenMap().orElseThrow();
    return Long.parseLong(tokens.format(tokens.newToken(encoded)));
  }
}
