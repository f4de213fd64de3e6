package dev.cinedex.browser;

import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import com.microsoft.playwright.CDPSession;
import com.microsoft.playwright.Page;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;

/**
 * Which functions of the explorer's files have run, as Chromium counts them. When the tests end,
 * {@code target/browser/functions-1.txt} (a number for each JVM) has them all after the time of the
 * build, {@code +} before those that ran.
 */
final class RunFunctions {
  private static final Path SOURCES = Path.of("src", "main", "resources", "explorer");
  private static final String BUILD = System.getProperty("test.build", "none");
  private static final Map<String, String> TEXTS = new HashMap<>();
  private static final Map<String, Boolean> RAN = new TreeMap<>();

  static {
    Runtime.getRuntime().addShutdownHook(new Thread(RunFunctions::write));
  }

  private final CDPSession session;

  RunFunctions(Page page) {
    session = page.context().newCDPSession(page);
    session.send("Profiler.enable");
    JsonObject options = new JsonObject();
    options.addProperty("callCount", false);
    options.addProperty("detailed", false);
    session.send("Profiler.startPreciseCoverage", options);
  }

  /** Adds the functions of the page that is open. */
  void count() {
    JsonObject taken = session.send("Profiler.takePreciseCoverage");
    for (JsonElement script : taken.getAsJsonArray("result")) {
      String url = script.getAsJsonObject().get("url").getAsString();
      if (url.contains("/ui/") && !url.contains("/ui/lib/")) {
        for (JsonElement function : script.getAsJsonObject().getAsJsonArray("functions")) {
          add(url.replaceFirst(".*/ui/", ""), function.getAsJsonObject());
        }
      }
    }
  }

  private static void add(String file, JsonObject function) {
    JsonObject range = function.getAsJsonArray("ranges").get(0).getAsJsonObject();
    int offset = range.get("startOffset").getAsInt();
    String name =
        "%s:%d %s (at %d)"
            .formatted(
                file, line(file, offset), function.get("functionName").getAsString(), offset);
    RAN.merge(name, range.get("count").getAsInt() > 0, Boolean::logicalOr);
  }

  private static int line(String file, int offset) {
    String text = TEXTS.computeIfAbsent(file, RunFunctions::read);
    return 1
        + (int)
            text.substring(0, Math.min(offset, text.length()))
                .chars()
                .filter(each -> each == '\n')
                .count();
  }

  private static String read(String file) {
    try {
      return Files.readString(SOURCES.resolve(file));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Returns the functions in the tests of this build, in all JVMs, and whether they ran. */
  static Map<String, Boolean> ofThisBuild() {
    Map<String, Boolean> functions = new TreeMap<>();
    try (DirectoryStream<Path> files =
        Files.newDirectoryStream(Files.createDirectories(Windows.RESULTS), "functions-*.txt")) {
      for (Path file : files) {
        List<String> lines = Files.readAllLines(file);
        if (lines.get(0).equals(BUILD)) {
          lines.stream()
              .skip(1)
              .forEach(
                  line ->
                      functions.merge(line.substring(2), line.startsWith("+"), Boolean::logicalOr));
        }
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return functions;
  }

  private static void write() {
    Stream<String> lines =
        RAN.entrySet().stream().map(each -> (each.getValue() ? "+ " : "- ") + each.getKey());
    String fork = System.getProperty("test.fork", "1");
    try {
      Files.createDirectories(Windows.RESULTS);
      Files.write(
          Windows.RESULTS.resolve("functions-" + fork + ".txt"),
          Stream.concat(Stream.of(BUILD), lines).toList());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
