package dev.cinedex.text;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.core.StreamReadFeature;
import com.fasterxml.jackson.core.exc.StreamConstraintsException;
import com.fasterxml.jackson.databind.JsonMappingException;
import com.fasterxml.jackson.databind.exc.MismatchedInputException;
import com.fasterxml.jackson.databind.exc.UnrecognizedPropertyException;
import com.fasterxml.jackson.databind.exc.ValueInstantiationException;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.google.common.primitives.Primitives;
import dev.cinedex.errors.FieldError;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.nio.charset.CoderResult;
import java.nio.charset.StandardCharsets;
import java.time.LocalDate;
import java.util.Collection;
import java.util.List;
import java.util.UUID;
import java.util.stream.Collectors;

/** Reads one JSON object from bytes, and says what is wrong with it for who does not know Java. */
public final class StrictJson {
  private static final JsonMapper MAPPER =
      JsonMapper.builder().enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION).build();

  private StrictJson() {}

  /**
   * @throws MalformedJsonException when it is not one JSON object in UTF-8, or has a field twice
   */
  public static ObjectNode object(byte[] json) {
    try (JsonParser parser = MAPPER.createParser(text(json))) {
      JsonToken first = parser.nextToken();
      if (first != JsonToken.START_OBJECT) {
        throw new MalformedJsonException(
            first == null ? "There is no JSON object" : "This is no JSON object",
            parser.currentTokenLocation());
      }
      return object(parser);
    } catch (JsonProcessingException e) {
      throw malformed(e);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static ObjectNode object(JsonParser parser) throws IOException {
    try {
      ObjectNode object = parser.readValueAsTree();
      if (parser.nextToken() != null) {
        throw new MalformedJsonException(
            "More follows the JSON object", parser.currentTokenLocation());
      }
      return object;
    } catch (StreamConstraintsException e) { // it does not say where
      throw new MalformedJsonException(plain(e), parser.currentLocation());
    }
  }

  /** Decoded by hand: Jackson would also guess UTF-16 and UTF-32, and let overlong forms pass. */
  private static String text(byte[] json) {
    CharBuffer text = CharBuffer.allocate(json.length);
    CoderResult result =
        StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(json), text, true);
    text.flip();
    if (!result.isError()) {
      return text.toString();
    }
    List<String> lines = (text + "|").lines().toList(); // the bad byte is in the last one
    throw new MalformedJsonException(
        "The text is not UTF-8", lines.size(), lines.get(lines.size() - 1).length());
  }

  private static MalformedJsonException malformed(JsonProcessingException e) {
    return new MalformedJsonException(plain(e), e.getLocation());
  }

  /**
   * Which field of an object cannot be read, and what it must be.
   *
   * @throws MalformedJsonException when it is no field's fault
   */
  public static FieldError wrongField(JsonProcessingException e) {
    if (!(e instanceof JsonMappingException mapping) || mapping.getPath().isEmpty()) {
      throw malformed(e);
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
    if (e instanceof ValueInstantiationException
        || !(e instanceof MismatchedInputException mismatch)) {
      return plain(e); // what a value itself says
    }
    Class<?> type = mismatch.getTargetType();
    if (type == null || type == LocalDate.class) {
      return plain(e);
    }
    Class<?> boxed = Primitives.wrap(type);
    if (Collection.class.isAssignableFrom(boxed)) {
      return "must be a list of texts";
    }
    if (Number.class.isAssignableFrom(boxed)) {
      return "must be a whole number";
    }
    if (boxed == Boolean.class) {
      return "must be true or false";
    }
    if (boxed == UUID.class) {
      return "must be a UUID (36 characters)";
    }
    return boxed == String.class ? "must be text" : "must be an object";
  }

  /** Without Jackson's hints for programmers. */
  private static String plain(JsonProcessingException e) {
    return e.getOriginalMessage()
        .lines()
        .findFirst()
        .orElse("")
        .replaceAll(" ?\\((start marker at )?\\[Source: [^\\]]*\\]\\)", "")
        .replaceAll("^Cannot construct instance of `[^`]*`, problem: ", "")
        .replaceAll(", from `[^`]*`", "");
  }
}
