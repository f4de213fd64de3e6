package dev.cinedex.browser;

import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import com.microsoft.playwright.CDPSession;
import com.microsoft.playwright.Page;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;

/**
 * Which functions of the explorer's files have run, as Chromium counts them. When the tests end,
 * {@code target/browser/functions-1.txt} (a number for each JVM) has them all, {@code +} before
 * those that ran.
 */
final class RunFunctions {
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
    String name =
        "%s:%d %s"
            .formatted(
                file,
                range.get("startOffset").getAsInt(),
                function.get("functionName").getAsString());
    RAN.merge(name, range.get("count").getAsInt() > 0, Boolean::logicalOr);
  }

  private static void write() {
    Stream<String> lines =
        RAN.entrySet().stream().map(each -> (each.getValue() ? "+ " : "- ") + each.getKey());
    String fork = System.getProperty("test.fork", "1");
    try {
      Files.createDirectories(Windows.RESULTS);
      Files.write(Windows.RESULTS.resolve("functions-" + fork + ".txt"), lines.toList());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
