package dev.cinedex.movie;

import java.util.List;
import java.util.stream.Collectors;

/** A document that is not a movie, with the reason for each field. */
public final class InvalidMovieException extends RuntimeException {
  private final List<FieldError> errors;

  /**
   * @param path of the field, such as {@code actors[3]}; empty for the document itself
   */
  public record FieldError(String path, String reason) {}

  public InvalidMovieException(List<FieldError> errors) {
    super(
        errors.stream()
            .map(error -> (error.path() + " " + error.reason()).strip())
            .collect(Collectors.joining("; ")));
    this.errors = List.copyOf(errors);
  }

  public InvalidMovieException(String path, String reason) {
    this(List.of(new FieldError(path, reason)));
  }

  public List<FieldError> errors() {
    return errors;
  }
}
