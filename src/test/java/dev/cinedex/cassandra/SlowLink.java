package dev.cinedex.cassandra;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;

/** Stands before a node, and passes on what it answers only after a while. */
public final class SlowLink implements AutoCloseable {
  private final ServerSocket server;
  private final List<Socket> sockets = new CopyOnWriteArrayList<>();
  private final InetSocketAddress node;
  private volatile Duration delay = Duration.ZERO;

  public SlowLink(InetSocketAddress node) throws IOException {
    this(node, 0);
  }

  /**
   * @param port to listen at; 0 for any
   */
  public SlowLink(InetSocketAddress node, int port) throws IOException {
    this.node = node;
    this.server = new ServerSocket(port, 100, InetAddress.getLoopbackAddress());
    start(
        () -> {
          while (true) {
            connect(server.accept());
          }
        });
  }

  public String contactPoint() {
    return "127.0.0.1:" + server.getLocalPort();
  }

  /** Of each answer from now on. */
  public void delay(Duration each) {
    this.delay = each;
  }

  @Override
  public void close() throws IOException {
    server.close();
    for (Socket socket : sockets) {
      socket.close();
    }
  }

  private static final class Delayed {
    private final long due;
    private final byte[] bytes;

    private Delayed(long due, byte[] bytes) {
      this.due = due;
      this.bytes = bytes;
    }
  }

  private void connect(Socket client) throws IOException {
    Socket there = new Socket(node.getAddress(), node.getPort());
    sockets.addAll(List.of(client, there));
    BlockingQueue<Delayed> answers = new LinkedBlockingQueue<>();
    start(() -> copy(client.getInputStream(), there.getOutputStream()));
    start(() -> hold(there.getInputStream(), answers));
    start(() -> release(answers, client.getOutputStream()));
  }

  private void hold(InputStream in, BlockingQueue<Delayed> answers) throws IOException {
    byte[] buffer = new byte[1 << 16];
    for (int length = in.read(buffer); length >= 0; length = in.read(buffer)) {
      answers.add(new Delayed(System.nanoTime() + delay.toNanos(), Arrays.copyOf(buffer, length)));
    }
  }

  private static void release(BlockingQueue<Delayed> answers, OutputStream out)
      throws IOException, InterruptedException {
    while (true) {
      Delayed next = answers.take();
      TimeUnit.NANOSECONDS.sleep(next.due - System.nanoTime());
      out.write(next.bytes);
      out.flush();
    }
  }

  private static void copy(InputStream in, OutputStream out) throws IOException {
    in.transferTo(out);
  }

  private interface Task {
    void run() throws IOException, InterruptedException;
  }

  private static void start(Task task) {
    Thread thread =
        new Thread(
            () -> {
              try {
                task.run();
              } catch (IOException | InterruptedException e) {
                // closed
              }
            },
            "slow link");
    thread.setDaemon(true);
    thread.start();
  }
}
