package dev.cinedex.http;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.SocketException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.eclipse.jetty.io.Content;
import org.eclipse.jetty.server.Handler;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.Response;
import org.eclipse.jetty.server.Server;
import org.eclipse.jetty.server.ServerConnector;
import org.eclipse.jetty.util.Callback;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class SlowReadersTest {
  private static final Duration GRACE = Duration.ofSeconds(1);
  private static final int PIECE = 1 << 10;

  /** More than the buffers of both sockets hold. */
  private static final int PIECES = 50 << 10;

  private final CompletableFuture<Throwable> failure = new CompletableFuture<>();
  private final Server server =
      new Server(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0));

  /** Writes pieces one after the other, each when the one before is taken. */
  private final class Pieces extends Handler.Abstract {
    @Override
    public boolean handle(Request request, Response response, Callback callback) {
      getServer()
          .getThreadPool()
          .execute(
              () -> {
                try {
                  for (int i = 0; i < PIECES; i++) {
                    Content.Sink.write(response, false, ByteBuffer.wrap(new byte[PIECE]));
                  }
                  callback.succeeded();
                } catch (IOException e) {
                  failure.complete(e);
                  callback.failed(e);
                }
              });
      return true;
    }
  }

  @BeforeEach
  void start() throws Exception {
    SlowReaders timed = new SlowReaders(GRACE);
    timed.setHandler(new Pieces());
    server.setHandler(timed);
    server.start();
  }

  @AfterEach
  void stop() throws Exception {
    server.stop();
  }

  @Test
  void aClientThatTakesAByteNowAndThenIsCutOff() throws Exception {
    try (Socket client = request()) {
      InputStream answer = client.getInputStream();
      while (!failure.isDone()) {
        assertThat(answer.read()).isNotNegative();
        Thread.sleep(50); // Jetty's own timeout never comes
      }
      assertThat(failure.get(1, TimeUnit.SECONDS)).isInstanceOf(IOException.class);
    } catch (SocketException e) {
      assertThat(failure.get(10, TimeUnit.SECONDS)).isInstanceOf(IOException.class);
    }
  }

  @Test
  void aClientThatReadsOnGetsTheWholeAnswer() throws Exception {
    try (Socket client = request()) {
      assertThat(client.getInputStream().transferTo(OutputStream.nullOutputStream()))
          .isGreaterThan((long) PIECE * PIECES);
    }
    assertThat(failure).isNotDone();
  }

  private Socket request() throws IOException {
    Socket client = new Socket();
    client.setReceiveBufferSize(4 << 10);
    int port = ((ServerConnector) server.getConnectors()[0]).getLocalPort();
    client.connect(new InetSocketAddress(InetAddress.getLoopbackAddress(), port));
    client.getOutputStream().write("GET / HTTP/1.0\r\n\r\n".getBytes(StandardCharsets.US_ASCII));
    return client;
  }
}
