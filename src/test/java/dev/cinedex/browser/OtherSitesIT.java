package dev.cinedex.browser;

import static org.assertj.core.api.Assertions.assertThat;

import com.microsoft.playwright.Response;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** A page of another site, in the browser of somebody who can reach the service, cannot write. */
@BrowserTest
class OtherSitesIT {
  private static final String FORGE =
      """
      async ([url, method, body]) => {
        const options = {method, mode: "no-cors", body: body && new Blob([body])};
        try { return (await fetch(url, options)).type; } catch (e) { return String(e); }
      }
      """;
  private static final String FORGED =
      "{\"title\":\"Forged\",\"releaseYear\":2000,\"genres\":[\"Forgery\"]}";

  private final HttpServer site = start();

  OtherSitesIT() throws IOException {}

  /** Starts a server whose every page is empty. */
  private static HttpServer start() throws IOException {
    HttpServer site =
        HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    site.createContext(
        "/",
        exchange -> {
          exchange.getResponseHeaders().add("Content-Type", "text/html");
          exchange.sendResponseHeaders(200, 0);
          exchange.close();
        });
    site.start();
    return site;
  }

  @AfterEach
  void stop() {
    site.stop(0);
  }

  @Test
  void aBodyWithoutATypeFromAnotherPortIsRefused(Window window) {
    visit(window, "127.0.0.1");

    Response answer = forge(window, "POST", "/movies", FORGED);

    assertThat(answer.request().headers()).doesNotContainKey("content-type");
    assertThat(answer.status()).isEqualTo(415);
    assertNothingIsWritten();
  }

  @Test
  void aWriteFromAnotherSiteIsRefused(Window window) {
    visit(window, "localhost");

    Response answer = forge(window, "POST", "/movies", FORGED);

    assertThat(answer.status()).isEqualTo(403);
    assertNothingIsWritten();
  }

  @Test
  void aRepairFromAnotherSiteIsRefusedAlthoughItNeedsNoBody(Window window) {
    String id = Api.create("Casino", List.of("Crime"), List.of());
    visit(window, "localhost");

    Response answer = forge(window, "POST", "/movies/" + id + "/rows", null);

    assertThat(answer.status()).isEqualTo(403);
  }

  @Test
  void theServiceDoesNotAnswerForAnotherName() throws IOException {
    try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), BrowserService.port())) {
      socket
          .getOutputStream()
          .write(
              "GET / HTTP/1.1\r\nHost: rebound.example.org\r\nConnection: close\r\n\r\n"
                  .getBytes(StandardCharsets.US_ASCII));
      String answer =
          new String(socket.getInputStream().readAllBytes(), StandardCharsets.ISO_8859_1);

      assertThat(answer).startsWith("HTTP/1.1 400 ").contains("unknown-host");
    }
  }

  private void visit(Window window, String host) {
    String origin = "http://" + host + ":" + site.getAddress().getPort();
    window.alsoAllow(origin);
    window.page().navigate(origin + "/");
  }

  /** Sends a request from the page that is open, which may not read its answer. */
  private static Response forge(Window window, String method, String path, @Nullable String body) {
    String url = BrowserService.url() + path;
    return window
        .page()
        .waitForResponse(
            answer -> answer.url().equals(url),
            () ->
                assertThat(window.page().evaluate(FORGE, Arrays.asList(url, method, body)))
                    .isEqualTo("opaque"));
  }

  private static void assertNothingIsWritten() {
    assertThat(Api.get("/genres/Forgery/movies").get("items")).isEmpty();
  }
}
