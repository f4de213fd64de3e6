package dev.cinedex.resources;

import com.fasterxml.jackson.annotation.JsonInclude;
import dev.cinedex.access.Role;
import dev.cinedex.http.ProblemException;
import dev.cinedex.http.ProblemKind;
import dev.cinedex.http.RequestPermit;
import dev.cinedex.http.RequiredRole;
import dev.cinedex.lists.PartitionKeys;
import dev.cinedex.lookup.LookupTable;
import jakarta.ws.rs.DefaultValue;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.PathParam;
import jakarta.ws.rs.Produces;
import jakarta.ws.rs.QueryParam;
import jakarta.ws.rs.container.ContainerRequestContext;
import jakarta.ws.rs.core.Context;
import jakarta.ws.rs.core.MediaType;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The partition keys that a table has, in the order of their tokens. */
@Path("/lookups/{table}/keys")
@Produces(MediaType.APPLICATION_JSON)
public final class KeysResource {
  private static final int MAX_LIMIT = 200;

  private final ReadableTables tables;
  private final PartitionKeys keys;

  KeysResource(ReadableTables tables, PartitionKeys keys) {
    this.tables = tables;
    this.keys = keys;
  }

  /**
   * A page in JSON.
   *
   * @param nextCursor null at the end
   */
  @JsonInclude(JsonInclude.Include.NON_NULL)
  record Page(List<Map<String, Object>> items, @Nullable String nextCursor) {}

  @GET
  @RequiredRole(Role.READER)
  public Page listKeys(
      @PathParam("table") String name,
      @QueryParam("limit") @DefaultValue("20") String limit,
      @QueryParam("cursor") @Nullable String cursor,
      @Context ContainerRequestContext http) {
    LookupTable table = tables.readable(name);
    Long after = after(cursor);
    int most = limit(limit);
    RequestPermit.of(http).chargeRows(most);
    PartitionKeys.Page page = keys.page(table, after, most);
    return new Page(
        page.keys().stream().map(key -> named(table, key)).toList(),
        page.next() == null ? null : String.valueOf(page.next()));
  }

  private static Map<String, Object> named(LookupTable table, List<Object> key) {
    Map<String, Object> named = new LinkedHashMap<>();
    for (int i = 0; i < key.size(); i++) {
      named.put(table.partition().get(i).name(), key.get(i));
    }
    return named;
  }

  /** A cursor is the token of the last partition: it tells nothing that the keys do not tell. */
  private static @Nullable Long after(@Nullable String cursor) {
    try {
      return cursor == null ? null : Long.valueOf(cursor);
    } catch (NumberFormatException e) {
      throw invalid("cursor: is not one of this service. Leave it out to start at the first page");
    }
  }

  private static int limit(String text) {
    if (text.matches("[1-9][0-9]{0,2}") && Integer.parseInt(text) <= MAX_LIMIT) {
      return Integer.parseInt(text);
    }
    throw invalid("limit: must be a number from 1 to " + MAX_LIMIT);
  }

  private static ProblemException invalid(String detail) {
    return new ProblemException(ProblemKind.INVALID_PARAMETER, detail);
  }
}
