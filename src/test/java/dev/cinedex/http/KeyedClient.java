package dev.cinedex.http;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import org.jspecify.annotations.Nullable;

/** Sends requests to a port of this machine, with or without a key. */
record KeyedClient(int port) {
  private static final HttpClient CLIENT = HttpClient.newHttpClient();

  HttpResponse<String> get(String path, @Nullable String key) {
    return send("GET", path, key, "");
  }

  /**
   * Sends a request.
   *
   * @param headers names, each followed by its value
   */
  HttpResponse<String> send(
      String method, String path, @Nullable String key, String body, String... headers) {
    HttpRequest.Builder request =
        HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + port + path))
            .setHeader("Content-Type", "application/json")
            .method(
                method,
                method.equals("GET") ? BodyPublishers.noBody() : BodyPublishers.ofString(body));
    if (headers.length > 0) {
      request.headers(headers);
    }
    if (key != null) {
      request.setHeader("Authorization", "Bearer " + key);
    }
    try {
      return CLIENT.send(request.build(), BodyHandlers.ofString());
    } catch (IOException | InterruptedException e) {
      throw new AssertionError(method + " " + path, e);
    }
  }
}
