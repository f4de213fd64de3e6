package dev.cinedex.http;

import dev.cinedex.text.StrictUuid;
import jakarta.ws.rs.PathParam;
import jakarta.ws.rs.QueryParam;
import jakarta.ws.rs.ext.ParamConverter;
import jakarta.ws.rs.ext.ParamConverterProvider;
import java.lang.annotation.Annotation;
import java.lang.reflect.Type;
import java.util.Arrays;
import java.util.UUID;
import java.util.function.Function;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Converts parameters to UUIDs and booleans, and refuses all other texts with a problem. Jersey
 * itself would take {@code 1-1-1-1-1} for a UUID, and every text but {@code true} for false.
 */
public final class StrictParameters implements ParamConverterProvider {
  @Override
  @SuppressWarnings("unchecked") // each converter is of the type that was compared
  public <T> @Nullable ParamConverter<T> getConverter(
      Class<T> type, Type genericType, Annotation[] annotations) {
    if (type == UUID.class) {
      return (ParamConverter<T>) new Converter<>(text -> uuid(name(annotations), text));
    }
    if (type == boolean.class) {
      return (ParamConverter<T>) new Converter<>(text -> bool(name(annotations), text));
    }
    return null; // leaves the type to Jersey
  }

  private record Converter<T>(Function<String, T> conversion) implements ParamConverter<T> {
    @Override
    public T fromString(String text) {
      return conversion.apply(text);
    }

    @Override
    public String toString(T value) {
      return String.valueOf(value);
    }
  }

  private static UUID uuid(String name, String text) {
    return StrictUuid.of(text)
        .orElseThrow(() -> invalid("%s: '%s' is not a UUID (36 characters)".formatted(name, text)));
  }

  private static boolean bool(String name, String text) {
    if (text.equals("true") || text.equals("false")) {
      return text.equals("true");
    }
    throw invalid(name + ": must be true or false");
  }

  private static String name(Annotation[] annotations) {
    return Arrays.stream(annotations)
        .flatMap(
            annotation ->
                annotation instanceof PathParam path
                    ? Stream.of(path.value())
                    : annotation instanceof QueryParam query
                        ? Stream.of(query.value())
                        : Stream.empty())
        .findFirst()
        .orElse("");
  }

  private static ProblemException invalid(String detail) {
    return new ProblemException(ProblemKind.INVALID_PARAMETER, detail);
  }
}
