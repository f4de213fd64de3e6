package dev.cinedex.benchmark.peers;

import dev.cinedex.access.ApiKey;
import dev.cinedex.access.Caller;
import dev.cinedex.access.KeyEntry;
import dev.cinedex.access.KeyFile;
import dev.cinedex.access.Role;
import dev.cinedex.benchmark.data.Library;
import dev.cinedex.benchmark.load.Requests;
import dev.cinedex.benchmark.load.SocketLoad;
import dev.cinedex.benchmark.measure.Contender;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import javax.net.SocketFactory;

/** The service of a jar as it guards itself: not at all, by keys and rates, and by TLS as well. */
public final class GuardedServers implements AutoCloseable {
  private final Path jar;
  private final Library library;
  private final Path folder;
  private final ApiKey key = ApiKey.random(new SecureRandom());
  private final Map<String, String> variables;
  private final List<ServerProcess> started = new ArrayList<>();

  /** Makes a folder with an API key. */
  public GuardedServers(Path jar, Library library) throws Exception {
    this.jar = jar;
    this.library = library;
    this.folder = Files.createTempDirectory("cinedex-guarded");
    KeyFile keys = new KeyFile(folder.resolve("keys"));
    keys.add(KeyEntry.of(key, new Caller("reader", Role.READER), Instant.now(), null));
    this.variables = new HashMap<>(library.environment());
    variables.put("KEYS_FILE", keys.path().toString());
    variables.put("COST_PER_SECOND", "1000000"); // each request is counted, and none is refused
  }

  /** A port of a service, and what leads to it. */
  public record Guarded(
      String name, ServerProcess server, int port, SocketFactory sockets, String headers) {
    /** Returns clients that ask for some of these paths. */
    public SocketLoad clients(List<String> paths) {
      return new SocketLoad(
          sockets,
          port,
          paths.stream().map(path -> Requests.get(path, headers)).toList(),
          server.process().toHandle());
    }
  }

  /** Starts the service as it is shipped. */
  public Guarded open() throws Exception {
    ServerProcess server = ServerProcess.ofJar(Contender.CINEDEX, jar, library);
    started.add(server);
    return plain(server, "");
  }

  /**
   * Starts the service with keys and rates, and returns its port without TLS and that with TLS. One
   * process has both, because two processes differ by more than TLS costs.
   */
  public List<Guarded> guarded() throws Exception {
    Certificate certificate = Certificate.create(folder);
    int tlsPort = ServerProcess.freePort();
    Path configuration =
        Files.writeString(
            folder.resolve("config.yml"), withTls(Path.of("config.yml"), certificate, tlsPort));
    String header = "Authorization: Bearer %s\r\n".formatted(key.text());
    List<String> asked = List.of("/actors/nobody/movies");
    ServerProcess server =
        ServerProcess.start(
            "Cinedex, keys and rates",
            List.of("-jar", jar.toString(), "server", configuration.toString()),
            JavaProcess.PROJECT,
            variables,
            own -> plain(own, header).clients(asked).status() == 200);
    started.add(server);
    return List.of(
        plain(server, header),
        new Guarded(server.name() + ", TLS", server, tlsPort, certificate.clients(), header));
  }

  @Override
  public void close() {
    started.forEach(ServerProcess::close);
  }

  private static Guarded plain(ServerProcess server, String headers) {
    return new Guarded(server.name(), server, server.port(), SocketFactory.getDefault(), headers);
  }

  /** Adds a connector with TLS to the shipped configuration. */
  private static String withTls(Path shipped, Certificate certificate, int port)
      throws IOException {
    return Files.readString(shipped)
        .replace(
            "  applicationConnectors:\n",
            """
              applicationConnectors:
                - type: https
                  keyStorePath: %s
                  keyStorePasswordFile: %s
                  bindHost: 127.0.0.1
                  port: %d
                  uriCompliance: LEGACY
                  acceptQueueSize: 1024
            """
                .formatted(certificate.store(), certificate.passwordFile(), port));
  }
}
