package dev.cinedex.http;

import static java.util.concurrent.TimeUnit.MILLISECONDS;
import static java.util.concurrent.TimeUnit.NANOSECONDS;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import jakarta.ws.rs.core.Response.Status;
import java.io.ByteArrayOutputStream;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicBoolean;
import org.eclipse.jetty.http.HttpException;
import org.eclipse.jetty.http.HttpHeader;
import org.eclipse.jetty.http.HttpStatus;
import org.eclipse.jetty.io.Content;
import org.eclipse.jetty.io.content.ByteBufferContentSource;
import org.eclipse.jetty.server.Handler;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.Response;
import org.eclipse.jetty.util.Callback;
import org.eclipse.jetty.util.thread.Scheduler;

/**
 * Waits for the whole body of a request, without a thread, before anything is answered: a request
 * that is refused before its body has arrived would cost the connection, and the client would not
 * be told. A body that is too large, or too slow, is refused here.
 */
final class BodyCollector extends Handler.Wrapper {
  /** Four times the size of the largest valid movie in plain ASCII. */
  static final int MAX_BYTES = 1 << 20;

  /** A body has this time, and the time that its bytes take at the slowest rate. */
  private static final long GRACE_MILLIS = 10_000;

  private static final int SLOWEST_BYTES_PER_SECOND = 64 << 10;

  /**
   * How long the rest of a body that is too large is read: a client whose connection ends while it
   * sends may not see the answer.
   */
  private static final long SKIP_MILLIS = 2_000;

  private final ObjectMapper mapper;

  BodyCollector(ObjectMapper mapper) {
    this.mapper = mapper;
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
      new Refusal(request, response, callback).begin();
    } else {
      new Collection(request, response, callback).begin();
    }
    return true;
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
    private final ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    private final AtomicBoolean ended = new AtomicBoolean();
    private final long begunNanos = System.nanoTime();
    private volatile int received;

    private Collection(Request request, Response response, Callback callback) {
      this.request = request;
      this.response = response;
      this.callback = callback;
    }

    private void begin() {
      after(GRACE_MILLIS, request, this::endIfTooSlow);
      run();
    }

    private void endIfTooSlow() {
      long allowed = GRACE_MILLIS + received * 1_000L / SLOWEST_BYTES_PER_SECOND;
      long elapsed = NANOSECONDS.toMillis(System.nanoTime() - begunNanos);
      if (elapsed < allowed) {
        after(allowed - elapsed, request, this::endIfTooSlow);
      } else if (ended.compareAndSet(false, true)) {
        callback.failed(
            new HttpException.RuntimeException(
                HttpStatus.REQUEST_TIMEOUT_408,
                "The body came too slowly: it has 10 s, and a second more for each 64 KiB"));
      }
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
          if (ended.compareAndSet(false, true)) {
            callback.failed(chunk.getFailure());
          }
          return;
        }
        add(chunk);
      }
    }

    private void add(Content.Chunk chunk) {
      boolean last = chunk.isLast();
      boolean tooLarge = received + chunk.remaining() > MAX_BYTES;
      if (!tooLarge) {
        byte[] piece = new byte[chunk.remaining()];
        chunk.getByteBuffer().get(piece);
        bytes.writeBytes(piece);
        received = bytes.size();
      }
      chunk.release();
      if ((tooLarge || last) && ended.compareAndSet(false, true)) {
        if (tooLarge) {
          new Refusal(request, response, callback).begin();
        } else {
          Request collected = new CollectedRequest(request, ByteBuffer.wrap(bytes.toByteArray()));
          request
              .getComponents()
              .getExecutor()
              .execute(() -> handleCollected(collected, response, callback));
        }
      }
    }
  }

  /** A request whose body is in memory. */
  private static final class CollectedRequest extends Request.Wrapper {
    private final Content.Source body;

    private CollectedRequest(Request request, ByteBuffer body) {
      super(request);
      this.body = new ByteBufferContentSource(body);
    }

    @Override
    public Content.Chunk read() {
      return body.read();
    }

    @Override
    public void demand(Runnable demandCallback) {
      body.demand(demandCallback);
    }

    @Override
    public void fail(Throwable failure) {
      body.fail(failure);
    }
  }

  /** Refuses a body that is too large, and then reads what still comes of it. */
  private final class Refusal implements Runnable {
    private final Request request;
    private final Response response;
    private final Callback callback;
    private final AtomicBoolean ended = new AtomicBoolean();

    private Refusal(Request request, Response response, Callback callback) {
      this.request = request;
      this.response = response;
      this.callback = callback;
    }

    private void begin() {
      byte[] problem = problem();
      response.setStatus(HttpStatus.PAYLOAD_TOO_LARGE_413);
      response.getHeaders().put(HttpHeader.CONTENT_TYPE, Problem.MEDIA_TYPE);
      response.getHeaders().put(HttpHeader.CACHE_CONTROL, "no-store");
      response.getHeaders().put(HttpHeader.CONTENT_LENGTH, problem.length);
      SecurityHeaders.HEADERS.forEach(response.getHeaders()::put);
      response.write(true, ByteBuffer.wrap(problem), Callback.from(this::skip, callback::failed));
    }

    private byte[] problem() {
      try {
        return mapper.writeValueAsBytes(
            Problem.of(
                Status.REQUEST_ENTITY_TOO_LARGE,
                "The body is too large: at most %d bytes are allowed".formatted(MAX_BYTES)));
      } catch (JsonProcessingException e) {
        throw new UncheckedIOException(e);
      }
    }

    private void skip() {
      after(SKIP_MILLIS, request, () -> end(false));
      run();
    }

    @Override
    public void run() {
      while (!ended.get()) {
        Content.Chunk chunk = request.read();
        if (chunk == null) {
          request.demand(this);
          return;
        }
        chunk.release();
        if (Content.Chunk.isFailure(chunk) || chunk.isLast()) {
          end(!Content.Chunk.isFailure(chunk));
        }
      }
    }

    /**
     * @param whole whether the body has come to its end; if not, the connection cannot be used any
     *     more
     */
    private void end(boolean whole) {
      if (ended.compareAndSet(false, true)) {
        if (whole) {
          callback.succeeded();
        } else {
          callback.failed(new TimeoutException("The rest of a body that is too large is not read"));
        }
      }
    }
  }
}
