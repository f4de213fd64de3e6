package dev.cinedex.text;

import com.fasterxml.jackson.core.JsonLocation;
import dev.cinedex.errors.CinedexException;
import dev.cinedex.errors.ErrorCode;
import org.jspecify.annotations.Nullable;

/** Thrown for bytes that are not a JSON object in UTF-8. The message says where they go wrong. */
public final class MalformedJsonException extends CinedexException {
  MalformedJsonException(String reason, long line, long column) {
    super(ErrorCode.MALFORMED_JSON, "%s (line %d, column %d)".formatted(reason, line, column));
  }

  MalformedJsonException(String reason, @Nullable JsonLocation at) {
    this(reason, at == null ? 1 : at.getLineNr(), at == null ? 1 : Math.max(1, at.getColumnNr()));
  }
}
