package dev.cinedex.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import dev.cinedex.cassandra.Certificates;
import dev.cinedex.files.SecretFile;
import dev.cinedex.instance.CinedexConfiguration;
import dev.cinedex.testing.ThoroughTest;
import io.dropwizard.testing.DropwizardTestSupport;
import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.KeyStore;
import java.security.cert.X509Certificate;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLPeerUnverifiedException;
import javax.net.ssl.SSLSession;
import javax.net.ssl.SSLSocket;
import javax.net.ssl.TrustManagerFactory;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A service whose clients use TLS, and whose certificate is exchanged while it runs. */
class HttpsIT {
  private static final String NAMES = "dns:localhost,ip:127.0.0.1";

  @TempDir static Path directory;

  private static Path first;
  private static Path second;
  private static Path store;
  private static Path password;
  private static SSLContext trusting;
  private static DropwizardTestSupport<CinedexConfiguration> service;

  @BeforeAll
  static void start() throws Exception {
    Certificates certificates = new Certificates(directory);
    first = certificates.keyStore("first", NAMES, "-1d", 100);
    second = certificates.keyStore("second", NAMES, "-1d", 100);
    trusting = trusting(certificates.trustStore("trusted", List.of(first, second)));
    store = directory.resolve("server.p12");
    replaceStore(first);
    password = certificates.passwordFile();
    Map<String, String> settings = new HashMap<>();
    for (String connectors : List.of("applicationConnectors", "adminConnectors")) {
      String connector = "server.%s[0].".formatted(connectors);
      settings.put(connector + "type", "https");
      settings.put(connector + "keyStorePath", store.toString());
      settings.put(connector + "keyStorePasswordFile", password.toString());
    }
    service = TestService.startAnother(settings);
  }

  private static SSLContext trusting(Path trustStore) throws Exception {
    TrustManagerFactory trust =
        TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
    trust.init(KeyStore.getInstance(trustStore.toFile(), Certificates.PASSWORD.toCharArray()));
    SSLContext context = SSLContext.getInstance("TLS");
    context.init(null, trust.getTrustManagers(), null);
    return context;
  }

  /** Puts a complete file into the place of another one. */
  private static void replaceStore(Path other) throws IOException {
    Path copy = Files.copy(other, directory.resolve("next.p12"));
    Files.setPosixFilePermissions(copy, SecretFile.PRIVATE);
    Files.move(copy, store, StandardCopyOption.ATOMIC_MOVE);
  }

  @AfterAll
  static void stop() {
    service.after();
  }

  @Test
  void clientsReachItByNameAndByAddressAndByTlsAlone() throws Exception {
    assertThat(get("localhost").statusCode()).isEqualTo(200);
    assertThat(get("127.0.0.1").statusCode()).isEqualTo(200);
    assertThatThrownBy(
            () -> newClient().send(request("http", "localhost"), BodyHandlers.ofString()))
        .isInstanceOf(IOException.class);
  }

  @Test
  void aLinkToTheNextPageKeepsTheScheme() throws Exception {
    HttpResponse<String> page =
        newClient()
            .send(
                HttpRequest.newBuilder(
                        URI.create("https://localhost:%d/genres".formatted(service.getLocalPort())))
                    .build(),
                BodyHandlers.ofString());

    assertThat(page.headers().allValues("Link")).allMatch(link -> !link.contains("http://"));
  }

  @Test
  void aCertificateIsExchangedUnderLoadWithoutAFailure() throws Exception {
    HttpClient kept = newClient();
    AtomicInteger asked = new AtomicInteger();
    SteadyClients clients =
        new SteadyClients( // now by a kept connection, now by a new one
            () -> {
              HttpClient client = asked.incrementAndGet() % 2 == 0 ? kept : newClient();
              return client
                  .send(request("https", "localhost"), BodyHandlers.discarding())
                  .statusCode();
            });

    for (Path next : List.of(second, first, second)) {
      replaceStore(next);
      String name = "CN=" + next.getFileName().toString().replace(".p12", "");
      await().atMost(Duration.ofSeconds(20)).until(() -> certificate().equals(name));
    }
    clients.stop();

    assertThat(clients.failures()).isEmpty();
    assertThat(clients.answered()).isGreaterThan(20);
  }

