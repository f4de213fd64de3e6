package dev.cinedex.embedded;

import dev.cinedex.errors.StartupException;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.ServerSocket;

/** Finds taken ports before anything slow is started. */
public final class Ports {
  private Ports() {}

  /**
   * @param setting the environment variable that chooses the port
   * @param hint what the user can do instead
   * @throws StartupException when another socket listens at the address
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
