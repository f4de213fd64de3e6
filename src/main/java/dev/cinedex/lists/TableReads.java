package dev.cinedex.lists;

import com.datastax.oss.driver.api.core.DriverException;
import com.github.benmanes.caffeine.cache.AsyncLoadingCache;
import com.github.benmanes.caffeine.cache.Caffeine;
import com.github.benmanes.caffeine.cache.Expiry;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Function;
import java.util.function.Predicate;

/**
 * Reads whole tables, in the background. Such a read runs once for all requests that ask meanwhile,
 * and its result is kept for a while.
 *
 * @param <K> what is asked for
 * @param <T> the result
 */
public final class TableReads<K, T> {
  private final Life life;
  private final Predicate<K> current;
  private final AsyncLoadingCache<K, Result<T>> results;
  private final Map<K, Result<T>> last = new ConcurrentHashMap<>();

  /**
   * How long a result is kept.
   *
   * @param least the shortest time
   * @param perDuration how many times as long as the read took
   */
  public record Life(Duration least, int perDuration) {
    /** Keeps reading to a tenth of the time, however long it takes. */
    public static final Life OF_COUNTS = new Life(Duration.ofSeconds(10), 10);

    /** Keeps a result until somebody gets it: those who asked may not have waited for the end. */
    public static final Life OF_SEARCHES = new Life(Duration.ZERO, 1);

    private Duration of(Result<?> result) {
      Duration life = Duration.between(result.from, result.to).multipliedBy(perDuration);
      return life.compareTo(least) < 0 ? least : life;
    }
  }

  /**
   * A result.
   *
   * @param from when reading began
   * @param to when it ended
   */
  public record Result<T>(T value, Instant from, Instant to) {}

  /**
   * @param read reads tables for what is asked for
   * @param current whether a result for it is of any use; others are forgotten
   * @param executor runs the reads, and may reject them
   */
  public TableReads(Function<K, T> read, Life life, Predicate<K> current, Executor executor) {
    this.life = life;
    this.current = current;
    this.results =
        Caffeine.newBuilder()
            .executor(Runnable::run)
            .expireAfter(Expiry.<K, Result<T>>creating((key, result) -> life.of(result)))
            .buildAsync(
                (key, unused) -> CompletableFuture.supplyAsync(() -> read(read, key), executor));
  }

  /**
   * Returns a fresh result; or, when reading takes longer than the caller waits, the last one.
   *
   * @param patience the longest time to wait
   * @throws TimeoutException when there is no earlier result
   * @throws RejectedExecutionException when too many other reads wait
   */
  public Result<T> get(K key, Duration patience) throws InterruptedException, TimeoutException {
    forgetOthers();
    try {
      Result<T> result = results.get(key).get(patience.toMillis(), TimeUnit.MILLISECONDS);
      if (life.least.isZero()) {
        results.synchronous().invalidate(key); // somebody may change what it shows
      }
      return result;
    } catch (TimeoutException e) {
      Result<T> before = last.get(key);
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

  private void forgetOthers() {
    results.asMap().keySet().removeIf(current.negate());
    last.keySet().removeIf(current.negate());
  }

  private Result<T> read(Function<K, T> read, K key) {
    Instant from = Clock.systemUTC().instant();
    Result<T> result = new Result<>(read.apply(key), from, Clock.systemUTC().instant());
    if (!life.least.isZero()) {
      last.put(key, result);
    }
    return result;
  }
}
