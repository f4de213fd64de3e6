package dev.cinedex;

import dev.cinedex.embedded.EmbeddedCassandra;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.file.Path;

/** A process with an embedded node; prints the node's process id. */
public final class EmbeddedParent {
  private EmbeddedParent() {}

  /**
   * @param arguments directory and port of the node
   */
  public static void main(String... arguments) throws Exception {
    EmbeddedCassandra node =
        EmbeddedCassandra.start(
            Path.of(arguments[0]),
            new InetSocketAddress(
                InetAddress.getLoopbackAddress(), Integer.parseInt(arguments[1])));
    System.out.println(node.pid());
    Thread.sleep(120_000);
  }
}
