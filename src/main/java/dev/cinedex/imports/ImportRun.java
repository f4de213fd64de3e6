package dev.cinedex.imports;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_8;

import com.google.common.util.concurrent.MoreExecutors;
import com.google.common.util.concurrent.ThreadFactoryBuilder;
import dev.cinedex.cassandra.Backoff;
import dev.cinedex.cassandra.Failures;
import dev.cinedex.errors.CinedexException;
import dev.cinedex.ledger.Change;
import dev.cinedex.ledger.Effect;
import dev.cinedex.ledger.EntityWriter;
import dev.cinedex.ledger.Written;
import dev.cinedex.lookup.Buckets;
import dev.cinedex.projection.TooCostlyException;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.Executor;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Semaphore;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * One run of an import: this thread parses lines and queues them, and a pool writes them. The queue
 * is bounded, so a slow Cassandra slows the reading down.
 */
final class ImportRun {
  private static final int WRITERS = 48;
  private static final int QUEUED = 4 * WRITERS;
  private static final int TRIES = 5;
  private static final Backoff BACKOFF =
      new Backoff(Duration.ofMillis(400), Duration.ofSeconds(10));

  private final EntityWriter writer;
  private final Existing existing;
  private final LineParser parser;
  private final ImportListener listener;

  private final ExecutorService pool =
      Executors.newFixedThreadPool(
          WRITERS, new ThreadFactoryBuilder().setNameFormat("import-%d").build());

  /** A movie's lines are all in one queue, so that they are written in their order. */
  private final List<Executor> queues =
      Stream.generate(() -> MoreExecutors.newSequentialExecutor(pool)).limit(WRITERS).toList();

  private final Semaphore room = new Semaphore(QUEUED);
  private final AtomicLong read = new AtomicLong();
  private final AtomicLong written = new AtomicLong();
  private final AtomicLong unchanged = new AtomicLong();
  private final AtomicLong rejected = new AtomicLong();
  private final AtomicReference<@Nullable ImportFailedException> failure = new AtomicReference<>();

  ImportRun(EntityWriter writer, Existing existing, LineParser parser, ImportListener listener) {
    this.writer = writer;
    this.existing = existing;
    this.parser = parser;
    this.listener = listener;
  }

  /** Imports the file. Can be called once. */
  ImportSummary run(InputStream file) {
    try {
      readLines(file);
    } finally {
      room.acquireUninterruptibly(QUEUED); // waits until all queued lines are finished
      pool.shutdown();
    }
    ImportFailedException stopped = failure.get();
    if (stopped != null) {
      throw stopped;
    }
    return new ImportSummary(read.get(), written.get(), unchanged.get(), rejected.get());
  }

  private void readLines(InputStream file) {
    // One char per byte: the JSON parser decodes the bytes, and rejects those that are not UTF-8.
    BufferedReader lines = new BufferedReader(new InputStreamReader(file, ISO_8859_1));
    long number = 1;
    try {
      for (String line; (line = lines.readLine()) != null && failure.get() == null; number++) {
        if (!line.isBlank()) {
          read.incrementAndGet();
          accept(number, line.getBytes(ISO_8859_1));
        }
      }
    } catch (IOException e) {
      fail(number, e);
    }
  }

  private void accept(long number, byte[] line) {
    ImportedMovie movie;
    try {
      movie = parser.parse(line);
    } catch (CinedexException e) {
      reject(number, line, e);
      listener.lineDone();
      return;
    }
    enqueue(number, line, movie);
  }

  private void reject(long number, byte[] line, RuntimeException reason) {
    rejected.incrementAndGet();
    listener.rejected(number, new String(line, UTF_8), String.valueOf(reason.getMessage()));
  }

  private void enqueue(long number, byte[] line, ImportedMovie movie) {
    room.acquireUninterruptibly();
    queues
        .get(Buckets.of(movie.id(), WRITERS))
        .execute(
            () -> {
              try {
                if (failure.get() == null) {
                  write(number, line, movie);
                  listener.lineDone();
                }
              } finally {
                room.release();
              }
            });
  }

  private void write(long number, byte[] line, ImportedMovie movie) {
    Change change = existing.change(movie.state());
    for (int attempt = 1; ; attempt++) {
      try {
        Written answer = writer.write(movie.id(), change);
        if (answer.projected()) {
          count(answer);
          return;
        }
        // Accepted, but not all rows are written: the next attempt finds that, and writes them.
      } catch (TooCostlyException e) {
        reject(number, line, e);
        return;
      } catch (RuntimeException e) {
        if (!Failures.isRetryable(e) || attempt >= TRIES) {
          fail(number, e);
          return;
        }
      }
      BACKOFF.pause(attempt);
    }
  }

  private void count(Written answer) {
    boolean same = answer.effect() == Effect.UNCHANGED;
    (same ? unchanged : written).incrementAndGet();
  }

  /** Stops the import. The first failure is the one that is reported. */
  private void fail(long number, Exception cause) {
    failure.compareAndSet(null, new ImportFailedException(number, cause));
  }
}
