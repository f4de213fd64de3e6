package dev.cinedex.http;

import static java.util.Objects.requireNonNull;

import com.google.common.io.ByteStreams;
import jakarta.ws.rs.Consumes;
import jakarta.ws.rs.core.HttpHeaders;
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
 * Reads the bodies of requests, with one parser for each type of body. It limits their size, and
 * takes the place of Dropwizard's own reader of JSON, which is less strict.
 */
@Consumes({MediaType.APPLICATION_JSON, MediaTypes.MERGE_PATCH, MediaType.WILDCARD})
public final class StrictBodyReader implements MessageBodyReader<Object> {
  /** Four times the size of the largest valid movie in plain ASCII. */
  static final int MAX_BYTES = 1 << 20;

  /**
   * The part of a body that is too large which is still read: a client whose connection ends while
   * it sends may not see the answer.
   */
  private static final long MAX_SKIPPED_BYTES = 64L << 20;

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
    if (headers.getFirst(HttpHeaders.CONTENT_TYPE) == null) { // as any page may let a browser send
      throw new ProblemException(
          Problem.of(
              Status.UNSUPPORTED_MEDIA_TYPE,
              "Content-Type: missing, although there is a body; send application/json"));
    }
    return requireNonNull(parsers.get(type)).apply(bytes(body));
  }

  private static byte[] bytes(InputStream body) {
    try {
      byte[] bytes = body.readNBytes(MAX_BYTES + 1);
      if (bytes.length > MAX_BYTES) {
        ByteStreams.exhaust(ByteStreams.limit(body, MAX_SKIPPED_BYTES));
        throw new ProblemException(
            Problem.of(
                Status.REQUEST_ENTITY_TOO_LARGE,
                "The body is too large: at most %d bytes are allowed".formatted(MAX_BYTES)));
      }
      return bytes;
    } catch (IOException e) {
      throw new ProblemException(
          Problem.of(Status.BAD_REQUEST, "The body cannot be read: " + e.getMessage()));
    }
  }
}
