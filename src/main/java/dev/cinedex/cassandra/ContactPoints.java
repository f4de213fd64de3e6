package dev.cinedex.cassandra;

import com.google.common.base.Splitter;
import dev.cinedex.errors.StartupException;
import java.net.InetSocketAddress;
import java.util.List;

/** Reads the setting {@code cassandra.contactPoints}. */
final class ContactPoints {
  private static final int DEFAULT_PORT = 9042;

  private ContactPoints() {}

  /**
   * Returns the addresses, unresolved: a node may come back under its name with another address.
   *
   * @param text {@code host} or {@code host:port}, comma-separated
   * @throws StartupException when one of them has another form
   */
  static List<InetSocketAddress> parse(String text) {
    return Splitter.on(',').trimResults().splitToStream(text).map(ContactPoints::address).toList();
  }

  private static InetSocketAddress address(String contactPoint) {
    int colon = contactPoint.lastIndexOf(':');
    try {
      return colon < 0
          ? InetSocketAddress.createUnresolved(contactPoint, DEFAULT_PORT)
          : InetSocketAddress.createUnresolved(
              contactPoint.substring(0, colon),
              Integer.parseInt(contactPoint.substring(colon + 1)));
    } catch (IllegalArgumentException e) {
      throw new StartupException(
          "cassandra.contactPoints: '%s' is not host or host:port".formatted(contactPoint), e);
    }
  }
}
