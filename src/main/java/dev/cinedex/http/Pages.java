package dev.cinedex.http;

import io.dropwizard.jetty.setup.ServletEnvironment;
import jakarta.servlet.http.HttpServletRequest;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** The pages for browsers: the explorer at {@code /}, and the API document at {@code /docs}. */
final class Pages {
  private static final String HTML = "text/html;charset=utf-8";
  private static final String SCRIPT = "text/javascript;charset=utf-8";
  private static final String STYLE = "text/css;charset=utf-8";

  /** The explorer makes no element from text, so its scripts cannot be given any. */
  private static final Map<String, String> EXPLORER_HEADERS =
      Map.of(
          "Content-Security-Policy",
          "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'; require-trusted-types-for 'script'; trusted-types lit-html",
          "Cross-Origin-Opener-Policy",
          "same-origin");

  private static final List<String> MODULES =
      List.of(
          "api",
          "app",
          "browse",
          "chart",
          "conflict",
          "cql",
          "declaration",
          "declare",
          "editing",
          "fields",
          "form",
          "frame",
          "its-rows",
          "job",
          "jobs",
          "keys",
          "list",
          "mending",
          "merge",
          "movie",
          "overview",
          "parts",
          "pick",
          "preview",
          "removal",
          "rows",
          "some-keys",
          "steps",
          "store",
          "table",
          "tables",
          "yaml");

  private static final List<String> LIT_HTML =
      List.of(
          "lit-html.js",
          "directive.js",
          "directive-helpers.js",
          "directives/live.js",
          "directives/repeat.js");

  private Pages() {}

  /** Returns whether a request asks for a page or a file of one. */
  static boolean isOf(HttpServletRequest request) {
    String path = request.getRequestURI();
    return path.equals("/") || isBelow("/ui", path) || isBelow("/docs", path);
  }

  private static boolean isBelow(String directory, String path) {
    return path.startsWith(directory)
        && (path.length() == directory.length() || path.charAt(directory.length()) == '/');
  }

  /**
   * Returns whether a request asks for a page, or for how everything is: these are answered however
   * busy the service is, and without Cassandra.
   */
  static boolean isAlwaysAnswered(HttpServletRequest request) {
    return isOf(request) || request.getRequestURI().equals("/overview");
  }

  static void register(ServletEnvironment servlets) {
    servlets
        .addServlet("explorer", new FilesServlet(Map.of("/", page()), EXPLORER_HEADERS))
        .addMapping("");
    servlets
        .addServlet("explorer-files", new FilesServlet(explorer(), EXPLORER_HEADERS))
        .addMapping("/ui/*");
    servlets.addServlet("docs", new FilesServlet(documentation(), Map.of())).addMapping("/docs/*");
  }

  private static StaticFile page() {
    return StaticFile.of("/explorer/index.html", HTML);
  }

  private static Map<String, StaticFile> explorer() {
    Map<String, StaticFile> files = new LinkedHashMap<>();
    for (String module : MODULES) {
      files.put(
          "/%s.js".formatted(module), StaticFile.of("/explorer/%s.js".formatted(module), SCRIPT));
    }
    files.put("/style.css", StaticFile.of("/explorer/style.css", STYLE));
    files.put("/icon.svg", StaticFile.of("/explorer/icon.svg", "image/svg+xml"));
    for (String file : LIT_HTML) {
      files.put("/lib/lit-html/" + file, StaticFile.of(WebJar.LIT_HTML.file(file), SCRIPT));
    }
    files.put("/lib/uplot.js", StaticFile.of(WebJar.UPLOT.file("dist/uPlot.iife.min.js"), SCRIPT));
    files.put("/lib/uplot.css", StaticFile.of(WebJar.UPLOT.file("dist/uPlot.min.css"), STYLE));
    return Map.copyOf(files);
  }

  private static Map<String, StaticFile> documentation() {
    StaticFile page = StaticFile.of("/docs/index.html", HTML);
    return Map.of(
        "",
        page,
        "/",
        page,
        "/start.js",
        StaticFile.of("/docs/start.js", SCRIPT),
        "/ui/swagger-ui-bundle.js",
        StaticFile.of(WebJar.SWAGGER_UI.file("swagger-ui-bundle.js"), SCRIPT),
        "/ui/swagger-ui.css",
        StaticFile.of(WebJar.SWAGGER_UI.file("swagger-ui.css"), STYLE));
  }
}
