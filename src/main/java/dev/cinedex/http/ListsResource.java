package dev.cinedex.http;

import dev.cinedex.http.Problem.Kind;
import dev.cinedex.ledger.MovieLists;
import dev.cinedex.ledger.MovieLists.Entry;
import dev.cinedex.ledger.MovieLists.MovieList;
import dev.cinedex.ledger.MovieLists.ReadMode;
import dev.cinedex.lookup.Column;
import dev.cinedex.lookup.LookupRow;
import dev.cinedex.lookup.LookupTable;
import dev.cinedex.movie.Attribute;
import dev.cinedex.movie.MovieDocument;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.PathParam;
import jakarta.ws.rs.Produces;
import jakarta.ws.rs.core.Context;
import jakarta.ws.rs.core.MediaType;
import jakarta.ws.rs.core.MultivaluedHashMap;
import jakarta.ws.rs.core.MultivaluedMap;
import jakarta.ws.rs.core.Response;
import jakarta.ws.rs.core.UriInfo;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Movies by the partition keys of the lookup tables, in their clustering order. */
@Path("/")
@Produces(MediaType.APPLICATION_JSON)
public final class ListsResource {
  private final MovieLists lists;
  private final List<LookupTable> tables;
  private final Cursors cursors;
  private final ReadMode defaultRead;

  /**
   * @param defaultRead of a request that does not say
   */
  public ListsResource(
      MovieLists lists, List<LookupTable> tables, Cursors cursors, ReadMode defaultRead) {
    this.lists = lists;
    this.tables = List.copyOf(tables);
    this.cursors = cursors;
    this.defaultRead = defaultRead;
  }

  @GET
  @Path("genres/{genre}/movies")
  public Response byGenre(@PathParam("genre") String genre, @Context UriInfo uri) {
    return list(table("movies_by_genre"), Map.of("genre", genre), uri.getQueryParameters(), uri);
  }

  @GET
  @Path("actors/{actor}/movies")
  public Response byActor(@PathParam("actor") String actor, @Context UriInfo uri) {
    return list(table("movies_by_actor"), Map.of("actor", actor), uri.getQueryParameters(), uri);
  }

  /** Any table, by parameters named as its partition columns: they carry every name. */
  @GET
  @Path("lookups/{table}/movies")
  public Response byKey(@PathParam("table") String tableName, @Context UriInfo uri) {
    LookupTable table = table(tableName);
    MultivaluedMap<String, String> query = new MultivaluedHashMap<>(uri.getQueryParameters());
    List<String> names = table.partition().stream().map(Column::name).toList();
    Map<String, String> key = new LinkedHashMap<>();
    for (String name : names) {
      List<String> values = query.remove(name);
      if (values == null) {
        throw new ProblemException(
            Kind.INVALID_PARAMETER,
            "%s: is missing; lookup table %s is read by %s"
                .formatted(name, table.name(), String.join(" and ", names)));
      }
      key.put(name, ListRequest.single(name, values));
    }
    return list(table, key, query, uri);
  }

  private Response list(
      LookupTable table,
      Map<String, String> key,
      MultivaluedMap<String, String> query,
      UriInfo uri) {
    ListRequest request = ListRequest.of(table, key, query, defaultRead);
    String cursor = request.cursor();
    List<Object> after = cursor == null ? null : cursors.decode(cursor, request.listing());

    MovieList list =
        lists.list(request.listing(), after, request.limit(), request.read(), request.expand());

    Map<String, Object> body = new LinkedHashMap<>();
    body.put("items", list.entries().stream().map(ListsResource::item).toList());
    Response.ResponseBuilder response =
        Response.ok(body).link(uri.getBaseUri().resolve(request.uri(null)), "self");
    if (list.next() != null) {
      String next = cursors.encode(request.listing(), list.next());
      body.put("nextCursor", next);
      response.link(uri.getBaseUri().resolve(request.uri(next)), "next");
    }
    if (list.omitted() > 0) {
      body.put("omitted", list.omitted());
    }
    return response.build();
  }

  private LookupTable table(String name) {
    return tables.stream()
        .filter(table -> table.name().equals(name))
        .findFirst()
        .orElseThrow(
            () ->
                new ProblemException(
                    Kind.NO_SUCH_LOOKUP,
                    "There is no lookup table '%s'; declared are %s"
                        .formatted(
                            name, tables.stream().map(LookupTable::name).sorted().toList())));
  }

  private static Object item(Entry entry) {
    LookupRow row = entry.row();
    return entry.movie() == null || entry.version() == null
        ? item(row, entry.version())
        : MovieDocument.of(row.movieId(), entry.movie(), entry.version());
  }

  /** What the row holds of the movie, in the order and under the names of a movie's JSON. */
  private static Map<String, Object> item(LookupRow row, @Nullable Long version) {
    Map<String, @Nullable Object> columns = row.columns();
    Map<String, Object> item = new LinkedHashMap<>();
    item.put("id", row.movieId());
    for (Attribute attribute : Attribute.values()) {
      Object value = columns.get(attribute.columnName());
      if (value != null) {
        item.put(attribute.jsonName(), value);
      }
    }
    if (version != null) {
      item.put("version", version);
    }
    return item;
  }
}
