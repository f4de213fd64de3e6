package dev.cinedex.embedded;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.cinedex.errors.StartupException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class NodeChecksTest {
  @Test
  void aLoopbackAddressIsResolved() {
    InetSocketAddress name = InetSocketAddress.createUnresolved("localhost", 9042);

    assertThat(NodeChecks.requireLoopback(name).getAddress().isLoopbackAddress()).isTrue();
  }

  @Test
  void anotherMachineIsNotForAnEmbeddedNode() {
    assertThatThrownBy(() -> NodeChecks.requireLoopback(new InetSocketAddress("192.0.2.1", 9042)))
        .isInstanceOf(StartupException.class)
        .hasMessageContaining("names 192.0.2.1: set CASSANDRA_EMBEDDED=false");
  }

  @Test
  void aTakenPortNamesItsSetting() throws Exception {
    try (ServerSocket taken = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      InetSocketAddress address = (InetSocketAddress) taken.getLocalSocketAddress();

      assertThatThrownBy(() -> NodeChecks.requireFreePorts(address))
          .isInstanceOf(StartupException.class)
          .hasMessageContaining("is taken: set CASSANDRA_CONTACT_POINTS");
    }
  }

  @Test
  void thisMachineCanRunANode(@TempDir Path directory) {
    assertThatCode(
            () -> {
              NodeChecks.requireJava();
              NodeChecks.requireSpace(directory);
            })
        .doesNotThrowAnyException();
  }
}
