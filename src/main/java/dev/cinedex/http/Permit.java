package dev.cinedex.http;

import dev.cinedex.http.Problem.Kind;
import jakarta.ws.rs.container.ContainerRequestContext;
import java.util.Objects;
import java.util.concurrent.Semaphore;

/** One request's share of what may be under way at once; travels with it as an attribute. */
final class Permit {
  static final String ATTRIBUTE = Permit.class.getName();

  private final Semaphore streams;
  private Semaphore held;
  private boolean broken;

  /**
   * @param held one of whose permits was acquired
   */
  Permit(Semaphore held, Semaphore streams) {
    this.held = held;
    this.streams = streams;
  }

  static Permit of(ContainerRequestContext request) {
    return (Permit) Objects.requireNonNull(request.getProperty(ATTRIBUTE));
  }

  /**
   * Takes a stream's permit in place of the one it has.
   *
   * @throws ProblemException when there is none
   */
  void becomeStream() {
    if (!streams.tryAcquire()) {
      throw new ProblemException(Kind.OVERLOADED, ConcurrencyLimits.REFUSAL);
    }
    held.release();
    held = streams;
  }

  /** The answer has begun, and cannot be ended as it should. */
  void breakOff() {
    broken = true;
  }

  boolean isBroken() {
    return broken;
  }

  void release() {
    held.release();
  }
}
