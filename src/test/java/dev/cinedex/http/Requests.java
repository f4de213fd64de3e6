package dev.cinedex.http;

import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Random;
import java.util.UUID;
import java.util.stream.IntStream;

/** Random requests, as text in ISO 8859-1: right ones, nearly right ones and nonsense. */
final class Requests {
  private final Random random;
  private final List<UUID> movies;

  Requests(Random random, int movies) {
    this.random = random;
    this.movies =
        IntStream.range(0, movies)
            .mapToObj(i -> new UUID(random.nextLong(), random.nextLong()))
            .toList();
  }

  /** Returns a request whose length is right, so that the connection can be kept. */
  String next() {
    String path = path();
    String method = random.nextInt(10) == 0 ? pick(RequestWords.METHODS) : method(path);
    StringBuilder request = new StringBuilder(method).append(' ').append(path).append(query(path));
    request.append(" HTTP/1.1\r\nHost: localhost\r\n");
    boolean takesBody = method.startsWith("P") || random.nextInt(50) == 0;
    String body = takesBody ? bytes(path.matches("/(lookups|jobs)/.*") ? jobBody() : body()) : "";
    if (takesBody) {
      request.append("Content-Length: ").append(body.length()).append("\r\n");
      if (random.nextInt(20) > 0) {
        request.append("Content-Type: application/json\r\n");
      }
    }
    for (int i = random.nextInt(3); i > 0; i--) {
      String header = pick(RequestWords.HEADERS);
      request.append(header).append(": ").append(headerValue()).append("\r\n");
    }
    return request.append("\r\n").append(body).toString();
  }

  private String path() {
    return switch (random.nextInt(13)) {
      case 0, 1 -> "/movies";
      case 2, 3, 4, 5 -> "/movies/" + (random.nextInt(10) == 0 ? encoded(value()) : pick(movies));
      case 6 -> "/movies/" + pick(movies) + "/rows";
      case 7 -> "/genres/" + encoded(value()) + "/movies";
      case 8 -> "/actors/" + encoded(value()) + "/movies";
      case 9 ->
          "/lookups/" + (random.nextBoolean() ? "movies_by_actor" : encoded(value())) + "/movies";
      case 10 -> pick(List.of("/genres", "/openapi.json", "/docs/", "/docs/ui/x", "/", "/lookups"));
      case 11 -> lookupPath();
      default -> "/" + encoded(value()) + "/" + encoded(value());
    };
  }

  private String lookupPath() {
    String table = "/lookups/" + (random.nextInt(4) == 0 ? encoded(value()) : "movies_by_actor");
    String job = "/jobs/" + (random.nextInt(4) == 0 ? encoded(value()) : pick(movies));
    return switch (random.nextInt(5)) {
      case 0 -> table;
      case 1 -> table + "/partitions";
      case 2 -> job;
      case 3 -> job + "/findings";
      default -> table + "/jobs";
    };
  }

  /** Returns a method that the path has. */
  private String method(String path) {
    if (path.equals("/movies")) {
      return "POST";
    }
    if (path.matches("/lookups/.*/jobs")) {
      return "POST";
    }
    if (path.matches("/(lookups|jobs)/[^/]*")) {
      return pick(List.of("GET", "PATCH", "DELETE"));
    }
    return path.matches("/movies/[^/]*")
        ? pick(List.of("GET", "PUT", "PUT", "PATCH", "DELETE", "HEAD"))
        : "GET";
  }

  /** Returns a query, mostly of parameters that the path has. */
  private String query(String path) {
    List<String> names =
        random.nextInt(5) == 0
            ? RequestWords.PARAMETERS
            : path.endsWith("/movies") && path.length() > 7
                ? RequestWords.PARAMETERS.subList(0, 8)
                : List.of("dryRun");
    int count = names.size() == 1 ? random.nextInt(8) / 7 : random.nextInt(4);
    StringBuilder query = new StringBuilder();
    for (int i = 0; i < count; i++) {
      query.append(i == 0 ? '?' : '&').append(encoded(pick(names)));
      if (random.nextInt(20) > 0) {
        query
            .append('=')
            .append(encoded(random.nextBoolean() ? value() : pick(RequestWords.RIGHT_VALUES)));
      }
    }
    return query.toString();
  }

