package dev.cinedex.resources;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.MapperFeature;
import com.fasterxml.jackson.databind.json.JsonMapper;
import dev.cinedex.errors.FieldError;
import dev.cinedex.http.ProblemException;
import dev.cinedex.http.ProblemKind;
import dev.cinedex.text.JsonErrors;
import dev.cinedex.text.StrictJson;

/** Reads the bodies of requests about lookup tables and jobs. */
final class LookupJson {
  private static final JsonMapper MAPPER =
      JsonMapper.builder()
          .disable(MapperFeature.ALLOW_COERCION_OF_SCALARS)
          .disable(DeserializationFeature.ACCEPT_FLOAT_AS_INT)
          .build();

  private LookupJson() {}

  /**
   * Reads a body.
   *
   * @throws dev.cinedex.text.MalformedJsonException when the text is not a JSON object
   * @throws ProblemException when a field is unknown, or of another type
   */
  static <T> T read(byte[] json, Class<T> type) {
    try {
      return MAPPER.treeToValue(StrictJson.object(json), type);
    } catch (JsonProcessingException e) {
      FieldError error = JsonErrors.field(e);
      throw invalid(error.path(), error.reason());
    }
  }

  static ProblemException invalid(String field, String reason) {
    return new ProblemException(ProblemKind.INVALID_LOOKUP, field + ": " + reason);
  }
}
