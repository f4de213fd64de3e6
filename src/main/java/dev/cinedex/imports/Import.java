package dev.cinedex.imports;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import dev.cinedex.cassandra.Failures;
import dev.cinedex.entity.EntityState;
import dev.cinedex.ledger.Change;
import dev.cinedex.ledger.Decision;
import dev.cinedex.ledger.Effect;
import dev.cinedex.ledger.EntityWriter;
import dev.cinedex.ledger.Written;
import dev.cinedex.lookup.Buckets;
import dev.cinedex.movie.InvalidMovieException;
import dev.cinedex.movie.MovieDocument;
import dev.cinedex.movie.MovieId;
import dev.cinedex.movie.MovieJson;
import dev.cinedex.text.MalformedJsonException;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * Writes movies from NDJSON, many at a time. Lines of one movie are written in their order, so that
 * importing a file again, from wherever it was interrupted, ends in the same state.
 */
public final class Import {
  private static final int LANES = 48;
  private static final int QUEUED = 4 * LANES;
  private static final int TRIES = 5;

  private final EntityWriter writer;
  private final MovieJson json;
  private final Existing existing;
  private final @Nullable String defaultGenre;

  private final AtomicLong read = new AtomicLong();
  private final AtomicLong written = new AtomicLong();
  private final AtomicLong unchanged = new AtomicLong();
  private final AtomicLong rejected = new AtomicLong();
  private final AtomicReference<@Nullable ImportFailedException> failure = new AtomicReference<>();

  /** What to do with a movie that there is, or was, already. */
  public enum Existing {
    REPLACE,
    /** Leaves it alone, also when it was deleted. */
    KEEP
  }

  /** Is told how the import goes, from several threads. */
  public interface Listener {
    /** A line is done with, whatever became of it. */
    void lineDone();

    void rejected(long lineNumber, String line, String reason);
  }

  /** How many movies were read, and what became of them. */
  public record Summary(long read, long written, long unchanged, long rejected) {}

  /**
   * @param defaultGenre of movies that have none; null to reject them
   */
  public Import(
      EntityWriter writer, MovieJson json, Existing existing, @Nullable String defaultGenre) {
    this.writer = writer;
    this.json = json;
    this.existing = existing;
    this.defaultGenre = defaultGenre;
  }

  /**
   * Once per instance.
   *
   * @param file NDJSON in UTF-8
   * @throws ImportFailedException when the file cannot be read on, or Cassandra keeps failing; what
   *     was written stays
   */
  public Summary run(InputStream file, Listener listener) {
    // One char for each byte: the JSON reader is the one who decodes, and refuses what is no UTF-8.
    BufferedReader lines = new BufferedReader(new InputStreamReader(file, ISO_8859_1));
    long number = 1;
    List<ExecutorService> lanes =
        IntStream.range(0, LANES).mapToObj(i -> Executors.newSingleThreadExecutor()).toList();
    Semaphore room = new Semaphore(QUEUED);
    try {
      String line;
      for (; (line = lines.readLine()) != null && failure.get() == null; number++) {
        if (!line.isBlank()) {
          read.incrementAndGet();
          dispatch(number, line, lanes, room, listener);
        }
      }
    } catch (IOException e) {
      failure.compareAndSet(null, new ImportFailedException(number, e));
    } finally {
      room.acquireUninterruptibly(QUEUED); // what is under way ends well
      lanes.forEach(ExecutorService::shutdown);
    }
    ImportFailedException stopped = failure.get();
    if (stopped != null) {
      throw stopped;
    }
    return new Summary(read.get(), written.get(), unchanged.get(), rejected.get());
  }

  private void dispatch(
      long number, String line, List<ExecutorService> lanes, Semaphore room, Listener listener) {
    try {
      MovieDocument document = json.read(line.getBytes(ISO_8859_1));
      if (defaultGenre != null && (document.genres() == null || document.genres().isEmpty())) {
        document = document.withGenre(defaultGenre);
      }
      EntityState movie = json.valid(document);
      UUID id = document.id() == null ? MovieId.of(movie) : document.id();
      room.acquireUninterruptibly();
      lanes
          .get(Buckets.of(id, LANES))
          .execute(
              () -> {
                try {
                  if (failure.get() == null) {
                    count(write(number, id, movie));
                    listener.lineDone();
                  }
                } finally {
                  room.release();
                }
              });
    } catch (InvalidMovieException | MalformedJsonException e) {
      rejected.incrementAndGet();
      String text = new String(line.getBytes(ISO_8859_1), StandardCharsets.UTF_8);
      listener.rejected(number, text, String.valueOf(e.getMessage()));
      listener.lineDone();
    }
  }

  private @Nullable Written write(long number, UUID id, EntityState movie) {
    Change change =
        existing == Existing.REPLACE
            ? head -> Decision.write(movie)
            : head -> head.version() == 0 ? Decision.write(movie) : Decision.keep(head);
    for (int attempt = 1; ; attempt++) {
      try {
        Written answer = writer.write(id, change);
        if (answer.projected()) {
          return answer;
        }
        // Accepted: writing it again finds it unsettled, and finishes it.
      } catch (RuntimeException e) {
        if (!Failures.isRetryable(e) || attempt >= TRIES) {
          failure.compareAndSet(null, new ImportFailedException(number, e));
          return null;
        }
      }
      pause(attempt);
    }
  }

  private void count(@Nullable Written answer) {
    if (answer != null) {
      boolean same = answer.effect() == Effect.UNCHANGED;
      (same ? unchanged : written).incrementAndGet();
    }
  }

  private static void pause(int attempt) {
    try {
      TimeUnit.MILLISECONDS.sleep(200L << attempt);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