  /** Returns the text as a URL has it; seldom half an escape, or bytes that are not UTF-8. */
  private String encoded(String text) {
    return switch (random.nextInt(60)) {
      case 0 -> "%";
      case 1 -> "%C3%28";
      case 2 -> bytes(text).replaceAll("[\\x00-\\x20\\x7f]", "+");
      default -> URLEncoder.encode(text, StandardCharsets.UTF_8).replace("+", "%20");
    };
  }

  private String headerValue() {
    String value = random.nextBoolean() ? pick(RequestWords.TYPES) : value();
    return bytes(value).replaceAll("[\\x00-\\x1f\\x7f]", "");
  }

  private String value() {
    return random.nextInt(8) == 0 ? noise(random.nextInt(12)) : pick(RequestWords.VALUES);
  }

  private String body() {
    String movie = "{\"title\":\"t\",\"releaseYear\":2000,\"genres\":[\"G\"],\"actors\":[\"A\"]}";
    return switch (random.nextInt(10)) {
      case 0 -> movie.replace("\"t\"", quoted(value()));
      case 1 -> "{\"%s\":%s,%s".formatted(pick(RequestWords.FIELDS), json(3), movie.substring(1));
      case 2 -> json(4);
      case 3 -> damaged(movie);
      case 4 -> "{\"%s\":%s}".formatted(pick(RequestWords.FIELDS), json(2));
      default -> movie.replace("2000", "" + (1900 + random.nextInt(100)));
    };
  }

  /** Returns the body of a job that does not go slowly: there is one job at a time. */
  private String jobBody() {
    String kind = random.nextBoolean() ? pick(List.of("verify", "repair", "build")) : value();
    String job = "{\"kind\":%s}".formatted(quoted(kind));
    return switch (random.nextInt(8)) {
      case 0 -> job;
      case 1 -> damaged(job);
      case 2 -> "{\"state\":%s}".formatted(json(1));
      default ->
          "{\"%s\":%s,%s".formatted(pick(RequestWords.JOB_FIELDS), json(3), job.substring(1));
    };
  }

  private String damaged(String text) {
    int at = random.nextInt(text.length());
    return switch (random.nextInt(3)) {
      case 0 -> text.substring(0, at);
      case 1 -> text.substring(0, at) + noise(1) + text.substring(at + 1);
      default -> text.substring(0, at) + text;
    };
  }

  private String json(int depth) {
    return switch (random.nextInt(depth > 0 ? 9 : 6)) {
      case 0 -> "null";
      case 1 -> String.valueOf(random.nextBoolean());
      case 2 -> String.valueOf(random.nextInt(4000) - 1000);
      case 3 -> pick(List.of("1e999", "-0", "0.1", "99999999999999999999", "2000.0", "NaN"));
      case 4 -> quoted(value());
      case 5 -> quoted(pick(List.of("2000-02-30", "1995-12-15", "+999999999-12-31", "\\ud800")));
      case 6 -> "[%s,%s]".formatted(json(depth - 1), json(depth - 1));
      case 7 -> "{\"%s\":%s}".formatted(pick(RequestWords.FIELDS), json(depth - 1));
      default -> "[".repeat(random.nextInt(1500)) + json(depth - 1);
    };
  }

  private static String quoted(String text) {
    return '"' + text.replace("\"", "\\\"") + '"';
  }

  private String noise(int length) {
    return random
        .ints(length, 0, 0x110000)
        .map(c -> random.nextBoolean() ? c % 0x100 : c)
        .collect(StringBuilder::new, StringBuilder::appendCodePoint, StringBuilder::append)
        .toString();
  }

  /** Returns the bytes in UTF-8, each as a character; seldom those in ISO 8859-1. */
  private String bytes(String text) {
    byte[] bytes =
        text.getBytes(
            random.nextInt(20) == 0 ? StandardCharsets.ISO_8859_1 : StandardCharsets.UTF_8);
    return new String(bytes, StandardCharsets.ISO_8859_1);
  }

  private <T> T pick(List<T> values) {
    return values.get(random.nextInt(values.size()));
  }
}
