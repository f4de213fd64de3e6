package dev.cinedex.overview;

import com.fasterxml.jackson.annotation.JsonInclude;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * What somebody should do, in words.
 *
 * @param level {@code error}, {@code warning} or {@code hint}
 * @param action {@code verify}, {@code build}, {@code repair}, {@code job} or {@code movie}; null
 *     when no request does it
 * @param table that it is about; null for none
 * @param job that it is about; null for none
 * @param movieId that it is about; null for none
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
record Advice(
    String level,
    String text,
    @Nullable String action,
    @Nullable String table,
    @Nullable UUID job,
    @Nullable UUID movieId) {

  static Advice of(String level, String text) {
    return new Advice(level, text, null, null, null, null);
  }

  static Advice onTable(String level, String text, String action, String table) {
    return new Advice(level, text, action, table, null, null);
  }

  static Advice onJob(String text, String table, UUID job) {
    return new Advice("warning", text, "job", table, job, null);
  }

  static Advice onMovie(String text, UUID movieId) {
    return new Advice("warning", text, "movie", null, null, movieId);
  }
}
