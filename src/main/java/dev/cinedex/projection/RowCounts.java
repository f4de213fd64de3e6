package dev.cinedex.projection;

import com.datastax.oss.driver.api.core.DriverException;
import com.github.benmanes.caffeine.cache.AsyncLoadingCache;
import com.github.benmanes.caffeine.cache.Caffeine;
import com.github.benmanes.caffeine.cache.Expiry;
import dev.cinedex.lookup.LookupTable;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/**
 * How many rows a lookup table has for each key. Counting reads every row, so that it is done once
 * for all who ask meanwhile, and its result is kept for a while.
 */
public final class RowCounts {
  private static final Duration SHORTEST_LIFE = Duration.ofSeconds(10);

  /** So that counting takes at most a tenth of the time, however long it takes. */
  private static final int LIFE_PER_DURATION = 10;

  private final AsyncLoadingCache<LookupTable, Counts> counts;
  private final Map<LookupTable, Counts> last = new ConcurrentHashMap<>();

  /**
   * @param counting does the counting
   */
  public RowCounts(LookupReader reader, Executor counting) {
    this.counts =
        Caffeine.newBuilder()
            .executor(counting)
            .expireAfter(Expiry.<LookupTable, Counts>creating((table, counted) -> counted.life()))
            .buildAsync(table -> count(reader, table));
  }

  /**
   * @param rows by the values of {@link LookupTable#partition()}, in order
   * @param from when counting began
   * @param to when it ended
   */
  public record Counts(SortedMap<List<Object>, Long> rows, Instant from, Instant to) {
    public Counts {
      rows = Collections.unmodifiableSortedMap(rows);
    }

    private Duration life() {
      Duration life = Duration.between(from, to).multipliedBy(LIFE_PER_DURATION);
      return life.compareTo(SHORTEST_LIFE) < 0 ? SHORTEST_LIFE : life;
    }
  }

  /**
   * Those that are fresh; or when counting takes longer than a request should wait, those before.
   *
   * @param patience how long to wait
   * @throws TimeoutException when there are none before
   */
  public Counts of(LookupTable table, Duration patience)
      throws InterruptedException, TimeoutException {
    try {
      return counts.get(table).get(patience.toMillis(), TimeUnit.MILLISECONDS);
    } catch (TimeoutException e) {
      Counts before = last.get(table);
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

  private Counts count(LookupReader reader, LookupTable table) {
    Instant from = Clock.systemUTC().instant();
    SortedMap<List<Object>, Long> rows = reader.count(table);
    Counts counted = new Counts(rows, from, Clock.systemUTC().instant());
    last.put(table, counted);
    return counted;
  }
}
