package dev.cinedex.resources;

import dev.cinedex.cassandra.TokenRange;
import dev.cinedex.jobs.InvalidJobException;
import dev.cinedex.jobs.JobKind;
import dev.cinedex.jobs.JobKinds;
import dev.cinedex.jobs.JobOption;
import dev.cinedex.jobs.JobOptions;
import dev.cinedex.jobs.Scope;
import dev.cinedex.lookup.LookupDeclaration;
import java.util.Map;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * The body of a request that begins a job.
 *
 * @param declaration the table to build; null to take the configuration's
 */
record JobRequest(JobKind kind, JobOptions options, @Nullable LookupDeclaration declaration) {

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
        throw new InvalidJobException("key", "lacks a value");
      }
      Scope scope =
          new Scope(movieId, key == null ? Map.of() : key, tokens == null ? null : tokens.range());
      return new JobOptions(
          Boolean.TRUE.equals(apply),
          rowsPerSecond == null ? 0 : rowsPerSecond,
          Boolean.TRUE.equals(digest),
          scope);
    }
  }

  private record Tokens(@Nullable Long after, @Nullable Long upTo) {
    TokenRange range() {
      if (after == null || upTo == null) {
        throw new InvalidJobException("tokens", "needs both after and upTo");
      }
      return Scope.tokens(after, upTo);
    }
  }

  /**
   * Reads a body.
   *
   * @throws InvalidJobException naming the field that is wrong, and the allowed values
   */
  static JobRequest read(byte[] json) {
    Body body = LookupJson.read(json, Body.class);
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
}
