package dev.cinedex.imports;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.google.common.util.concurrent.MoreExecutors;
import com.google.common.util.concurrent.ThreadFactoryBuilder;
import dev.cinedex.errors.CinedexException;
import dev.cinedex.errors.ErrorCode;
import dev.cinedex.files.Format;
import dev.cinedex.files.Lines;
import dev.cinedex.files.Lines.Line;
import dev.cinedex.ledger.Effect;
import dev.cinedex.ledger.Written;
import dev.cinedex.lookup.Buckets;
import dev.cinedex.movie.MovieJson;
import dev.cinedex.projection.TooCostlyException;
import java.io.IOException;
import java.io.InputStream;
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
  /** The movies that are written at the same time, at most. */
  static final int WRITERS = 48;

  private static final int QUEUED = 4 * WRITERS;

  private final MovieWrites writes;
  private final MovieJson json;
  private final ImportOptions options;
  private final Checkpoint from;
  private final Watermark watermark;
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
  private final AtomicReference<@Nullable CinedexException> failure = new AtomicReference<>();

  ImportRun(
      MovieWrites writes,
      MovieJson json,
      ImportOptions options,
      Checkpoint from,
      ImportListener listener) {
    this.writes = writes;
    this.json = json;
    this.options = options;
    this.from = from;
    this.watermark = new Watermark(from);
    this.listener = listener;
  }

  /** Imports the lines after the checkpoint. Can be called once. */
  ImportSummary run(InputStream file) {
    try {
      readLines(new Lines(file, options.format()));
    } finally {
      room.acquireUninterruptibly(QUEUED); // waits until all queued lines are finished
      pool.shutdown();
    }
    CinedexException stopped = failure.get();
    if (stopped != null) {
      throw stopped;
    }
    return new ImportSummary(read.get(), written.get(), unchanged.get(), rejected.get());
  }

  private void readLines(Lines lines) {
    long number = 1;
    try {
      LineParser parser = parser(lines);
      for (Line line = lines.next(); line != null && failure.get() == null; line = lines.next()) {
        number = line.number() + 1;
        if (line.number() > from.line() && (line.isTooLong() || !line.isBlank())) {
          read.incrementAndGet();
          accept(line, parser);
        }
      }
    } catch (IOException e) {
      fail(number, e);
    }
  }

  /** Returns the parser of the lines; reads the header, if the file has one. */
  private LineParser parser(Lines lines) throws IOException {
    if (options.format() == Format.NDJSON) {
      return new LineParser(json::read, json, options.defaultGenre());
    }
    Line header = lines.next();
    CsvMovies movies =
        CsvMovies.of(header == null ? new byte[0] : header.bytes(), options.lists(), json);
    return new LineParser(movies::read, json, options.defaultGenre());
  }

  private void accept(Line line, LineParser parser) {
    Watermark.Begun begun = watermark.begin(line);
    if (line.isTooLong()) {
      reject(line, begun, "The line is longer than %d bytes".formatted(Lines.MAX_BYTES));
      return;
    }
    ImportedMovie movie;
    try {
      movie = parser.parse(line.bytes());
    } catch (CinedexException e) {
      reject(line, begun, String.valueOf(e.getMessage()));
      return;
    }
    enqueue(line, begun, movie);
  }

  private void reject(Line line, Watermark.Begun begun, String reason) {
    rejected.incrementAndGet();
    listener.rejected(line.number(), new String(line.bytes(), UTF_8), reason);
    done(begun, true);
  }

  private void done(Watermark.Begun line, boolean wasRejected) {
    listener.reached(watermark.done(line, wasRejected));
    listener.lineDone();
  }

  private void enqueue(Line line, Watermark.Begun begun, ImportedMovie movie) {
    room.acquireUninterruptibly();
    queues
        .get(Buckets.of(movie.id(), WRITERS))
        .execute(
            () -> {
              try {
                if (failure.get() == null) {
                  write(line, begun, movie);
                }
              } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                fail(line.number(), e);
              } catch (RuntimeException | Error e) {
                // Without this, the movie would count as written.
                fail(line.number(), e);
              } finally {
                room.release();
              }
            });
  }

  private void write(Line line, Watermark.Begun begun, ImportedMovie movie)
      throws InterruptedException {
    try {
      count(writes.write(movie.id(), options.existing().change(movie.state())));
    } catch (TooCostlyException e) {
      reject(line, begun, String.valueOf(e.getMessage()));
      return;
    }
    done(begun, false);
  }

  private void count(Written answer) {
    boolean same = answer.effect() == Effect.UNCHANGED;
    (same ? unchanged : written).incrementAndGet();
  }

  /**
   * Stops the import. The first failure is the one that is reported; that there are too many
   * rejects is reported as it is.
   */
  private void fail(long number, Throwable cause) {
    boolean rejects = cause instanceof CinedexException known && known.code() == ErrorCode.FINDINGS;
    failure.compareAndSet(
        null, rejects ? (CinedexException) cause : new ImportFailedException(number, cause));
    watermark.stop();
  }
}
