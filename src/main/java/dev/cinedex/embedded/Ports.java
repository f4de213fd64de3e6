package dev.cinedex.embedded;

import dev.cinedex.errors.StartupException;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.ServerSocket;

/** Finds out early that a port is taken: before the seconds in which everything else starts. */
public final class Ports {
  private Ports() {}

  /**
   * @param setting the environment variable that chooses the port
   * @param hint what else could be done
   * @throws StartupException when something listens there
   */
  public static void requireFree(InetSocketAddress address, String setting, String hint) {
    if (!isFree(address)) {
      throw new StartupException(
          "Port %d of %s is taken: set %s to a free one (%s)"
              .formatted(address.getPort(), address.getHostString(), setting, hint));
    }
  }

  public static boolean isFree(InetSocketAddress address) {
    try (ServerSocket socket = new ServerSocket()) {
      socket.setReuseAddress(true);
      socket.bind(address);
      return true;
    } catch (IOException e) {
      return false;
    }
  }
}
