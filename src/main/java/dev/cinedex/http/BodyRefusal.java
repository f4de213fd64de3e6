package dev.cinedex.http;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicBoolean;
import org.eclipse.jetty.http.HttpHeader;
import org.eclipse.jetty.io.Content;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.Response;
import org.eclipse.jetty.util.Callback;

/** Refuses a request before its body has arrived, and then reads what still comes of it. */
final class BodyRefusal implements Runnable {
  /**
   * How long the rest of the body is read: a client whose connection ends while it sends may not
   * see the answer.
   */
  private static final long SKIP_MILLIS = 2_000;

  private final Request request;
  private final Response response;
  private final Callback callback;
  private final AtomicBoolean ended = new AtomicBoolean();

  private BodyRefusal(Request request, Response response, Callback callback) {
    this.request = request;
    this.response = response;
    this.callback = callback;
  }

  static void begin(
      Request request, Response response, Callback callback, Problem problem, ObjectMapper mapper) {
    String id = RequestIds.of(request);
    byte[] body;
    try {
      body = mapper.writeValueAsBytes(problem.ofRequest(id));
    } catch (JsonProcessingException e) {
      throw new UncheckedIOException(e);
    }
    response.setStatus(problem.status());
    response.getHeaders().put(RequestIds.HEADER, id);
    response.getHeaders().put(HttpHeader.CONTENT_TYPE, Problem.MEDIA_TYPE);
    response.getHeaders().put(HttpHeader.CACHE_CONTROL, "no-store");
    response.getHeaders().put(HttpHeader.CONTENT_LENGTH, body.length);
    if (problem.retryAfter() > 0) {
      response.getHeaders().put(HttpHeader.RETRY_AFTER, problem.retryAfter());
    }
    SecurityHeaders.HEADERS.forEach(response.getHeaders()::put);
    BodyRefusal refusal = new BodyRefusal(request, response, callback);
    refusal.response.write(
        true, ByteBuffer.wrap(body), Callback.from(refusal::skip, callback::failed));
  }

  private void skip() {
    request
        .getComponents()
        .getScheduler()
        .schedule(() -> end(false), SKIP_MILLIS, TimeUnit.MILLISECONDS);
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
        callback.failed(new TimeoutException("The rest of a refused body is not read"));
      }
    }
  }
}
