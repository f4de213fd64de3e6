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
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import javax.net.SocketFactory;

/** The service of a jar as it guards itself: not at all, by keys and rates, and by TLS as well. */
public final class GuardedServers {
  private final Path jar;
  private final Library library;
  private final Path folder;
  private final ApiKey key = ApiKey.random(new SecureRandom());
  private final Map<String, String> guarded;

  /** Makes a folder with an API key. */
  public GuardedServers(Path jar, Library library) throws Exception {
    this.jar = jar;
    this.library = library;
    this.folder = Files.createTempDirectory("cinedex-guarded");
    KeyFile keys = new KeyFile(folder.resolve("keys"));
    keys.add(KeyEntry.of(key, new Caller("reader", Role.READER), Instant.now(), null));
    this.guarded = new HashMap<>(library.environment());
    guarded.put("KEYS_FILE", keys.path().toString());
    guarded.put("COST_PER_SECOND", "1000000"); // each request is counted, and none is refused
  }

  /** A service, and what leads to it. */
  public record Guarded(ServerProcess server, SocketFactory sockets, String headers) {
    /** Returns clients that ask for some of these paths. */
    public SocketLoad clients(List<String> paths) {
      return load(server, sockets, headers, paths);
    }
  }

  private static SocketLoad load(
      ServerProcess server, SocketFactory sockets, String headers, List<String> paths) {
    return new SocketLoad(
        sockets,
        server.port(),
        paths.stream().map(path -> Requests.get(path, headers)).toList(),
        server.process().toHandle());
  }

  public Guarded open() throws Exception {
    return start(
        Contender.CINEDEX, library.environment(), "config.yml", SocketFactory.getDefault(), "");
  }

  public Guarded withKeys() throws Exception {
    return start(
        "Cinedex, keys and rates", guarded, "config.yml", SocketFactory.getDefault(), header());
  }

  /** Starts the service with keys, rates, and TLS for clients. */
  public Guarded withTls() throws Exception {
    Certificate certificate = Certificate.create(folder);
    Path configuration =
        Files.writeString(
            folder.resolve("config.yml"),
            Files.readString(Path.of("config.yml"))
                .replaceFirst(
                    "- type: http\n",
                    "- type: https\n      keyStorePath: %s\n      keyStorePasswordFile: %s\n"
                        .formatted(certificate.store(), certificate.passwordFile())));
    return start(
        "Cinedex, keys, rates and TLS",
        guarded,
        configuration.toString(),
        certificate.clients(),
        header());
  }

  private String header() {
    return "Authorization: Bearer %s\r\n".formatted(key.text());
  }

  private Guarded start(
      String name,
      Map<String, String> variables,
      String configuration,
      SocketFactory sockets,
      String headers)
      throws Exception {
    List<String> asked = List.of("/actors/nobody/movies");
    ServerProcess server =
        ServerProcess.start(
            name,
            List.of("-jar", jar.toString(), "server", configuration),
            JavaProcess.PROJECT,
            variables,
            started -> load(started, sockets, headers, asked).status() == 200);
    return new Guarded(server, sockets, headers);
  }
}
