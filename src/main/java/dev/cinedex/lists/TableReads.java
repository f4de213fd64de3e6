package dev.cinedex.lists;

import com.datastax.oss.driver.api.core.DriverException;
import com.github.benmanes.caffeine.cache.AsyncLoadingCache;
import com.github.benmanes.caffeine.cache.Caffeine;
import com.github.benmanes.caffeine.cache.Expiry;
import dev.cinedex.lookup.LookupTable;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Function;

/**
 * Keeps the results of counting the rows of lookup tables. Counting reads every row, so it runs
 * once for all requests that ask meanwhile, and its result is kept for a while.
 *
 * @param <T> the result
 */
public final class RowCounts<T> {
  private static final Duration MIN_LIFE = Duration.ofSeconds(10);

  /** Keeps counting to a tenth of the time, however long it takes. */
  private static final int LIFE_PER_DURATION = 10;

  private final AsyncLoadingCache<LookupTable, Counts<T>> counts;
  private final Map<LookupTable, Counts<T>> last = new ConcurrentHashMap<>();

  /**
   * @param count counts the rows of a table
   * @param executor runs the counting
   */
  public RowCounts(Function<LookupTable, T> count, Executor executor) {
    this.counts =
        Caffeine.newBuilder()
            .executor(executor)
            .expireAfter(
                Expiry.<LookupTable, Counts<T>>creating((table, counted) -> counted.life()))
            .buildAsync(table -> counted(count, table));
  }

  /**
   * A result.
   *
   * @param from when counting began
   * @param to when it ended
   */
  public record Counts<T>(T rows, Instant from, Instant to) {
    private Duration life() {
      Duration life = Duration.between(from, to).multipliedBy(LIFE_PER_DURATION);
      return life.compareTo(MIN_LIFE) < 0 ? MIN_LIFE : life;
    }
  }

  /**
   * Returns a fresh result; or, when counting takes longer than the caller waits, the last one.
   *
   * @param patience the longest time to wait
   * @throws TimeoutException when there is no earlier result
   */
  public Counts<T> count(LookupTable table, Duration patience)
      throws InterruptedException, TimeoutException {
    try {
      return counts.get(table).get(patience.toMillis(), TimeUnit.MILLISECONDS);
    } catch (TimeoutException e) {
      Counts<T> before = last.get(table);
      if (before == null) {
        throw e;
      }
      return before;
    } catch (ExecutionException e) {
      throw e.getCause() instanceof DriverException failure
          ? failure.copy()
          : new CompletionException(e.getCause());
    }
  }

  private Counts<T> counted(Function<LookupTable, T> count, LookupTable table) {
    Instant from = Clock.systemUTC().instant();
    Counts<T> counted = new Counts<>(count.apply(table), from, Clock.systemUTC().instant());
    last.put(table, counted);
    return counted;
  }
}
