package dev.cinedex.http;

import dev.cinedex.metrics.Metrics;
import jakarta.ws.rs.container.ContainerRequestContext;
import jakarta.ws.rs.core.StreamingOutput;
import java.io.IOException;
import java.util.Objects;
import java.util.concurrent.Semaphore;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The permit with which one request runs; the request carries it as an attribute. */
public final class RequestPermit {
  private static final Logger LOGGER = LoggerFactory.getLogger(RequestPermit.class);

  static final String ATTRIBUTE = RequestPermit.class.getName();

  /** The answer when there is no permit left. */
  static final Problem REFUSAL =
      Problem.of(
          ProblemKind.OVERLOADED,
          "As many requests of this kind are running as config.yml allows (limits). Try again");

  private final Semaphore streams;
  private final Metrics metrics;
  private Semaphore held;
  private boolean aborted;

  /**
   * @param held the semaphore from which the request has a permit
   * @param metrics counts the requests for which there is no permit
   */
  RequestPermit(Semaphore held, Semaphore streams, Metrics metrics) {
    this.held = held;
    this.streams = streams;
    this.metrics = metrics;
  }

  public static RequestPermit of(ContainerRequestContext request) {
    return (RequestPermit) Objects.requireNonNull(request.getProperty(ATTRIBUTE));
  }

  /**
   * Exchanges the permit for a stream's.
   *
   * @throws ProblemException when no permit for a stream is left
   */
  public void switchToStream() {
    if (!streams.tryAcquire()) {
      metrics.refused("overloaded");
      throw new ProblemException(REFUSAL);
    }
    held.release();
    held = streams;
  }

  /**
   * Returns a body that is sent while it is made. If making it fails, the connection ends without
   * the end of the body, so that the client never takes a part for the whole.
   */
  public StreamingOutput abortOnFailure(StreamingOutput body) {
    return out -> {
      try {
        body.write(out);
      } catch (RuntimeException e) {
        LOGGER.warn("A stream was aborted", e);
        aborted = true;
      } catch (IOException e) {
        aborted = true; // the client has disconnected
      }
    };
  }

  boolean isAborted() {
    return aborted;
  }

  void release() {
    held.release();
  }
}
