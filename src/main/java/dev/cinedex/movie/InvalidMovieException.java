package dev.cinedex.movie;

import dev.cinedex.errors.CinedexException;
import dev.cinedex.errors.ErrorCode;
import dev.cinedex.errors.FieldError;
import java.util.List;
import java.util.stream.Collectors;

/** A document that is not a movie, with the reason for each field. */
public final class InvalidMovieException extends CinedexException {
  private final List<FieldError> errors;

  public InvalidMovieException(List<FieldError> errors) {
    super(
        ErrorCode.INVALID_ENTITY,
        errors.stream()
            .map(error -> (error.path() + " " + error.reason()).strip())
            .collect(Collectors.joining("; ")));
    this.errors = List.copyOf(errors);
  }

  public InvalidMovieException(String path, String reason) {
    this(List.of(new FieldError(path, reason)));
  }

  @Override
  public List<FieldError> fieldErrors() {
    return errors;
  }
}
