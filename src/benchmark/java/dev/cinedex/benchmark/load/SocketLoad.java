package dev.cinedex.benchmark.load;

import dev.cinedex.benchmark.measure.Sample;
import java.io.EOFException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import javax.net.SocketFactory;

/**
 * Clients of an HTTP server that may use TLS: each has a thread and a connection of its own, and
 * sends its next request when the last one is answered. They share the processors with the server.
 *
 * @param sockets makes plain connections, or those with TLS
 * @param port of the server, on loopback
 * @param requests what the clients choose from
 * @param server its processor time counts
 */
public record SocketLoad(
    SocketFactory sockets, int port, List<byte[]> requests, ProcessHandle server) {

  /** Sends requests for a while, on new connections. */
  public Sample run(int connections, Duration time) throws Exception {
    Map<Thread, Connection> opened = new ConcurrentHashMap<>();
    try {
      ThreadLoad load =
          new ThreadLoad(
              random -> {
                Connection own = opened.computeIfAbsent(Thread.currentThread(), client -> open());
                return own.send(requests.get(random.nextInt(requests.size()))) / 100 == 2;
              },
              server);
      return load.run(connections, time);
    } finally {
      for (Connection connection : opened.values()) {
        connection.socket.close();
      }
    }
  }

  /** Sends the first request once, and returns the status of the answer. */
  public int status() throws IOException {
    Connection connection = open();
    try (connection.socket) {
      return connection.send(requests.get(0));
    }
  }

  private Connection open() {
    try {
      return new Connection(sockets.createSocket(InetAddress.getLoopbackAddress(), port));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** One connection, with the answer that it waits for. */
  private static final class Connection {
    private final Socket socket;
    private final AnswerScanner scanner = new AnswerScanner();
    private ByteBuffer received = ByteBuffer.allocate(1 << 16);

    Connection(Socket socket) throws IOException {
      this.socket = socket;
      socket.setTcpNoDelay(true);
    }

    int send(byte[] request) throws IOException {
      received.clear();
      scanner.reset();
      socket.getOutputStream().write(request);
      while (!scanner.isComplete(received)) {
        receive();
      }
      return AnswerScanner.status(received);
    }

    private void receive() throws IOException {
      if (!received.hasRemaining()) {
        received = ByteBuffer.allocate(2 * received.capacity()).put(received.flip());
      }
      int bytes =
          socket.getInputStream().read(received.array(), received.position(), received.remaining());
      if (bytes < 0) {
        throw new EOFException("The server has closed a connection");
      }
      received.position(received.position() + bytes);
    }
  }
}
