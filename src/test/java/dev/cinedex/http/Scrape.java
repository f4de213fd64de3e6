package dev.cinedex.http;

import java.io.IOException;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/** The metrics that a service has at one moment. */
record Scrape(String text) {
  private static final Pattern FAMILY = Pattern.compile("(?m)^# TYPE (\\w+) ");
  private static final Pattern SERIES = Pattern.compile("(?m)^(\\w+)[{ ]");
  private static final Pattern OPERATION =
      Pattern.compile("(?m)^cinedex_http_request_seconds_count\\{operation=\"([^\"]*)\"");
  private static final Pattern NAMED =
      Pattern.compile("(?<![\\w$])(?:cinedex|jvm|process)_[a-z_]+");

  static Scrape now() {
    return new Scrape(TestService.scrape());
  }

  /** Returns the metrics of the service that has an admin port. */
  static Scrape of(int adminPort) throws IOException {
    try (HttpConnection admin = new HttpConnection(adminPort)) {
      return new Scrape(admin.send("GET /metrics HTTP/1.1\r\nHost: localhost\r\n\r\n").body());
    }
  }

  /** Returns how many requests of an operation have ended, by their status. */
  Map<Integer, Double> ended(String operation) {
    return Pattern.compile(
            "cinedex_http_request_seconds_count\\{operation=\"%s\",status=\"(\\d+)\"} (.*)"
                .formatted(operation))
        .matcher(text)
        .results()
        .collect(
            Collectors.toMap(
                series -> Integer.valueOf(series.group(1)),
                series -> Double.valueOf(series.group(2))));
  }

  /** Returns the operations of which requests have ended. */
  Set<String> operations() {
    return names(OPERATION);
  }

  /** Returns the names of Cinedex's own metrics; a histogram has one. */
  Set<String> ownMetrics() {
    Set<String> own = names(FAMILY);
    own.removeIf(name -> !name.startsWith("cinedex_"));
    return own;
  }

  /** Returns the names that a query can use; a histogram has several. */
  Set<String> series() {
    return names(SERIES);
  }

  /** Returns the metrics that a text names. */
  static Set<String> named(String text) {
    return NAMED
        .matcher(text)
        .results()
        .map(MatchResult::group)
        .collect(Collectors.toCollection(TreeSet::new));
  }

  private Set<String> names(Pattern pattern) {
    return pattern
        .matcher(text)
        .results()
        .map(found -> found.group(1))
        .collect(Collectors.toCollection(TreeSet::new));
  }
}
