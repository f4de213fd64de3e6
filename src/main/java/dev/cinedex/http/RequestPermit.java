package dev.cinedex.http;

import com.fasterxml.jackson.core.JsonProcessingException;
import dev.cinedex.metrics.Metrics;
import jakarta.servlet.ServletRequest;
import jakarta.ws.rs.container.ContainerRequestContext;
import jakarta.ws.rs.core.StreamingOutput;
import java.io.IOException;
import java.util.Objects;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.function.LongConsumer;
import org.eclipse.jetty.io.EofException;
import org.eclipse.jetty.io.QuietException;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The permit with which one request runs; the request carries it as an attribute. */
public final class RequestPermit {
  private static final Logger LOGGER = LoggerFactory.getLogger(RequestPermit.class);

  private static final int ROWS_PER_COST = 20;

  /** What a stream costs, whose rows nobody has counted: as much as 5,000 rows in pages. */
  public static final int COST_OF_STREAM = 250;

  static final String ATTRIBUTE = RequestPermit.class.getName();

  /** The answer when there is no permit left. */
  static final Problem REFUSAL =
      Problem.of(
          ProblemKind.OVERLOADED,
          "As many requests of this kind are running as may run at the same time. Try again");

  /** The answer when there is no memory left. */
  static final Problem NO_MEMORY =
      Problem.of(
          ProblemKind.OVERLOADED,
          "The requests that are running may take half of the heap together, and have reserved it. Try again");

  /** Ends an answer that broke off. Its cause is in the log, and Jetty logs no stack for it. */
  private static final class AbortedAnswerException extends IOException implements QuietException {
    private static final long serialVersionUID = 1L;

    AbortedAnswerException() {
      super("An answer was aborted");
    }
  }

  private final Semaphore streams;
  private final MemoryBudget.Share memory;
  private final LongConsumer account;
  private final Metrics metrics;
  private @Nullable Semaphore held;
  private long reserved;
  private long reservedSmall;
  private @Nullable IOException abortion;

  /**
   * @param held the semaphore from which the request has a permit
   * @param account charges a cost to the client
   * @param metrics counts the requests for which there is no permit, or no memory
   */
  RequestPermit(
      Semaphore held,
      Semaphore streams,
      MemoryBudget.Share memory,
      LongConsumer account,
      Metrics metrics) {
    this.held = held;
    this.streams = streams;
    this.memory = memory;
    this.account = account;
    this.metrics = metrics;
  }

  public static RequestPermit of(ContainerRequestContext request) {
    return (RequestPermit) Objects.requireNonNull(request.getProperty(ATTRIBUTE));
  }

  static RequestPermit of(ServletRequest request) {
    return (RequestPermit) Objects.requireNonNull(request.getAttribute(ATTRIBUTE));
  }

  /**
   * Charges the client for the rows of a page, of which 20 cost 1.
   *
   * @throws ProblemException when the client has to wait until it may ask for so much
   */
  public void chargeRows(int rows) {
    charge((rows + ROWS_PER_COST - 1) / ROWS_PER_COST);
  }

  /**
   * Charges the client for more than the request cost when it began.
   *
   * @throws ProblemException when the client has to wait until it may ask for so much
   */
  public void charge(long cost) {
    if (cost > 0) {
      account.accept(cost);
    }
  }

  /**
   * Exchanges the permit for a stream's.
   *
   * @throws ProblemException when no permit for a stream is left, or the client has to wait
   */
  public void switchToStream() {
    if (!streams.tryAcquire()) {
      metrics.refused("overloaded");
      throw new ProblemException(REFUSAL);
    }
    giveBack();
    held = streams;
    charge(COST_OF_STREAM);
  }

  /**
   * Reserves the memory that the request may take at most, until it ends. While it waits for
   * memory, another request may have its permit: so large requests do not keep out small ones.
   *
   * @throws ProblemException when other requests have reserved the memory, or have the permits
   */
  public void reserve(long bytes) {
    try {
      if (memory.takeSmall(bytes)) {
        reservedSmall += MemoryBudget.Share.rounded(bytes);
        return;
      }
      if (keep(memory.takeNow(bytes))) {
        return;
      }
      Semaphore permits = Objects.requireNonNull(held);
      giveBack();
      boolean taken = keep(memory.take(bytes));
      if (taken && permits.tryAcquire(MemoryBudget.PATIENCE_MILLIS, TimeUnit.MILLISECONDS)) {
        held = permits;
        return;
      }
      metrics.refused(taken ? "overloaded" : "memory");
      throw new ProblemException(taken ? REFUSAL : NO_MEMORY);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new ProblemException(NO_MEMORY);
    }
  }

  private boolean keep(long taken) {
    reserved += Math.max(0, taken);
    return taken >= 0;
  }

  /** Reserves memory however long it takes: the answer has begun, and can no longer be refused. */
  public void reserveLater(long bytes) {
    try {
      reserved += memory.await(bytes);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new ProblemException(NO_MEMORY);
    }
  }

  /** Gives back what is reserved beyond this. */
  public void keepOnly(long bytes) {
    long kept = MemoryBudget.Share.rounded(bytes);
    if (kept < reserved) {
      memory.give(reserved - kept);
      reserved = kept;
    }
  }

  /**
   * Returns a body that is sent while it is made. If making it fails, the connection ends without
   * the end of the body, so that the client never takes a part for the whole.
   */
  public StreamingOutput abortOnFailure(StreamingOutput body) {
    return out -> {
      try {
        body.write(out);
      } catch (RuntimeException | JsonProcessingException e) {
        LOGGER.warn("A stream was aborted", e);
        abortion = new AbortedAnswerException();
      } catch (IOException e) {
        abortion = new EofException(e); // the client has disconnected
      }
    };
  }

  /** Returns how a body ended that is not whole; null when there is none. */
  @Nullable IOException abortion() {
    return abortion;
  }

  private void giveBack() {
    if (held != null) {
      held.release();
      held = null;
    }
  }

  void release() {
    giveBack();
    memory.give(reserved);
    memory.giveSmall(reservedSmall);
    reserved = 0;
    reservedSmall = 0;
  }
}
