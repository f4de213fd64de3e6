package dev.cinedex.movie;

/** Bytes that are no JSON object in UTF-8; the message says where. */
public final class MalformedJsonException extends RuntimeException {
  MalformedJsonException(String message) {
    super(message);
  }
}
