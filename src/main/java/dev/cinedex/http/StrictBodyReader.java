package dev.cinedex.http;

import static java.util.Objects.requireNonNull;

import jakarta.ws.rs.Consumes;
import jakarta.ws.rs.core.MediaType;
import jakarta.ws.rs.core.MultivaluedMap;
import jakarta.ws.rs.core.Response.Status;
import jakarta.ws.rs.ext.MessageBodyReader;
import java.io.IOException;
import java.io.InputStream;
import java.lang.annotation.Annotation;
import java.lang.reflect.Type;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Reads the bodies of requests, with one parser for each type of body. It takes the place of
 * Dropwizard's own reader of JSON, which is less strict.
 */
@Consumes({MediaType.APPLICATION_JSON, MediaTypes.MERGE_PATCH, MediaType.WILDCARD})
public final class StrictBodyReader implements MessageBodyReader<Object> {
  private final Map<Class<?>, Function<byte[], ?>> parsers = new LinkedHashMap<>();

  /** Adds a type of body, and the parser that reads it. */
  public <T> StrictBodyReader with(Class<T> type, Function<byte[], T> parser) {
    parsers.put(type, parser);
    return this;
  }

  @Override
  public boolean isReadable(
      Class<?> type, Type genericType, Annotation[] annotations, MediaType mediaType) {
    return parsers.containsKey(type);
  }

  @Override
  public @Nullable Object readFrom(
      Class<Object> type,
      Type genericType,
      Annotation[] annotations,
      MediaType mediaType,
      MultivaluedMap<String, String> headers,
      InputStream body) {
    return requireNonNull(parsers.get(type)).apply(bytes(body));
  }

  private static byte[] bytes(InputStream body) {
    try {
      return body.readAllBytes(); // BodyCollector limits it
    } catch (IOException e) {
      throw new ProblemException(
          Problem.of(Status.BAD_REQUEST, "The body cannot be read: " + e.getMessage()));
    }
  }
}
