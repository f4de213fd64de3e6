package dev.cinedex.imports;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.google.common.util.concurrent.MoreExecutors;
import com.google.common.util.concurrent.ThreadFactoryBuilder;
import dev.cinedex.cassandra.Backoff;
import dev.cinedex.cassandra.Failures;
import dev.cinedex.errors.CinedexException;
import dev.cinedex.imports.Lines.Line;
import dev.cinedex.ledger.Change;
import dev.cinedex.ledger.Effect;
import dev.cinedex.ledger.EntityWriter;
import dev.cinedex.ledger.Written;
import dev.cinedex.lookup.Buckets;
import dev.cinedex.projection.TooCostlyException;
import java.io.IOException;
import java.io.InputStream;
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
    Lines lines = new Lines(file);
    long number = 1;
    try {
      for (Line line = lines.next(); line != null && failure.get() == null; line = lines.next()) {
        number = line.number() + 1;
        if (line.isTooLong() || !isBlank(line.bytes())) {
          read.incrementAndGet();
          accept(line);
        }
      }
    } catch (IOException e) {
      fail(number, e);
    }
  }

  private static boolean isBlank(byte[] line) {
    for (byte character : line) {
      if (character != ' ' && character != '\t' && character != '\r') {
        return false;
      }
    }
    return true;
  }

  private void accept(Line line) {
    if (line.isTooLong()) {
      reject(line, "The line is longer than %d bytes".formatted(Lines.MAX_BYTES));
      listener.lineDone();
      return;
    }
    ImportedMovie movie;
    try {
      movie = parser.parse(line.bytes());
    } catch (CinedexException e) {
      reject(line, String.valueOf(e.getMessage()));
      listener.lineDone();
      return;
    }
    enqueue(line, movie);
  }

  private void reject(Line line, String reason) {
    rejected.incrementAndGet();
    listener.rejected(line.number(), new String(line.bytes(), UTF_8), reason);
  }

  private void enqueue(Line line, ImportedMovie movie) {
    room.acquireUninterruptibly();
    queues
        .get(Buckets.of(movie.id(), WRITERS))
        .execute(
            () -> {
              try {
                if (failure.get() == null) {
                  write(line, movie);
                  listener.lineDone();
                }
              } finally {
                room.release();
              }
            });
  }

  private void write(Line line, ImportedMovie movie) {
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
        reject(line, String.valueOf(e.getMessage()));
        return;
      } catch (RuntimeException e) {
        if (!Failures.isRetryable(e) || attempt >= TRIES) {
          fail(line.number(), e);
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
