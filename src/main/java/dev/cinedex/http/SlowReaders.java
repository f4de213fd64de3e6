package dev.cinedex.http;

import static java.util.concurrent.TimeUnit.MILLISECONDS;

import java.nio.ByteBuffer;
import java.time.Duration;
import org.eclipse.jetty.http.HttpHeader;
import org.eclipse.jetty.io.EofException;
import org.eclipse.jetty.server.Connector;
import org.eclipse.jetty.server.Handler;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.Response;
import org.eclipse.jetty.server.Server;
import org.eclipse.jetty.server.ServerConnector;
import org.eclipse.jetty.util.Callback;
import org.eclipse.jetty.util.IteratingNestedCallback;
import org.eclipse.jetty.util.thread.Scheduler;
import org.jspecify.annotations.Nullable;

/**
 * Ends the connections of clients that take an answer too slowly. Such a client holds a thread and
 * a permit, and one byte now and then is enough to keep Jetty's own timeout from ending it.
 */
final class SlowReaders extends Handler.Wrapper {
  /**
   * The time that each write to the client may take, even of a few bytes. With the seconds until
   * the buffers of both sockets are full, a client that stands still has 30 s.
   */
  static final Duration GRACE = Duration.ofSeconds(26);

  /** Bytes of one write: also a slow client takes them within the grace. */
  private static final int LARGEST_WRITE = 24 << 10;

  /**
   * Bytes that the kernel may hold of an answer. It takes more only when a third of that is free
   * again, so a client gets a third of its buffer within the grace, or its connection ends. Left to
   * itself, Linux grows the buffer to 4 MiB.
   */
  private static final int SEND_BUFFER = 64 << 10;

  private final Duration grace;

  SlowReaders(Duration grace) {
    this.grace = grace;
  }

  /** Bounds the send buffers of the connections that a server will accept. */
  static void boundSendBuffers(Server server) {
    for (Connector connector : server.getConnectors()) {
      ((ServerConnector) connector).setAcceptedSendBufferSize(SEND_BUFFER);
    }
  }

  @Override
  public boolean handle(Request request, Response response, Callback callback) throws Exception {
    return super.handle(request, new TimedResponse(request, response), callback);
  }

  private final class TimedResponse extends Response.Wrapper {
    private final Scheduler scheduler;

    private TimedResponse(Request request, Response response) {
      super(request, response);
      scheduler = request.getComponents().getScheduler();
    }

    @Override
    public void write(boolean last, ByteBuffer content, Callback callback) {
      int bytes = content == null ? 0 : content.remaining();
      if (bytes == 0) {
        super.write(last, content, callback);
        return;
      }
      if (last && !isCommitted() && !getHeaders().contains(HttpHeader.CONTENT_LENGTH)) {
        getHeaders().put(HttpHeader.CONTENT_LENGTH, bytes); // as Jetty does for a single write
      }
      new Writes(last, content, callback).iterate();
    }

    /** A large write as several ones, so that each of them has its time. */
    private final class Writes extends IteratingNestedCallback {
      private final boolean last;
      private final ByteBuffer content;

      private Writes(boolean last, ByteBuffer content, Callback callback) {
        super(callback);
        this.last = last;
        this.content = content;
      }

      @Override
      protected Action process() {
        if (!content.hasRemaining()) {
          return Action.SUCCEEDED;
        }
        int bytes = Math.min(LARGEST_WRITE, content.remaining());
        ByteBuffer piece = content.slice(content.position(), bytes);
        content.position(content.position() + bytes);
        TimedWrite write = new TimedWrite(this);
        getWrapped().write(last && !content.hasRemaining(), piece, write);
        write.endConnectionAfter(grace.toMillis());
        return Action.SCHEDULED;
      }
    }

    /**
     * One write to the client. Most writes end at once, so the timer is set only for one that has
     * not.
     */
    private final class TimedWrite extends Callback.Nested {
      private boolean ended;
      private Scheduler.@Nullable Task timeout;

      private TimedWrite(Callback callback) {
        super(callback);
      }

      private synchronized void endConnectionAfter(long millis) {
        if (!ended) {
          timeout = scheduler.schedule(this::endConnection, millis, MILLISECONDS);
        }
      }

      private void endConnection() {
        if (!hasEnded()) {
          TimedResponse.this.endConnection();
        }
      }

      private synchronized boolean hasEnded() {
        return ended;
      }

      private synchronized void end() {
        ended = true;
        if (timeout != null) {
          timeout.cancel();
        }
      }

      @Override
      public void succeeded() {
        end();
        super.succeeded();
      }

      @Override
      public void failed(Throwable cause) {
        end();
        super.failed(cause);
      }
    }

    private void endConnection() {
      getRequest()
          .getConnectionMetaData()
          .getConnection()
          .getEndPoint()
          .close(new EofException("The client takes the answer too slowly"));
    }
  }
}
