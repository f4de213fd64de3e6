package dev.cinedex.http;

import dev.cinedex.http.Problem.Kind;
import dev.cinedex.lookup.Column;
import dev.cinedex.lookup.LookupTable;
import dev.cinedex.movie.Attribute;
import dev.cinedex.movie.NormalText;
import dev.cinedex.projection.LookupReader;
import dev.cinedex.projection.LookupReader.Page;
import dev.cinedex.projection.LookupReader.StoredRow;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.NotFoundException;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.PathParam;
import jakarta.ws.rs.Produces;
import jakarta.ws.rs.QueryParam;
import jakarta.ws.rs.core.Context;
import jakarta.ws.rs.core.MediaType;
import jakarta.ws.rs.core.Response;
import jakarta.ws.rs.core.UriInfo;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Movies by genre and by actor, ordered by title, then id. */
@Path("/")
@Produces(MediaType.APPLICATION_JSON)
public final class ListsResource {
  private static final int DEFAULT_LIMIT = 20;
  private static final int MAX_LIMIT = 200;

  private final LookupReader reader;
  private final List<LookupTable> tables;

  public ListsResource(LookupReader reader, List<LookupTable> tables) {
    this.reader = reader;
    this.tables = List.copyOf(tables);
  }

  @GET
  @Path("genres/{genre}/movies")
  public Response byGenre(
      @PathParam("genre") String genre,
      @QueryParam("limit") @Nullable String limit,
      @QueryParam("cursor") @Nullable String cursor,
      @Context UriInfo uri) {
    return list("movies_by_genre", genre, limit, cursor, uri);
  }

  @GET
  @Path("actors/{actor}/movies")
  public Response byActor(
      @PathParam("actor") String actor,
      @QueryParam("limit") @Nullable String limit,
      @QueryParam("cursor") @Nullable String cursor,
      @Context UriInfo uri) {
    return list("movies_by_actor", actor, limit, cursor, uri);
  }

  private Response list(
      String tableName, String key, @Nullable String limit, @Nullable String cursor, UriInfo uri) {
    LookupTable table = table(tableName);
    String name = NormalText.of(key);
    if (name.isEmpty()) {
      throw new ProblemException(Kind.INVALID_PARAMETER, "The name in the path is empty");
    }
    List<Object> partition = List.of(name);
    List<Object> after = cursor == null ? null : Cursor.decode(cursor, table, partition);

    Page page = reader.page(table, partition, after, limit(limit));

    Map<String, Object> list = new LinkedHashMap<>();
    list.put("items", page.rows().stream().map(ListsResource::item).toList());
    Response.ResponseBuilder response = Response.ok(list);
    if (page.more()) {
      StoredRow last = page.rows().get(page.rows().size() - 1);
      String next = Cursor.encode(table, partition, last.clusteringKey());
      list.put("nextCursor", next);
      response.link(uri.getRequestUriBuilder().replaceQueryParam("cursor", next).build(), "next");
    }
    return response.build();
  }

  private LookupTable table(String name) {
    return tables.stream()
        .filter(table -> table.name().equals(name))
        .findFirst()
        .orElseThrow(() -> new NotFoundException("Table " + name + " is not declared"));
  }

  private static int limit(@Nullable String text) {
    try {
      int limit = text == null ? DEFAULT_LIMIT : Integer.parseInt(text);
      if (limit >= 1 && limit <= MAX_LIMIT) {
        return limit;
      }
    } catch (NumberFormatException e) {
      // refused below, with its range
    }
    throw new ProblemException(
        Kind.INVALID_PARAMETER, "limit: must be a number from 1 to " + MAX_LIMIT);
  }

  /** What the row holds of the movie, in the order and under the names of a movie's JSON. */
  private static Map<String, Object> item(StoredRow stored) {
    LookupTable table = stored.row().table();
    Map<String, @Nullable Object> columns = new HashMap<>();
    put(columns, table.primaryKey(), stored.row().key());
    put(columns, table.values(), stored.row().values());
    Map<String, Object> item = new LinkedHashMap<>();
    item.put("id", columns.get("movie_id"));
    for (Attribute attribute : Attribute.values()) {
      Object value = columns.get(attribute.columnName());
      if (value != null) {
        item.put(attribute.jsonName(), value);
      }
    }
    if (table.isComplete()) {
      item.put("version", stored.version());
    }
    return item;
  }

  private static void put(
      Map<String, @Nullable Object> row,
      List<Column> columns,
      List<? extends @Nullable Object> values) {
    for (int i = 0; i < columns.size(); i++) {
      row.put(columns.get(i).name(), values.get(i));
    }
  }
}
