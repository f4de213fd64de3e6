package dev.cinedex.cli;

import com.google.common.util.concurrent.MoreExecutors;
import com.google.common.util.concurrent.ThreadFactoryBuilder;
import dev.cinedex.imports.Checkpoint;
import dev.cinedex.imports.Import;
import dev.cinedex.imports.ImportListener;
import dev.cinedex.imports.ImportSummary;
import java.io.IOException;
import java.io.InputStream;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;

/**
 * An import that saves how far it is beside its file, every second. When its process is killed, the
 * next import of the file continues there, if the file up to there is the same.
 */
final class ResumableImport {
  private static final Duration INTERVAL = Duration.ofSeconds(1);
  private static final Duration STOP_LIMIT = Duration.ofSeconds(10);

  private final Import movies;
  private final MoviesFile file;
  private final String identity;
  private final Optional<ProgressFile<Progress>> progress;

  /**
   * The content of the progress file.
   *
   * @param imported what is imported where; for anything else the place means nothing
   */
  record Progress(String imported, Checkpoint place) {}

  /**
   * @param identity the tables that are written, and the options
   */
  ResumableImport(Import movies, MoviesFile file, String identity) {
    this.movies = movies;
    this.file = file;
    this.identity = identity;
    this.progress = file.progress().map(path -> new ProgressFile<>(path, Progress.class));
  }

  /** Returns the place after which the import has to begin. */
  Checkpoint start() throws IOException {
    Optional<Progress> saved = progress.isEmpty() ? Optional.empty() : progress.get().read();
    if (saved.isEmpty()) {
      return Checkpoint.START;
    }
    Checkpoint place = saved.get().place();
    try (InputStream bytes = file.open()) {
      if (saved.get().imported().equals(identity) && movies.canContinue(bytes, place)) {
        System.err.printf(
            "Continues after line %d of %s; --from-start would import the whole file%n",
            place.line(), file);
        return place;
      }
    }
    System.err.printf(
        "Begins at the first line of %s: since the import that was interrupted, the file, the tables or the options have changed%n",
        file);
    return Checkpoint.START;
  }

  /** Runs the import, and saves meanwhile how far it is. */
  ImportSummary run(Checkpoint from, ImportListener listener) throws IOException {
    Place place = new Place(from, listener);
    ScheduledExecutorService thread =
        Executors.newSingleThreadScheduledExecutor(
            new ThreadFactoryBuilder().setNameFormat("import-progress").setDaemon(true).build());
    ScheduledFuture<?> saving =
        thread.scheduleWithFixedDelay(
            () -> save(place), INTERVAL.toMillis(), INTERVAL.toMillis(), TimeUnit.MILLISECONDS);
    ImportSummary summary;
    try (InputStream bytes = file.open()) {
      summary = movies.run(bytes, from, place);
    } catch (RuntimeException e) {
      save(place);
      throw e;
    } finally {
      saving.cancel(false);
      MoreExecutors.shutdownAndAwaitTermination(thread, STOP_LIMIT);
    }
    if (progress.isPresent()) {
      progress.get().delete();
    }
    return summary;
  }

  private synchronized void save(Place place) {
    Checkpoint now = place.reached;
    if (now.line() == 0 || progress.isEmpty()) {
      return;
    }
    try {
      progress.get().save(new Progress(identity, now));
    } catch (IOException e) {
      if (place.warned.compareAndSet(false, true)) {
        System.err.printf(
            "%s cannot be written (%s): an import that is interrupted will begin at the first line again%n",
            progress.get(), e);
      }
    }
  }

  /** Remembers how far the import is. */
  private static final class Place implements ImportListener {
    private final ImportListener listener;
    private final AtomicBoolean warned = new AtomicBoolean();
    private volatile Checkpoint reached;

    Place(Checkpoint from, ImportListener listener) {
      this.reached = from;
      this.listener = listener;
    }

    @Override
    public void lineDone() {
      listener.lineDone();
    }

    @Override
    public void rejected(long lineNumber, String line, String reason) {
      listener.rejected(lineNumber, line, reason);
    }

    @Override
    public synchronized void reached(Checkpoint checkpoint) {
      if (checkpoint.line() > reached.line()) {
        reached = checkpoint;
      }
    }
  }
}
