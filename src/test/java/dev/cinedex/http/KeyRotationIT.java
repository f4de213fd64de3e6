package dev.cinedex.http;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.cinedex.access.ApiKey;
import dev.cinedex.access.Role;
import dev.cinedex.instance.CinedexConfiguration;
import dev.cinedex.testing.TestKeys;
import dev.cinedex.testing.ThoroughTest;
import io.dropwizard.testing.DropwizardTestSupport;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.io.TempDir;

/** An API key is exchanged as the guide says, while clients use it. */
class KeyRotationIT {
  /** A service reads its keys every 2 s. */
  private static final Duration FOLLOWED = Duration.ofSeconds(5);

  private static final HttpClient CLIENT = HttpClient.newHttpClient();

  @TempDir private static Path directory;

  @ThoroughTest
  void aKeyIsExchangedUnderLoadWithoutAFailure() throws Exception {
    TestKeys keys = TestKeys.at(directory.resolve("keys"));
    AtomicReference<ApiKey> inUse = new AtomicReference<>(keys.add("client", Role.READER));
    DropwizardTestSupport<CinedexConfiguration> service =
        TestService.startAnother(
            Map.of("access.keysFile", keys.path(), "limits.failedSignIns", "1000"));
    try {
      int port = service.getLocalPort();
      SteadyClients clients = new SteadyClients(() -> status(port, requireNonNull(inUse.get())));
      for (int i = 0; i < 3; i++) {
        ApiKey next = keys.add("client", Role.READER);
        await().atMost(FOLLOWED).until(() -> status(port, next) == 200);
        ApiKey last = inUse.getAndSet(next);
        int before = clients.answered();
        await().until(() -> clients.answered() > before + 4); // both have the next key by then
        keys.revoke(last);
        await().atMost(FOLLOWED).until(() -> status(port, last) == 401);
      }
      clients.stop();

      assertThat(clients.failures()).isEmpty();
      assertThat(clients.answered()).isGreaterThan(50);
    } finally {
      service.after();
    }
  }

  private static int status(int port, ApiKey key) throws Exception {
    return CLIENT
        .send(
            HttpRequest.newBuilder(URI.create("http://127.0.0.1:%d/genres".formatted(port)))
                .header("Authorization", "Bearer " + key.text())
                .build(),
            BodyHandlers.discarding())
        .statusCode();
  }
}