  /** The handshake goes on with the certificate that it began with. */
  @Test
  void aConnectionFromBeforeAnExchangeShakesHandsAfterIt() throws Exception {
    String before = certificate();
    InetAddress loopback = InetAddress.getLoopbackAddress();
    try (Socket opened = new Socket(loopback, service.getLocalPort())) {
      assertThat(certificate()).isEqualTo(before); // connections are accepted in their order
      replaceStore(before.equals("CN=first") ? second : first);
      await().atMost(Duration.ofSeconds(20)).until(() -> !certificate().equals(before));

      SSLSocket tls =
          (SSLSocket)
              trusting
                  .getSocketFactory()
                  .createSocket(opened, "localhost", service.getLocalPort(), true);
      tls.startHandshake();

      assertThat(name(tls.getSession())).isEqualTo(before);
    }
  }

  /** The admin port has the same store. */
  @ThoroughTest
  void aStoreThatCannotBeUsedChangesNothingAndAGaugeShowsIt() throws Exception {
    String before = certificate();
    Path good = before.equals("CN=first") ? first : second;
    assertThat(gauge("cinedex_certificate_expiry_timestamp_seconds")).isGreaterThan(1E9);
    Certificates certificates = new Certificates(directory);
    List<Callable<Path>> unusable =
        List.of(
            () -> Files.writeString(directory.resolve("broken.p12"), "not a store"),
            () -> Files.createFile(directory.resolve("empty.p12")),
            () -> certificates.keyStore("expired", NAMES, "-3d", 2),
            () -> certificates.trustStore("certificates", List.of(first)));
    for (Callable<Path> each : unusable) {
      replaceStore(each.call());
      awaitCurrent(0);
      assertThat(certificate()).isEqualTo(before);
      replaceStore(good);
      awaitCurrent(1);
    }

    Files.setPosixFilePermissions(store, PosixFilePermissions.fromString("rw-r--r--"));
    awaitCurrent(0);
    Files.delete(store);
    Files.writeString(password, "another one\n");
    awaitCurrent(0);
    replaceStore(good);
    await() // the service looks meanwhile, and the password is still wrong
        .during(Duration.ofSeconds(3))
        .atMost(Duration.ofSeconds(20))
        .until(() -> gauge("cinedex_certificates_current") == 0);
    assertThat(certificate()).isEqualTo(before);

    Files.writeString(password, Certificates.PASSWORD + "\n");
    awaitCurrent(1);
    replaceStore(before.equals("CN=first") ? second : first);
    await().atMost(Duration.ofSeconds(20)).until(() -> !certificate().equals(before));
  }

  private static void awaitCurrent(int current) {
    await()
        .atMost(Duration.ofSeconds(20))
        .until(() -> gauge("cinedex_certificates_current") == current);
  }

  private static double gauge(String name) throws Exception {
    URI metrics = URI.create("https://localhost:%d/metrics".formatted(service.getAdminPort()));
    String text =
        newClient().send(HttpRequest.newBuilder(metrics).build(), BodyHandlers.ofString()).body();
    Matcher line = Pattern.compile("(?m)^%s (.+)$".formatted(name)).matcher(text);
    assertThat(line.find()).as(text).isTrue();
    return Double.parseDouble(line.group(1));
  }

  private static HttpResponse<String> get(String host) throws Exception {
    return newClient().send(request("https", host), BodyHandlers.ofString());
  }

  private static HttpRequest request(String scheme, String host) {
    return HttpRequest.newBuilder(
            URI.create("%s://%s:%d/genres".formatted(scheme, host, service.getLocalPort())))
        .build();
  }

  private static HttpClient newClient() {
    return HttpClient.newBuilder().sslContext(trusting).build();
  }

  /** Returns the name in the certificate that a new connection gets. */
  private static String certificate() throws Exception {
    return name(get("localhost").sslSession().orElseThrow());
  }

  private static String name(SSLSession session) throws SSLPeerUnverifiedException {
    return ((X509Certificate) session.getPeerCertificates()[0]).getSubjectX500Principal().getName();
  }
}
