package dev.cinedex.http;

import static dev.cinedex.testing.Json.quoted;
import static org.assertj.core.api.Assertions.assertThat;

import dev.cinedex.testing.ThoroughTest;
import java.io.IOException;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Clients that send their bodies slowly, or not at all. */
class SlowBodiesIT {
  private static final int CLIENTS = 200;
  private static final Duration LIMIT = Duration.ofSeconds(30);
  private static final String HEAD =
      "POST /movies HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n";

  @ThoroughTest
  void stalledUploadsEndAndStopNobodyMeanwhile() throws Exception {
    List<Socket> stalled = new ArrayList<>();
    try {
      for (int i = 0; i < CLIENTS; i++) {
        Socket socket = TestService.socket();
        stalled.add(socket);
        write(socket, HEAD + "Content-Length: 60000\r\n\r\n{");
      }
      Instant begun = Instant.now();

      assertThat(
              TestService.put(
                      "/movies/4f0cc7b6-45ba-4a12-8bf6-c5a45815028c",
                      quoted("{'title':'Meanwhile','releaseYear':2000,'genres':['Slow']}"))
                  .statusCode())
          .isLessThan(300);
      assertThat(Duration.between(begun, Instant.now())).isLessThan(Duration.ofSeconds(5));
      for (Socket socket : stalled) {
        assertThat(answer(socket)).startsWith("HTTP/1.1 408 ").contains("64 KiB");
      }
      assertThat(Duration.between(begun, Instant.now())).isLessThan(LIMIT);
    } finally {
      for (Socket socket : stalled) {
        socket.close();
      }
    }
  }

  @ThoroughTest
  void idleConnectionsStopNobodyAndAreEnded() throws Exception {
    List<Socket> idle = new ArrayList<>();
    try {
      for (int i = 0; i < 1_000; i++) {
        idle.add(TestService.socket());
      }

      Instant begun = Instant.now();
      assertThat(TestService.get("/lookups").statusCode()).isEqualTo(200);
      for (Socket socket : idle) {
        socket.setSoTimeout(40_000);
        assertThat(socket.getInputStream().read()).isEqualTo(-1);
      }
      assertThat(Duration.between(begun, Instant.now())).isLessThan(Duration.ofSeconds(35));
    } finally {
      for (Socket socket : idle) {
        socket.close();
      }
    }
  }

  @ThoroughTest
  void aByteASecondIsTooSlow() throws Exception {
    try (Socket socket = TestService.socket()) {
      write(socket, HEAD + "Transfer-Encoding: chunked\r\n\r\n");
      for (int i = 0; i < 8; i++) {
        write(socket, "1\r\n \r\n");
        Thread.sleep(1_000);
      }

      assertThat(answer(socket))
          .startsWith("HTTP/1.1 408 ")
          .contains("X-Request-Id: ", "\"requestId\":");
    }
  }

  @Test
  void aBodyOfUnknownLengthThatIsTooLargeIsRefused() throws Exception {
    try (Socket socket = TestService.socket()) {
      String piece = "10000\r\n" + " ".repeat(1 << 16) + "\r\n";
      write(socket, HEAD + "Transfer-Encoding: chunked\r\n\r\n" + piece.repeat(20));

      String answer = answer(socket);
      assertThat(answer).startsWith("HTTP/1.1 413 ").contains("1048576 bytes");
    }
  }

  @Test
  void aBodyInPiecesIsRead() throws Exception {
    byte[] body =
        quoted("{'title':'In pieces','releaseYear':2000,'genres':['Slow']}")
            .getBytes(StandardCharsets.UTF_8);
    try (Socket socket = TestService.socket()) {
      write(socket, HEAD + "Connection: close\r\nContent-Length: " + body.length + "\r\n\r\n");
      for (byte piece : body) {
        socket.getOutputStream().write(piece);
      }

      assertThat(answer(socket)).startsWith("HTTP/1.1 201 ").contains("In pieces");
    }
  }

  private static void write(Socket socket, String text) throws IOException {
    socket.getOutputStream().write(text.getBytes(StandardCharsets.US_ASCII));
  }

  /** Reads to the end of the connection. */
  private static String answer(Socket socket) throws IOException {
    socket.setSoTimeout((int) LIMIT.toMillis());
    return new String(socket.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
  }
}
