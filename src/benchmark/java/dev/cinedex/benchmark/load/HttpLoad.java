package dev.cinedex.benchmark.load;

import dev.cinedex.benchmark.measure.ProcessCpu;
import dev.cinedex.benchmark.measure.Sample;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.nio.channels.SocketChannel;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import org.HdrHistogram.Histogram;

/**
 * Clients of an HTTP server: each sends its next request when the last one is answered. One thread
 * serves all of them, sends bytes that were made before, and does not read what the answers say: so
 * it leaves the processors to the server.
 *
 * @param port of the server, on loopback
 * @param requests what the clients send in turn
 * @param server its processor time counts
 */
public record HttpLoad(int port, Cycle requests, ProcessHandle server) {
  private static final long DRAIN_MILLIS = 10_000;

  /** Sends requests for a while. */
  public Sample run(int connections, Duration time) throws IOException {
    return new Run(connections).measure(time);
  }

  /** One run of the clients. */
  private final class Run {
    private final int connections;
    private final Histogram micros = new Histogram(TimeUnit.MINUTES.toMicros(2), 3);
    private long failed;
    private int waiting;

    Run(int connections) {
      this.connections = connections;
    }

    Sample measure(Duration time) throws IOException {
      try (Selector selector = Selector.open()) {
        ProcessCpu cpu = new ProcessCpu(server);
        double cpuBefore = cpu.seconds();
        long begun = System.nanoTime();
        long end = begun + time.toNanos();
        for (int i = 0; i < connections; i++) {
          open(selector);
        }
        while (System.nanoTime() < end) {
          selector.select(key -> receive(key, true), 100);
        }
        double seconds = (System.nanoTime() - begun) / 1e9;
        double cpuSeconds = cpu.seconds() - cpuBefore;
        Sample sample = new Sample(micros.getTotalCount(), failed, seconds, cpuSeconds, micros.copy());
        drain(selector);
        return sample;
      }
    }

    private void open(Selector selector) throws IOException {
      SocketChannel channel =
          SocketChannel.open(new InetSocketAddress(InetAddress.getLoopbackAddress(), port));
      channel.configureBlocking(false);
      Client client = new Client(channel);
      channel.register(selector, SelectionKey.OP_READ, client);
      waiting++;
      client.send(requests.next());
    }

    /** Waits for what is still on its way, so that it does not disturb who comes next. */
    private void drain(Selector selector) throws IOException {
      long end = System.currentTimeMillis() + DRAIN_MILLIS;
      while (waiting > 0 && System.currentTimeMillis() < end) {
        selector.select(key -> receive(key, false), 100);
      }
      for (SelectionKey key : selector.keys()) {
        key.channel().close();
      }
    }

    private void receive(SelectionKey key, boolean goOn) {
      Client client = (Client) key.attachment();
      try {
        if (client.receive()) {
          record(client);
          if (goOn) {
            client.send(requests.next());
          } else {
            waiting--;
          }
        }
      } catch (IOException e) {
        throw new java.io.UncheckedIOException(e);
      }
    }

    private void record(Client client) {
      if (client.status() / 100 == 2) {
        micros.recordValue(client.micros());
      } else {
        failed++;
      }
    }
  }

  /** One connection, with the answer that it waits for. */
  private static final class Client {
    private final SocketChannel channel;
    private final AnswerScanner scanner = new AnswerScanner();
    private ByteBuffer received = ByteBuffer.allocate(1 << 16);
    private long sent;

    Client(SocketChannel channel) {
      this.channel = channel;
    }

    void send(byte[] request) throws IOException {
      received.clear();
      scanner.reset();
      sent = System.nanoTime();
      ByteBuffer bytes = ByteBuffer.wrap(request);
      while (bytes.hasRemaining()) {
        channel.write(bytes);
      }
    }

    /** Reads what is there, and returns whether the answer is complete. */
    boolean receive() throws IOException {
      if (!received.hasRemaining()) {
        received = ByteBuffer.allocate(2 * received.capacity()).put(received.flip());
      }
      if (channel.read(received) < 0) {
        throw new IOException("The server at %s has closed a connection".formatted(channel));
      }
      return scanner.isComplete(received);
    }

    int status() {
      return AnswerScanner.status(received);
    }

    long micros() {
      return (System.nanoTime() - sent) / 1000;
    }
  }
}
