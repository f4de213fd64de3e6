package dev.cinedex.http;

import com.codahale.metrics.Meter;
import dev.cinedex.http.Problem.Kind;
import jakarta.ws.rs.container.ContainerRequestContext;
import jakarta.ws.rs.core.StreamingOutput;
import java.io.IOException;
import java.util.Objects;
import java.util.concurrent.Semaphore;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** One request's share of what may be under way at once; travels with it as an attribute. */
public final class RequestPermit {
  private static final Logger LOGGER = LoggerFactory.getLogger(RequestPermit.class);

  public static final String ATTRIBUTE = RequestPermit.class.getName();

  private final Semaphore streams;
  private final Meter refused;
  private Semaphore held;
  private boolean broken;

  /**
   * @param held one of whose permits was acquired
   * @param refused is told when there is no permit for a stream
   */
  RequestPermit(Semaphore held, Semaphore streams, Meter refused) {
    this.held = held;
    this.streams = streams;
    this.refused = refused;
  }

  public static RequestPermit of(ContainerRequestContext request) {
    return (RequestPermit) Objects.requireNonNull(request.getProperty(ATTRIBUTE));
  }

  /**
   * Takes a stream's permit in place of the one it has.
   *
   * @throws ProblemException when there is none
   */
  public void becomeStream() {
    if (!streams.tryAcquire()) {
      refused.mark();
      throw new ProblemException(Kind.OVERLOADED, ConcurrencyLimits.REFUSAL);
    }
    held.release();
    held = streams;
  }

  /**
   * A body that is sent as it is made. What fails on the way ends the connection without the end of
   * the body, so that half of it never looks whole.
   */
  public StreamingOutput wholeOrBroken(StreamingOutput body) {
    return out -> {
      try {
        body.write(out);
      } catch (RuntimeException e) {
        LOGGER.warn("A stream was broken off", e);
        broken = true;
      } catch (IOException e) {
        broken = true; // the client is gone
      }
    };
  }

  boolean isBroken() {
    return broken;
  }

  void release() {
    held.release();
  }
}
