package dev.cinedex.browser;

import com.google.common.base.Splitter;
import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * The programs of this machine that the browser tests need.
 *
 * @param chromium the browser; {@code -Dbrowser.path} names another one
 * @param node runs the driver of the browser
 */
record Programs(Path chromium, Path node) {
  private static final List<String> BROWSERS =
      List.of("chromium", "chromium-browser", "google-chrome", "chrome");

  /** The same browser without windows: EveryScreenIT takes 91 s with it, and 118 s without. */
  private static final String WITHOUT_WINDOWS = "chromium-headless-shell";

  private static final int NODE = 20;
  private static final String NAMED = System.getProperty("browser.path", "");

  /** Finds both programs on the {@code PATH}; empty when one is missing. */
  static Optional<Programs> find() {
    return findChromium().flatMap(browser -> findNode().map(node -> new Programs(browser, node)));
  }

  /** Returns what is missing and how to install it. */
  static String missing() {
    List<String> missing = new ArrayList<>();
    if (findChromium().isEmpty()) {
      missing.add(
          !NAMED.isEmpty()
              ? "no program at -Dbrowser.path=" + NAMED
              : "no Chromium on the PATH (Debian: apt-get install --no-install-recommends chromium-headless-shell; or name one by -Dbrowser.path=)");
    }
    if (findNode().isEmpty()) {
      missing.add("no Node.js %d or later on the PATH (see nodejs.org)".formatted(NODE));
    }
    return String.join(", ", missing);
  }

  /** Returns whether the browser tests must run: in CI, or because somebody says so. */
  static boolean areRequired() {
    return "true".equals(System.getenv("CI")) || mode().equals("required");
  }

  /** Returns whether somebody wants to watch. */
  static boolean isHeaded() {
    return mode().equals("headed");
  }

  private static String mode() {
    return System.getProperty("browser", "");
  }

  private static Optional<Path> findChromium() {
    return NAMED.isEmpty()
        ? browsers().flatMap(name -> onPath(name).stream()).findFirst()
        : Optional.of(Path.of(NAMED)).filter(Files::isExecutable);
  }

  private static Stream<String> browsers() {
    Stream<String> preferred = isHeaded() ? Stream.empty() : Stream.of(WITHOUT_WINDOWS);
    return Stream.concat(preferred, BROWSERS.stream());
  }

  private static Optional<Path> findNode() {
    return onPath("node").filter(node -> majorVersion(node) >= NODE);
  }

  private static Optional<Path> onPath(String name) {
    String path = Optional.ofNullable(System.getenv("PATH")).orElse("");
    return Splitter.on(File.pathSeparatorChar)
        .omitEmptyStrings()
        .splitToStream(path)
        .map(directory -> Path.of(directory, name))
        .filter(Files::isExecutable)
        .findFirst();
  }

  private static int majorVersion(Path node) {
    try {
      Process process = new ProcessBuilder(node.toString(), "--version").start();
      String version = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
      Matcher number = Pattern.compile("v(\\d+)\\.").matcher(version);
      return number.lookingAt() ? Integer.parseInt(number.group(1)) : 0;
    } catch (IOException e) {
      return 0;
    }
  }
}
