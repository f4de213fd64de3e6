package dev.cinedex.movie;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.cinedex.text.MalformedJsonException;
import dev.cinedex.text.StrictJson;

/**
 * A JSON merge patch (RFC 7396) of a movie.
 *
 * @param fields the fields to replace; a null is read as if the field were absent
 */
public record MoviePatch(ObjectNode fields) {
  /**
   * Reads a patch.
   *
   * @throws MalformedJsonException when the text is not a JSON object
   */
  public static MoviePatch read(byte[] json) {
    return new MoviePatch(StrictJson.object(json));
  }
}
