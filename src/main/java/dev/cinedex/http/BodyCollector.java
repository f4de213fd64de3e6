package dev.cinedex.http;

import static java.util.concurrent.TimeUnit.MILLISECONDS;
import static java.util.concurrent.TimeUnit.NANOSECONDS;

import com.fasterxml.jackson.databind.ObjectMapper;
import dev.cinedex.metrics.Metrics;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.ws.rs.container.ContainerRequestContext;
import jakarta.ws.rs.core.Response.Status;
import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicBoolean;
import org.eclipse.jetty.http.HttpException;
import org.eclipse.jetty.http.HttpHeader;
import org.eclipse.jetty.http.HttpStatus;
import org.eclipse.jetty.io.Content;
import org.eclipse.jetty.server.Handler;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.Response;
import org.eclipse.jetty.util.Callback;
import org.eclipse.jetty.util.thread.Scheduler;
import org.jspecify.annotations.Nullable;

/**
 * Waits for the whole body of a request, without a thread, before anything is answered: a request
 * that is refused before its body has arrived would cost the connection, and the client would not
 * be told. A body that is too large, or too slow, is refused here.
 */
public final class BodyCollector extends Handler.Wrapper {
  /** Four times the size of the largest valid movie in plain ASCII. */
  static final int MAX_BYTES = 1 << 20;

  /** A body has this time, and the time that its bytes take at the slowest rate. */
  private static final long GRACE_MILLIS = 10_000;

  private static final int SLOWEST_BYTES_PER_SECOND = 64 << 10;

  /** The attribute of a request that has the bytes of its body. */
  private static final String LENGTH = BodyCollector.class.getName() + ".length";

  private static final Problem TOO_LARGE =
      Problem.of(
          Status.REQUEST_ENTITY_TOO_LARGE,
          "The body is too large: at most %d bytes are allowed".formatted(MAX_BYTES));

  private final MemoryBudget.Share memory;
  private final Metrics metrics;
  private final ObjectMapper mapper;

  /**
   * @param memory has room for the bodies that have arrived, until their requests are answered
   */
  BodyCollector(MemoryBudget.Share memory, Metrics metrics, ObjectMapper mapper) {
    this.memory = memory;
    this.metrics = metrics;
    this.mapper = mapper;
  }

  /** Returns the bytes of a request's body; 0 when it has none. */
  public static int length(ContainerRequestContext request) {
    return request.getProperty(LENGTH) instanceof Integer length ? length : 0;
  }

  /** Returns the bytes of a request's body; 0 when it has none. */
  static int length(HttpServletRequest request) {
    return request.getAttribute(LENGTH) instanceof Integer length ? length : 0;
  }

  @Override
  public boolean handle(Request request, Response response, Callback callback) throws Exception {
    boolean body =
        request.getHeaders().contains(HttpHeader.TRANSFER_ENCODING)
            || request.getHeaders().getLongField(HttpHeader.CONTENT_LENGTH) > 0;
    if (!body) {
      return super.handle(request, response, callback);
    }
    if (request.getLength() > MAX_BYTES) {
      refuse(TOO_LARGE, request, response, callback);
    } else {
      new Collection(request, response, callback).begin();
    }
    return true;
  }

  private void refuse(Problem problem, Request request, Response response, Callback callback) {
    count(problem.status(), request);
    BodyRefusal.begin(request, response, callback, problem, mapper);
  }

  /** Counts a request that the filters, which count the others, do not see. */
  private void count(int status, Request request) {
    Duration time = Duration.ofNanos(System.nanoTime() - request.getBeginNanoTime());
    metrics.answered(RequestMetrics.OTHER, status, time);
  }

  private void handleCollected(Request request, Response response, Callback callback) {
    try {
      if (!super.handle(request, response, callback)) {
        Response.writeError(request, response, callback, HttpStatus.NOT_FOUND_404);
      }
    } catch (Throwable e) {
      Response.writeError(request, response, callback, e);
    }
  }

  private static Scheduler.Task after(long millis, Request request, Runnable action) {
    return request.getComponents().getScheduler().schedule(action, millis, MILLISECONDS);
  }

  /** Reads a body that is not known to be too large. */
  private final class Collection implements Runnable {
    private final Request request;
    private final Response response;
    private final Callback callback;
    private final Bytes bytes = new Bytes();
    private final AtomicBoolean ended = new AtomicBoolean();
    private final long begunNanos = System.nanoTime();
    private final BodyReservation reservation = new BodyReservation(memory);
    private volatile Scheduler.@Nullable Task timeout;
    private volatile int received;

    private Collection(Request request, Response response, Callback callback) {
      this.request = request;
      this.response = response;
      this.callback = callback;
    }

    private void begin() {
      Request.addCompletionListener(request, failure -> reservation.end());
      timeout = after(GRACE_MILLIS, request, this::endIfTooSlow);
      run();
    }

    private void endIfTooSlow() {
      long allowed = GRACE_MILLIS + received * 1_000L / SLOWEST_BYTES_PER_SECOND;
      long elapsed = NANOSECONDS.toMillis(System.nanoTime() - begunNanos);
      if (elapsed < allowed && !ended.get()) {
        timeout = after(allowed - elapsed, request, this::endIfTooSlow);
      } else if (end()) {
        count(HttpStatus.REQUEST_TIMEOUT_408, request);
        callback.failed(
            new HttpException.RuntimeException(
                HttpStatus.REQUEST_TIMEOUT_408,
                "The body came too slowly: it has 10 s, and a second more for each 64 KiB"));
      }
    }

    /** Ends the collection, once. */
    private boolean end() {
      if (!ended.compareAndSet(false, true)) {
        return false;
      }
      Scheduler.Task task = timeout;
      if (task != null) {
        task.cancel(); // it would keep the body in memory
      }
      return true;
    }

    @Override
    public void run() {
      while (!ended.get()) {
        Content.Chunk chunk = request.read();
        if (chunk == null) {
          request.demand(this);
          return;
        }
        if (Content.Chunk.isFailure(chunk)) {
          if (end()) {
            callback.failed(chunk.getFailure());
          }
          return;
        }
        add(chunk);
      }
    }

    private void add(Content.Chunk chunk) {
      boolean last = chunk.isLast();
      Problem refusal = refusal(chunk.remaining());
      if (refusal == null) {
        byte[] piece = new byte[chunk.remaining()];
        chunk.getByteBuffer().get(piece);
        bytes.writeBytes(piece);
        received = bytes.size();
      }
      chunk.release();
      if (refusal != null) {
        if (end()) {
          refuse(refusal, request, response, callback);
        }
      } else if (last && end()) {
        request.setAttribute(LENGTH, received);
        Request collected = new CollectedRequest(request, bytes.buffer());
        request
            .getComponents()
            .getExecutor()
            .execute(() -> handleCollected(collected, response, callback));
      }
    }

    private @Nullable Problem refusal(int more) {
      if (received + more > MAX_BYTES) {
        return TOO_LARGE;
      }
      if (!reservation.growTo(2L * (received + more))) { // the buffer doubles when it is full
        metrics.refused("memory");
        return RequestPermit.NO_MEMORY;
      }
      return null;
    }
  }

  /** Shows what was written without a copy. */
  private static final class Bytes extends ByteArrayOutputStream {
    private ByteBuffer buffer() {
      return ByteBuffer.wrap(buf, 0, count);
    }
  }
}
