package dev.cinedex.resources;

import dev.cinedex.demo.Fault;
import dev.cinedex.text.EnumText;
import org.jspecify.annotations.Nullable;

/** The body of a request that plants a fault. */
record FaultRequest(String table, Fault.Kind kind) {
  private record Body(@Nullable String table, @Nullable String kind) {}

  /**
   * Reads a body.
   *
   * @throws dev.cinedex.http.ProblemException naming the field that is wrong
   */
  static FaultRequest read(byte[] json) {
    Body body = LookupJson.read(json, Body.class);
    if (body.table == null) {
      throw LookupJson.invalid("table", "is missing; name a lookup table");
    }
    String kind = body.kind == null ? "" : body.kind;
    return new FaultRequest(
        body.table,
        EnumText.parse(Fault.Kind.class, kind)
            .orElseThrow(() -> LookupJson.invalid("kind", "must be missing, stale or orphaned")));
  }
}
