package dev.cinedex.http;

import java.util.List;

/** The words of which {@link Requests} makes requests: right, nearly right, and nonsense. */
final class RequestWords {
  static final List<String> METHODS =
      List.of("GET", "POST", "PUT", "PATCH", "DELETE", "HEAD", "OPTIONS", "BREW");
  static final List<String> PARAMETERS =
      List.of(
          "limit",
          "cursor",
          "order",
          "prefix",
          "from",
          "to",
          "read",
          "expand",
          "dryRun",
          "search",
          "actor",
          "genre",
          "nonsense",
          "");
  static final List<String> VALUES =
      List.of(
          "",
          "1",
          "200",
          "0",
          "-1",
          "201",
          "1e3",
          "99999999999999999999",
          "asc",
          "desc",
          "indexed",
          "verified",
          "movie",
          "tables",
          "true",
          "false",
          "null",
          "A",
          "Drama",
          "G",
          ".",
          "..",
          "%",
          "/",
          "\\",
          "'",
          "\"",
          "{}",
          "[]",
          "<x>",
          "é",
          "三",
          "\ud83d\ude00",
          "\u0000",
          "\u001f",
          "\u200b",
          "\ufffe",
          "a\u0301",
          "\"1\"",
          "W/\"1\"",
          "*",
          "1,2",
          "a".repeat(300),
          "e30",
          "AAAAAAAAAAAAAAAAAAAAAHt9",
          "$where",
          "; DROP TABLE movies",
          "${x}",
          "../../x");
  static final List<String> RIGHT_VALUES =
      List.of("1", "200", "asc", "desc", "indexed", "verified", "movie", "true", "tables", "A");

  /** The headers that do not ask for another framing. */
  static final List<String> HEADERS =
      List.of(
          "Accept",
          "Accept-Encoding",
          "Accept-Language",
          "Content-Type",
          "If-Match",
          "If-None-Match",
          "If-Modified-Since",
          "Prefer",
          "Idempotency-Key",
          "Content-Encoding",
          "Range",
          "X-Forwarded-For",
          "Cookie",
          "Authorization");

  static final List<String> TYPES =
      List.of(
          "application/json",
          "application/x-ndjson",
          "application/merge-patch+json",
          "*/*",
          "text/csv",
          "text/*;q=0.5, application/json;q=0.1",
          "application/json;q=x",
          "x",
          ";",
          "application/json; charset=utf-16",
          "return=minimal",
          "gzip",
          "deflate, br",
          "identity",
          "application/problem+json",
          "application/yaml");
  static final List<String> FIELDS =
      List.of(
          "id",
          "title",
          "releaseYear",
          "releaseDate",
          "genres",
          "actors",
          "directors",
          "synopsis",
          "version",
          "rating");

  static final List<String> JOB_FIELDS =
      List.of("apply", "digest", "movieId", "key", "tokens", "declaration", "state", "rating");

  private RequestWords() {}
}
