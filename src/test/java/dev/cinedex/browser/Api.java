package dev.cinedex.browser;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.cinedex.testing.Json;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** What a test prepares and looks up beside the page. */
final class Api {
  private static final ObjectMapper JSON = new ObjectMapper();
  private static final HttpClient CLIENT = HttpClient.newHttpClient();

  private Api() {}

  /** Creates a movie of 1995, and returns its id. */
  static String create(String title, List<String> genres, List<String> actors) {
    return post(
            "/movies",
            Map.of("title", title, "releaseYear", 1995, "genres", genres, "actors", actors))
        .get("id")
        .asText();
  }

  static JsonNode get(String path) {
    return send("GET", path, null);
  }

  static JsonNode post(String path, Object body) {
    return send("POST", path, body);
  }

  static JsonNode patch(String path, Object body) {
    return send("PATCH", path, body);
  }

  static void delete(String path) {
    send("DELETE", path, null);
  }

  /** Returns the titles of the movies in a list. */
  static List<String> titles(String list) {
    return texts(get(list).get("items"), "title");
  }

  /** Returns a field of each item. */
  static List<String> texts(JsonNode items, String field) {
    List<String> texts = new ArrayList<>();
    items.forEach(item -> texts.add(item.get(field).asText()));
    return texts;
  }

  /** Sends a request that must succeed. */
  private static JsonNode send(String method, String path, @Nullable Object body) {
    try {
      HttpRequest request =
          HttpRequest.newBuilder(URI.create(BrowserService.url() + path))
              .header("Content-Type", "application/json")
              .method(
                  method,
                  body == null
                      ? BodyPublishers.noBody()
                      : BodyPublishers.ofString(JSON.writeValueAsString(body)))
              .build();
      HttpResponse<String> answer = CLIENT.send(request, BodyHandlers.ofString());
      assertThat(answer.statusCode()).as(method + " " + path + answer.body()).isBetween(200, 299);
      return Json.parse(answer.body());
    } catch (IOException e) {
      throw new AssertionError(method + " " + path, e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new AssertionError(method + " " + path, e);
    }
  }
}
