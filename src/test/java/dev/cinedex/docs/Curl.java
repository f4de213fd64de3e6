package dev.cinedex.docs;

import static org.assertj.core.api.Assertions.assertThat;

import dev.cinedex.docs.Shell.Ended;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.stream.Collectors;
import java.util.zip.GZIPInputStream;

/** The command {@code curl} with the options that the examples use, against a service of a test. */
public final class Curl {
  private static final HttpClient CLIENT = HttpClient.newHttpClient();
  private static final int HTTP_ERROR = 22;

  private final HttpRequest.Builder request = HttpRequest.newBuilder();
  private final List<String> urls = new ArrayList<>();
  private String method = "";
  private String body = "";
  private boolean showsHeaders;
  private boolean failsOnError;

  private Curl(List<String> arguments) {
    Iterator<String> rest = arguments.iterator();
    while (rest.hasNext()) {
      String argument = rest.next();
      switch (argument) {
        case "-i" -> showsHeaders = true;
        case "-I" -> method = "HEAD";
        case "-s" -> {}
        case "-sf" -> failsOnError = true;
        case "-X" -> method = rest.next();
        case "-d" -> body = rest.next();
        case "--compressed" -> request.header("Accept-Encoding", "gzip");
        case "-H" -> {
          String[] header = rest.next().split(":", 2);
          request.header(header[0], header[1].strip());
        }
        default -> {
          assertThat(argument)
              .as("option of curl")
              .matches("http://(localhost:808[01]|127\\.0\\.0\\.1:\\d+)/.*");
          urls.add(argument);
        }
      }
    }
  }

  /**
   * @param expected the status of the answer; empty for any success
   * @param httpPort the port in place of 8080
   * @param adminPort the port in place of 8081
   */
  public static Ended run(String expected, List<String> arguments, int httpPort, int adminPort)
      throws IOException, InterruptedException {
    Curl curl = new Curl(arguments);
    assertThat(curl.urls).hasSize(1);
    String url =
        curl.urls
            .get(0)
            .replaceFirst("localhost:8080", "127.0.0.1:" + httpPort)
            .replaceFirst("localhost:8081", "127.0.0.1:" + adminPort);
    return curl.run(expected, url);
  }

  private Ended run(String expected, String url) throws IOException, InterruptedException {
    String used = method.isEmpty() ? (body.isEmpty() ? "GET" : "POST") : method;
    request.uri(URI.create(url));
    request.method(used, body.isEmpty() ? BodyPublishers.noBody() : BodyPublishers.ofString(body));
    HttpResponse<byte[]> answer = CLIENT.send(request.build(), BodyHandlers.ofByteArray());
    String text = text(answer);
    int status = answer.statusCode();
    if (failsOnError) {
      return new Ended(status < 400 ? 0 : HTTP_ERROR, status < 400 ? text : "");
    }
    assertThat(String.valueOf(status))
        .as("%s %s: %s", used, url, text)
        .matches(expected.isEmpty() ? "2\\d\\d" : expected);
    return new Ended(0, (showsHeaders ? headers(answer) : "") + text);
  }

  private static String text(HttpResponse<byte[]> answer) throws IOException {
    boolean compressed =
        answer.headers().firstValue("Content-Encoding").orElse("").equals("gzip")
            && answer.body().length > 0;
    byte[] bytes =
        compressed
            ? new GZIPInputStream(new ByteArrayInputStream(answer.body())).readAllBytes()
            : answer.body();
    return new String(bytes, StandardCharsets.UTF_8);
  }

  private static String headers(HttpResponse<?> answer) {
    return answer.headers().map().entrySet().stream()
        .map(header -> header.getKey() + ": " + String.join(", ", header.getValue()) + "\n")
        .collect(Collectors.joining("", "HTTP/1.1 " + answer.statusCode() + "\n", "\n"));
  }
}
