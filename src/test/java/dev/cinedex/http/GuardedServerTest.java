package dev.cinedex.http;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.eclipse.jetty.io.Content;
import org.eclipse.jetty.server.ForwardedRequestCustomizer;
import org.eclipse.jetty.server.Handler;
import org.eclipse.jetty.server.HttpConfiguration;
import org.eclipse.jetty.server.HttpConnectionFactory;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.Response;
import org.eclipse.jetty.server.Server;
import org.eclipse.jetty.server.ServerConnector;
import org.eclipse.jetty.util.Callback;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What guards the connectors of a server: trusted proxies, and the limit of connections. */
@Timeout(30)
class GuardedServerTest {
  private final Server server = new Server();
  private final ServerConnector clients = connector("application");
  private final ServerConnector admin = connector("admin");

  private ServerConnector connector(String name) {
    HttpConfiguration configuration = new HttpConfiguration();
    configuration.addCustomizer(new ForwardedRequestCustomizer());
    ServerConnector connector =
        new ServerConnector(server, new HttpConnectionFactory(configuration));
    connector.setName(name);
    connector.setHost(InetAddress.getLoopbackAddress().getHostAddress());
    server.addConnector(connector);
    return connector;
  }

  @BeforeEach
  void answerWithTheAddressOfTheClient() {
    server.setHandler(
        new Handler.Abstract() {
          @Override
          public boolean handle(Request request, Response response, Callback callback) {
            Content.Sink.write(response, true, Request.getRemoteAddr(request), callback);
            return true;
          }
        });
  }

  @AfterEach
  void stop() throws Exception {
    server.stop();
  }

  @Test
  void aTrustedProxySaysForWhomItAsks() throws Exception {
    new TrustedProxies(Set.of("127.0.0.1")).restrict(server);
    server.start();

    assertThat(answer(clients, "X-Forwarded-For: 192.0.2.7")).endsWith("192.0.2.7");
  }

  /** What stands before it came from the client, who may write anything. */
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          X-Forwarded-For: 203.0.113.9, 192.0.2.7                       | 192.0.2.7
          X-Forwarded-For: 192.0.2.7, 198.51.100.1                      | 192.0.2.7
          X-Forwarded-For: 198.51.100.1                                 | 198.51.100.1
          X-Forwarded-For: 203.0.113.9/X-Forwarded-For: 192.0.2.7       | 192.0.2.7
          Forwarded: for=203.0.113.9, for=192.0.2.7;proto=https         | 192.0.2.7
          Forwarded: for=192.0.2.7, proto=http;For="198.51.100.1"       | 192.0.2.7
          Forwarded: for="[2001:db8::1]", for="[2001:db8::2]:4711"      | 2001:db8::2
          X-Forwarded-For: 192.0.2.7, 198.51.100.1:4711                 | 192.0.2.7
          X-Forwarded-For: 192.0.2.7, 2001:DB8:0:0:0:0:0:9              | 192.0.2.7
          Forwarded: for=192.0.2.7, for="[2001:db8::9]:4711"            | 192.0.2.7
          X-Forwarded-For: 192.0.2.7/Forwarded: for=203.0.113.9         | 127.0.0.1
          Forwarded: for=203.0.113.9;x=", for=192.0.2.7                 | 127.0.0.1
          Forwarded: for=203.0.113.9, for=203.0.113.8;x=", for=192.0.2.7| 127.0.0.1
          Forwarded: for=203.0.113.9;x="\\"", for=192.0.2.7             | 127.0.0.1
          """)
  void theLastAddressThatIsNoTrustedProxyIsTheClients(String headers, String client)
      throws Exception {
    new TrustedProxies(Set.of("127.0.0.1", "198.51.100.1", "2001:db8::9")).restrict(server);
    server.start();

    assertThat(answer(clients, headers.replace("/", "\r\n")))
        .endsWith(client.contains(":") ? "[%s]".formatted(client) : client);
  }

  @Test
  void aLongHeaderIsReadAsQuicklyAsAShortOne() throws Exception {
    new TrustedProxies(Set.of("127.0.0.1")).restrict(server);
    server.start();

    assertThat(
            answer(clients, "Forwarded: " + "for=x" + ";y=\"\"".repeat(1_500) + ", for=192.0.2.7"))
        .endsWith("192.0.2.7");
  }

  @Test
  void nobodyElseDoes() throws Exception {
    new TrustedProxies(Set.of("192.0.2.1")).restrict(server);
    server.start();

    assertThat(answer(clients, "X-Forwarded-For: 192.0.2.7")).endsWith("127.0.0.1");
    assertThat(answer(clients, "Forwarded: for=192.0.2.7")).endsWith("127.0.0.1");
  }

  @Test
  void connectionsOfClientsLeaveTheAdminPortFree() throws Exception {
    HttpSetup.limitConnections(server, 3);
    server.start();
    List<Socket> idle = new ArrayList<>();
    for (int i = 0; i < 10; i++) { // some of them are in the queue of the operating system
      idle.add(socket(clients));
    }

    try (Socket waiting = socket(clients)) {
      waiting.setSoTimeout(500);
      ask(waiting, "A: b");
      assertThat(isAnswered(waiting)).isFalse();
      assertThat(answer(admin, "A: b")).startsWith("HTTP/1.1 200 ");
      for (Socket each : idle) {
        each.close();
      }
      waiting.setSoTimeout(20_000);
      assertThat(isAnswered(waiting)).isTrue();
    }
  }

  private static boolean isAnswered(Socket socket) throws IOException {
    try {
      return socket.getInputStream().read() >= 0;
    } catch (SocketTimeoutException e) {
      return false;
    }
  }

  private static Socket socket(ServerConnector connector) throws IOException {
    return new Socket(InetAddress.getLoopbackAddress(), connector.getLocalPort());
  }

  private static void ask(Socket socket, String header) throws IOException {
    String request = "GET / HTTP/1.1\r\nHost: localhost\r\n" + header + "\r\nConnection: close";
    socket.getOutputStream().write((request + "\r\n\r\n").getBytes(StandardCharsets.US_ASCII));
  }

  private static String answer(ServerConnector connector, String header) throws IOException {
    try (Socket socket = socket(connector)) {
      ask(socket, header);
      return new String(socket.getInputStream().readAllBytes(), StandardCharsets.US_ASCII);
    }
  }
}
