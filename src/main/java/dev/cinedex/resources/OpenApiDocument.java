package dev.cinedex.resources;

import static java.util.Objects.requireNonNull;

import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.dataformat.yaml.YAMLMapper;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;

/**
 * The description of the HTTP API, {@code openapi.yaml}. It is written by hand; tests compare it
 * with the running service.
 */
final class OpenApiDocument {
  private OpenApiDocument() {}

  static byte[] yaml() {
    try (InputStream resource = OpenApiDocument.class.getResourceAsStream("/openapi.yaml")) {
      return requireNonNull(resource).readAllBytes();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  static byte[] json() {
    try {
      return new JsonMapper().writeValueAsBytes(new YAMLMapper().readTree(yaml()));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
