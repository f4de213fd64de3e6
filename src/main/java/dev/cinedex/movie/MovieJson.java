package dev.cinedex.movie;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.databind.DeserializationContext;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.MapperFeature;
import com.fasterxml.jackson.databind.SerializationFeature;
import com.fasterxml.jackson.databind.cfg.CoercionAction;
import com.fasterxml.jackson.databind.cfg.CoercionInputShape;
import com.fasterxml.jackson.databind.deser.std.StdDeserializer;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.databind.type.LogicalType;
import com.fasterxml.jackson.datatype.jsr310.JavaTimeModule;
import com.google.common.hash.Hashing;
import dev.cinedex.entity.EntityState;
import dev.cinedex.entity.StateJson;
import dev.cinedex.errors.FieldError;
import dev.cinedex.text.MalformedJsonException;
import dev.cinedex.text.StrictJson;
import jakarta.validation.ConstraintViolation;
import jakarta.validation.Validator;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.LocalDate;
import java.time.format.DateTimeFormatter;
import java.time.format.DateTimeFormatterBuilder;
import java.time.format.DateTimeParseException;
import java.time.format.ResolverStyle;
import java.time.temporal.ChronoField;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Set;

/**
 * Reads and writes movies as JSON, strictly: an unknown or repeated field, a number in quotes or a
 * second document is an error that names the field. Requests, imports and the ledger's {@code
 * previous} column all use it.
 */
public final class MovieJson {
  /** Text of the form 1995-12-15: CQL's date would take more, and silently wrap it around. */
  private static final class StrictDate extends StdDeserializer<LocalDate> {
    private static final DateTimeFormatter FORMAT =
        new DateTimeFormatterBuilder()
            .appendValue(ChronoField.YEAR, 4)
            .appendPattern("-MM-dd")
            .toFormatter(Locale.ROOT)
            .withResolverStyle(ResolverStyle.STRICT);

    private StrictDate() {
      super(LocalDate.class);
    }

    @Override
    public LocalDate deserialize(JsonParser parser, DeserializationContext context)
        throws IOException {
      try {
        if (parser.hasToken(JsonToken.VALUE_STRING)) {
          return LocalDate.parse(parser.getText(), FORMAT);
        }
      } catch (DateTimeParseException e) {
        // refused below
      }
      return context.reportInputMismatch(this, "must be a date such as 1995-12-15");
    }
  }

  private static final StateJson STATES = new StateJson(Movie.ENTITY);

  private final Validator validator;
  private final JsonMapper mapper;

  public MovieJson(Validator validator) {
    this.validator = validator;
    this.mapper =
        JsonMapper.builder()
            .addModule(new JavaTimeModule().addDeserializer(LocalDate.class, new StrictDate()))
            .disable(DeserializationFeature.ACCEPT_FLOAT_AS_INT)
            .disable(MapperFeature.ALLOW_COERCION_OF_SCALARS)
            .disable(SerializationFeature.WRITE_DATES_AS_TIMESTAMPS)
            .withCoercionConfig(
                LogicalType.Textual,
                text -> {
                  text.setCoercion(CoercionInputShape.Integer, CoercionAction.Fail);
                  text.setCoercion(CoercionInputShape.Float, CoercionAction.Fail);
                  text.setCoercion(CoercionInputShape.Boolean, CoercionAction.Fail);
                })
            .withCoercionConfig(
                LogicalType.DateTime,
                date -> {
                  date.setCoercion(CoercionInputShape.Integer, CoercionAction.Fail);
                  date.setCoercion(CoercionInputShape.EmptyString, CoercionAction.Fail);
                })
            .build();
  }

  /**
   * @throws MalformedJsonException when the text is not a JSON object
   * @throws InvalidMovieException when it has an unknown field, or one of another type; the movie
   *     in it may still be invalid, see {@link #valid}
   */
  public MovieDocument read(byte[] json) {
    try {
      return mapper.treeToValue(StrictJson.object(json), MovieDocument.class);
    } catch (JsonProcessingException e) {
      throw invalid(e);
    }
  }

  /**
   * Applies a JSON merge patch (RFC 7396). No attribute of a movie is an object, so that merging is
   * replacing; a null is read as if the field were not there.
   */
  public MovieDocument merge(MovieDocument document, byte[] patch) {
    ObjectNode merged = mapper.valueToTree(document);
    merged.setAll(StrictJson.object(patch));
    try {
      return mapper.treeToValue(merged, MovieDocument.class);
    } catch (JsonProcessingException e) {
      throw invalid(e);
    }
  }

  /**
   * The movie of a document.
   *
   * @throws InvalidMovieException naming every field that breaks a limit
   */
  public EntityState valid(MovieDocument document) {
    Set<ConstraintViolation<MovieDocument>> violations = validator.validate(document);
    if (!violations.isEmpty()) {
      throw new InvalidMovieException(
          violations.stream()
              .map(v -> new FieldError(path(v), v.getMessage()))
              .sorted(Comparator.comparing(FieldError::path))
              .toList());
    }
    return document.toMovie();
  }

  /** Returns the SHA-256 of the state's JSON, in hexadecimal: equal for equal movies. */
  public static String fingerprint(EntityState movie) {
    return Hashing.sha256().hashString(STATES.write(movie), StandardCharsets.UTF_8).toString();
  }

  private static String path(ConstraintViolation<?> violation) {
    return violation.getPropertyPath().toString().replaceAll("\\.<[^>]*>", "");
  }

  private static InvalidMovieException invalid(JsonProcessingException e) {
    return new InvalidMovieException(List.of(StrictJson.wrongField(e)));
  }
}
