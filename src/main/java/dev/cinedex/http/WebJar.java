package dev.cinedex.http;

import static java.util.Objects.requireNonNull;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.Properties;

/**
 * A WebJar on the class path: files for browsers, packed as a library.
 *
 * @param group the group of its Maven coordinates
 * @param name the artifact of its Maven coordinates
 */
record WebJar(String group, String name) {
  static final WebJar SWAGGER_UI = new WebJar("org.webjars", "swagger-ui");
  static final WebJar LIT_HTML = new WebJar("org.webjars.npm", "lit-html");
  static final WebJar UPLOT = new WebJar("org.webjars.npm", "uplot");

  /** Returns a file of it on the class path; the version in the path is that of the library. */
  String file(String path) {
    return "/META-INF/resources/webjars/%s/%s/%s".formatted(name, version(), path);
  }

  private String version() {
    String resource = "/META-INF/maven/%s/%s/pom.properties".formatted(group, name);
    Properties pom = new Properties();
    try (InputStream properties = WebJar.class.getResourceAsStream(resource)) {
      pom.load(requireNonNull(properties, resource));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return requireNonNull(pom.getProperty("version"), resource);
  }
}
