package dev.cinedex.resources;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.MapperFeature;
import com.fasterxml.jackson.databind.json.JsonMapper;
import dev.cinedex.cassandra.TokenRange;
import dev.cinedex.errors.FieldError;
import dev.cinedex.http.Problem.Kind;
import dev.cinedex.http.ProblemException;
import dev.cinedex.http.RequestBodies;
import dev.cinedex.jobs.JobKind;
import dev.cinedex.jobs.JobKinds;
import dev.cinedex.jobs.JobOption;
import dev.cinedex.jobs.JobOptions;
import dev.cinedex.jobs.Scope;
import dev.cinedex.lookup.LookupDeclaration;
import dev.cinedex.text.StrictJson;
import java.io.InputStream;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * What is to be done with a lookup table.
 *
 * @param declaration of a table that is to be built; null to take the configuration's
 */
record JobRequest(JobKind kind, JobOptions options, @Nullable LookupDeclaration declaration) {
  private static final JsonMapper JSON =
      JsonMapper.builder()
          .disable(MapperFeature.ALLOW_COERCION_OF_SCALARS)
          .disable(DeserializationFeature.ACCEPT_FLOAT_AS_INT)
          .build();

  private record Body(
      @Nullable String kind,
      @Nullable Boolean apply,
      @Nullable Integer rowsPerSecond,
      @Nullable Boolean digest,
      @Nullable UUID movieId,
      @Nullable Map<String, @Nullable String> key,
      @Nullable Tokens tokens,
      @Nullable LookupDeclaration declaration) {

    JobOptions options() {
      if (key != null && key.containsValue(null)) {
        throw invalid("key", "lacks a value");
      }
      Scope scope =
          new Scope(movieId, key == null ? Map.of() : key, tokens == null ? null : tokens.slice());
      return new JobOptions(
          Boolean.TRUE.equals(apply),
          rowsPerSecond == null ? 0 : rowsPerSecond,
          Boolean.TRUE.equals(digest),
          scope);
    }
  }

  private record Tokens(@Nullable Long after, @Nullable Long upTo) {
    TokenRange slice() {
      if (after == null || upTo == null) {
        throw invalid("tokens", "has 'after' and 'upTo'");
      }
      return Scope.tokens(after, upTo);
    }
  }

  private record StateBody(@Nullable String state) {}

  /**
   * @throws ProblemException naming the field that is wrong, and what it may be
   */
  static JobRequest of(InputStream json) {
    Body body = read(json, Body.class);
    JobKind kind = JobKinds.named(body.kind == null ? "" : body.kind);
    JobOptions options = body.options();
    if (options.apply()) {
      JobKinds.requireTakes(kind, JobOption.APPLY, "apply");
    }
    if (body.declaration != null) {
      JobKinds.requireTakes(kind, JobOption.DECLARATION, "declaration");
    }
    if (!options.scope().isAll()) {
      JobKinds.requireTakes(kind, JobOption.SCOPE, "movieId, key, tokens");
    }
    return new JobRequest(kind, options, body.declaration);
  }

  /** The state that a patch asks for. */
  static String state(InputStream json, String... allowed) {
    String state = read(json, StateBody.class).state;
    if (state == null || !List.of(allowed).contains(state)) {
      throw invalid("state", "must be " + String.join(" or ", allowed));
    }
    return state;
  }

  private static <T> T read(InputStream json, Class<T> type) {
    try {
      return JSON.treeToValue(StrictJson.object(RequestBodies.bytes(json)), type);
    } catch (JsonProcessingException e) {
      FieldError error = StrictJson.wrongField(e);
      throw invalid(error.path(), error.reason());
    }
  }

  private static ProblemException invalid(String field, String reason) {
    return new ProblemException(Kind.INVALID_LOOKUP, field + ": " + reason);
  }
}
