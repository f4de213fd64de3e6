package dev.cinedex.http;

import static java.util.Objects.requireNonNull;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.Properties;

/** The WebJar of the Swagger UI on the class path. */
final class SwaggerUi {
  private static final String POM_PROPERTIES =
      "/META-INF/maven/org.webjars/swagger-ui/pom.properties";

  /** The folder of its files; the WebJar itself names the version in it. */
  static final String FOLDER = "/META-INF/resources/webjars/swagger-ui/" + version();

  private SwaggerUi() {}

  private static String version() {
    Properties pom = new Properties();
    try (InputStream resource = SwaggerUi.class.getResourceAsStream(POM_PROPERTIES)) {
      pom.load(requireNonNull(resource, POM_PROPERTIES));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return requireNonNull(pom.getProperty("version"), POM_PROPERTIES);
  }
}
