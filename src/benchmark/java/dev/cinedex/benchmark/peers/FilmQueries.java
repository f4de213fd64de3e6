package dev.cinedex.benchmark.peers;

import static java.util.Objects.requireNonNull;

import com.datastax.oss.driver.api.core.CqlSession;
import com.datastax.oss.driver.api.core.cql.AsyncResultSet;
import com.datastax.oss.driver.api.core.cql.PreparedStatement;
import com.datastax.oss.driver.api.core.cql.Row;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

/** The two lists, read without waiting and without decoding. */
final class FilmQueries {
  private static final int TITLE = 1;

  private final CqlSession session;
  private final PreparedStatement byActor;
  private final PreparedStatement byGenre;

  FilmQueries(CqlSession session) {
    this.session = session;
    this.byActor = session.prepare(Lists.BY_ACTOR);
    this.byGenre = session.prepare(Lists.BY_GENRE);
  }

  CompletionStage<List<Row>> ofActor(String actor, int limit) {
    return session.executeAsync(byActor.bind(actor, limit)).thenApply(FilmQueries::rows);
  }

  /** Reads all buckets at the same time, and merges them by the titles' bytes. */
  CompletionStage<List<Row>> ofGenre(String genre, int limit) {
    List<CompletableFuture<AsyncResultSet>> buckets = new ArrayList<>();
    for (int bucket = 0; bucket < Lists.BUCKETS; bucket++) {
      buckets.add(
          session.executeAsync(byGenre.bind(genre, bucket, limit)).toCompletableFuture());
    }
    return CompletableFuture.allOf(buckets.toArray(CompletableFuture[]::new))
        .thenApply(
            done ->
                buckets.stream()
                    .flatMap(bucket -> rows(bucket.join()).stream())
                    .sorted(FilmQueries::byTitle)
                    .limit(limit)
                    .toList());
  }

  private static List<Row> rows(AsyncResultSet result) {
    List<Row> rows = new ArrayList<>();
    result.currentPage().forEach(rows::add);
    return rows;
  }

  /** Compares titles as Cassandra does: by their bytes, without a sign. */
  private static int byTitle(Row one, Row other) {
    ByteBuffer a = requireNonNull(one.getBytesUnsafe(TITLE));
    ByteBuffer b = requireNonNull(other.getBytesUnsafe(TITLE));
    return Arrays.compareUnsigned(bytes(a), bytes(b));
  }

  private static byte[] bytes(ByteBuffer value) {
    byte[] bytes = new byte[value.remaining()];
    value.get(value.position(), bytes);
    return bytes;
  }
}
