package dev.cinedex.resources;

import dev.cinedex.http.ProblemException;
import dev.cinedex.http.ProblemKind;
import dev.cinedex.lists.TableReads;
import dev.cinedex.lists.TableReads.Result;
import java.time.Duration;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeoutException;

/**
 * Waits for reads of whole tables, for as long as a request should wait.
 *
 * @param <K> what is asked for
 * @param <T> the result
 */
final class AwaitedReads<K, T> {
  private static final Duration PATIENCE = Duration.ofSeconds(3);

  private final TableReads<K, T> reads;

  AwaitedReads(TableReads<K, T> reads) {
    this.reads = reads;
  }

  /**
   * Returns the result for a key.
   *
   * @param work what is done, as the subject of a sentence
   * @throws ProblemException when it takes longer, and a later request gets the result; or when too
   *     many others wait
   */
  Result<T> get(K key, String work) throws InterruptedException {
    try {
      return reads.get(key, PATIENCE);
    } catch (TimeoutException e) {
      throw new ProblemException(
          ProblemKind.STILL_COUNTING,
          "%s takes longer than %d s. Ask again for the result"
              .formatted(work, PATIENCE.toSeconds()));
    } catch (RejectedExecutionException e) {
      throw new ProblemException(
          ProblemKind.OVERLOADED,
          "%s has to wait for others, and too many wait already. Try again".formatted(work));
    }
  }
}
