package dev.cinedex.resources;

import dev.cinedex.http.MediaTypes;
import dev.cinedex.http.ProblemException;
import dev.cinedex.http.ProblemKind;
import dev.cinedex.http.QueryParameters;
import dev.cinedex.lookup.Column;
import dev.cinedex.lookup.LookupTable;
import dev.cinedex.lookup.Names;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.PathParam;
import jakarta.ws.rs.Produces;
import jakarta.ws.rs.container.ContainerRequestContext;
import jakarta.ws.rs.core.Context;
import jakarta.ws.rs.core.MediaType;
import jakarta.ws.rs.core.Response;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/**
 * The movies at a key of any lookup table. The values of the key are query parameters with the
 * names of the partition columns.
 */
@Path("/lookups/{table}/movies")
@Produces({MediaType.APPLICATION_JSON, MediaTypes.NDJSON})
public final class LookupMoviesResource {
  private final ReadableTables tables;
  private final ListResponder lists;

  public LookupMoviesResource(ReadableTables tables, ListResponder lists) {
    this.tables = tables;
    this.lists = lists;
  }

  @GET
  public Response list(@PathParam("table") String name, @Context ContainerRequestContext http) {
    LookupTable table = tables.readable(name);
    List<String> columns = table.partition().stream().map(Column::name).toList();
    Map<String, String> given =
        QueryParameters.values(
            http, Stream.concat(columns.stream(), Names.PARAMETERS.stream()).toList());
    Map<String, String> key = new LinkedHashMap<>();
    for (String column : columns) {
      String value = given.remove(column);
      if (value == null) {
        throw new ProblemException(
            ProblemKind.INVALID_PARAMETER,
            "%s: is missing. Lookup table %s is read by %s"
                .formatted(column, name, String.join(" and ", columns)));
      }
      key.put(column, value);
    }
    return lists.list(table, key, given, http);
  }
}
