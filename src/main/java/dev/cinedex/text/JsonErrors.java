package dev.cinedex.text;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonMappingException;
import com.fasterxml.jackson.databind.exc.MismatchedInputException;
import com.fasterxml.jackson.databind.exc.UnrecognizedPropertyException;
import com.google.common.primitives.Primitives;
import dev.cinedex.errors.FieldError;
import java.time.LocalDate;
import java.util.Collection;
import java.util.UUID;
import java.util.stream.Collectors;

/** Rewords what Jackson says about JSON for readers who do not know Java. */
public final class JsonErrors {
  private JsonErrors() {}

  /**
   * Returns the field of an object that cannot be read, and what it must be.
   *
   * @throws MalformedJsonException when no single field is wrong
   */
  public static FieldError field(JsonProcessingException e) {
    if (!(e instanceof JsonMappingException mapping) || mapping.getPath().isEmpty()) {
      throw new MalformedJsonException(plain(e), e.getLocation());
    }
    return new FieldError(path(mapping), reason(mapping));
  }

  private static String path(JsonMappingException e) {
    StringBuilder path = new StringBuilder();
    for (JsonMappingException.Reference step : e.getPath()) {
      if (step.getFieldName() == null) {
        path.append('[').append(step.getIndex()).append(']');
      } else {
        path.append(path.isEmpty() ? "" : ".").append(step.getFieldName());
      }
    }
    return path.toString();
  }

  private static String reason(JsonMappingException e) {
    if (e instanceof UnrecognizedPropertyException unknown) {
      return "is not known; known: "
          + unknown.getKnownPropertyIds().stream()
              .map(String::valueOf)
              .sorted()
              .collect(Collectors.joining(", "));
    }
    Class<?> type = e instanceof MismatchedInputException wrong ? wrong.getTargetType() : null;
    return type == null || type == LocalDate.class
        ? plain(e) // the message of the value's own deserializer
        : expected(Primitives.wrap(type));
  }

  private static String expected(Class<?> type) {
    if (Collection.class.isAssignableFrom(type)) {
      return "must be a list of texts";
    }
    if (Number.class.isAssignableFrom(type)) {
      return "must be a whole number";
    }
    if (type == Boolean.class) {
      return "must be true or false";
    }
    if (type == UUID.class) {
      return "must be a UUID (36 characters)";
    }
    return type == String.class ? "must be text" : "must be an object";
  }

  /** Returns Jackson's message without its hints for programmers. */
  static String plain(JsonProcessingException e) {
    return e.getOriginalMessage()
        .lines()
        .findFirst()
        .orElse("")
        .replaceAll(" ?\\((start marker at )?\\[Source: [^\\]]*\\]\\)", "")
        .replaceAll("^Cannot construct instance of `[^`]*`, problem: ", "")
        .replaceAll(", from `[^`]*`", "");
  }
}
