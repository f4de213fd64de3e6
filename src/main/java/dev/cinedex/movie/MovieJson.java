package dev.cinedex.movie;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.MapperFeature;
import com.fasterxml.jackson.databind.SerializationFeature;
import com.fasterxml.jackson.databind.cfg.CoercionAction;
import com.fasterxml.jackson.databind.cfg.CoercionInputShape;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.databind.type.LogicalType;
import com.fasterxml.jackson.datatype.jsr310.JavaTimeModule;
import com.google.common.hash.Hashing;
import dev.cinedex.entity.EntityState;
import dev.cinedex.entity.StateJson;
import dev.cinedex.errors.FieldError;
import dev.cinedex.text.JsonErrors;
import dev.cinedex.text.MalformedJsonException;
import dev.cinedex.text.StrictJson;
import jakarta.validation.ConstraintViolation;
import jakarta.validation.Validator;
import java.nio.charset.StandardCharsets;
import java.time.LocalDate;
import java.util.Comparator;
import java.util.List;
import java.util.Set;

/**
 * Reads movies as JSON that clients and files send. Reading is strict: an unknown or repeated
 * field, a number in quotes or a second document is an error that names the field.
 */
public final class MovieJson {
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
   * Reads a movie that a client or a file sends. It may still break a limit, see {@link #valid}.
   *
   * @throws MalformedJsonException when the text is not a JSON object
   * @throws InvalidMovieException when a field is unknown, or of another type
   */
  public MovieRequest read(byte[] json) {
    return read(StrictJson.object(json));
  }

  /**
   * Applies a patch to a movie. No attribute of a movie is an object, so that merging is replacing.
   *
   * @throws InvalidMovieException when a field is unknown, or of another type
   */
  public MovieRequest merge(EntityState movie, MoviePatch patch) {
    ObjectNode merged = mapper.valueToTree(MovieRequest.of(movie));
    merged.setAll(patch.fields());
    return read(merged);
  }

  /**
   * Reads a movie from an object that was made of another form.
   *
   * @throws InvalidMovieException when a field is unknown, or of another type
   */
  public MovieRequest read(ObjectNode json) {
    try {
      return mapper.treeToValue(json, MovieRequest.class);
    } catch (JsonProcessingException e) {
      throw new InvalidMovieException(List.of(JsonErrors.field(e)));
    }
  }

  /**
   * Returns the movie of a request.
   *
   * @throws InvalidMovieException naming every field that breaks a limit
   */
  public EntityState valid(MovieRequest request) {
    Set<ConstraintViolation<MovieRequest>> violations = validator.validate(request);
    if (!violations.isEmpty()) {
      throw new InvalidMovieException(
          violations.stream()
              .map(v -> new FieldError(path(v), v.getMessage()))
              .sorted(Comparator.comparing(FieldError::path))
              .toList());
    }
    return request.toMovie();
  }

  /** Returns the SHA-256 of a movie's state in hexadecimal. Equal movies have the same. */
  public static String fingerprint(EntityState movie) {
    return Hashing.sha256().hashString(STATES.write(movie), StandardCharsets.UTF_8).toString();
  }

  private static String path(ConstraintViolation<?> violation) {
    return violation.getPropertyPath().toString().replaceAll("\\.<[^>]*>", "");
  }
}
