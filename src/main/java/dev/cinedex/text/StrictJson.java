package dev.cinedex.text;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.core.StreamReadFeature;
import com.fasterxml.jackson.core.exc.StreamConstraintsException;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.nio.charset.CoderResult;
import java.nio.charset.StandardCharsets;
import java.util.List;

/** Reads bytes that must be exactly one JSON object in UTF-8. */
public final class StrictJson {
  private static final JsonMapper MAPPER =
      JsonMapper.builder().enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION).build();

  private StrictJson() {}

  /**
   * Reads the object.
   *
   * @throws MalformedJsonException when the bytes are not one JSON object in UTF-8, or repeat a
   *     field
   */
  public static ObjectNode object(byte[] json) {
    try (JsonParser parser = MAPPER.createParser(text(json))) {
      JsonToken first = parser.nextToken();
      if (first != JsonToken.START_OBJECT) {
        throw new MalformedJsonException(
            first == null ? "There is no JSON object" : "This is not a JSON object",
            parser.currentTokenLocation());
      }
      return object(parser);
    } catch (JsonProcessingException e) {
      throw new MalformedJsonException(JsonErrors.plain(e), e.getLocation());
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
    } catch (StreamConstraintsException e) { // it has no location
      throw new MalformedJsonException(JsonErrors.plain(e), parser.currentLocation());
    }
  }

  /** Decodes UTF-8 only: Jackson would also guess UTF-16 and UTF-32, and accept overlong forms. */
  private static String text(byte[] json) {
    CharBuffer text = CharBuffer.allocate(json.length);
    CoderResult result =
        StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(json), text, true);
    text.flip();
    if (!result.isError()) {
      return text.toString();
    }
    List<String> lines = (text + "|").lines().toList(); // the last one has the bad byte
    throw new MalformedJsonException(
        "The text is not UTF-8", lines.size(), lines.get(lines.size() - 1).length());
  }
}
