package dev.cinedex.resources;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.ObjectWriter;
import dev.cinedex.entity.Attribute;
import dev.cinedex.entity.EntityState;
import dev.cinedex.http.MediaTypes;
import dev.cinedex.http.Problem.Kind;
import dev.cinedex.http.ProblemException;
import dev.cinedex.http.QueryParameters;
import dev.cinedex.http.RequestPermit;
import dev.cinedex.lists.EntityList;
import dev.cinedex.lists.EntityLists;
import dev.cinedex.lists.ListEntry;
import dev.cinedex.lists.ReadMode;
import dev.cinedex.lookup.Column;
import dev.cinedex.lookup.LookupTable;
import dev.cinedex.lookup.Names;
import dev.cinedex.movie.Movie;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.HttpMethod;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.PathParam;
import jakarta.ws.rs.Produces;
import jakarta.ws.rs.container.ContainerRequestContext;
import jakarta.ws.rs.core.Context;
import jakarta.ws.rs.core.MediaType;
import jakarta.ws.rs.core.Response;
import jakarta.ws.rs.core.Response.ResponseBuilder;
import jakarta.ws.rs.core.StreamingOutput;
import java.io.IOException;
import java.io.OutputStream;
import java.net.URI;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Movies by the partition keys of the lookup tables, in their clustering order. */
@Path("/")
@Produces({MediaType.APPLICATION_JSON, MediaTypes.NDJSON})
public final class ListsResource {

  private static final MediaType JSON_TYPE = MediaType.APPLICATION_JSON_TYPE;
  private static final MediaType NDJSON_TYPE = MediaType.valueOf(MediaTypes.NDJSON);

  /** Rows that a stream reads in one go, and has in memory at once. */
  private static final int STREAM_PAGE = 200;

  private final EntityLists lists;
  private final ReadableTables tables;
  private final Cursors cursors;
  private final ReadMode defaultRead;
  private final ObjectWriter json;

  /**
   * @param defaultRead of a request that does not say
   * @param mapper of the service
   */
  public ListsResource(
      EntityLists lists,
      ReadableTables tables,
      Cursors cursors,
      ReadMode defaultRead,
      ObjectMapper mapper) {
    this.lists = lists;
    this.tables = tables;
    this.cursors = cursors;
    this.defaultRead = defaultRead;
    this.json = mapper.writer();
  }

  @GET
  @Path("genres/{genre}/movies")
  public Response byGenre(@PathParam("genre") String genre, @Context ContainerRequestContext http) {
    return list(tables.readable("movies_by_genre"), Map.of("genre", genre), parameters(http), http);
  }

  @GET
  @Path("actors/{actor}/movies")
  public Response byActor(@PathParam("actor") String actor, @Context ContainerRequestContext http) {
    return list(tables.readable("movies_by_actor"), Map.of("actor", actor), parameters(http), http);
  }

  /** Any table, by parameters named as its partition columns: they carry every name. */
  @GET
  @Path("lookups/{table}/movies")
  public Response byKey(
      @PathParam("table") String tableName, @Context ContainerRequestContext http) {
    LookupTable table = tables.readable(tableName);
    List<String> names = table.partition().stream().map(Column::name).toList();
    Map<String, String> parameters =
        QueryParameters.values(
            http.getUriInfo().getQueryParameters(),
            Stream.concat(names.stream(), Names.PARAMETERS.stream()).toList());
    Map<String, String> key = new LinkedHashMap<>();
    for (String name : names) {
      String value = parameters.remove(name);
      if (value == null) {
        throw new ProblemException(
            Kind.INVALID_PARAMETER,
            "%s: is missing; lookup table %s is read by %s"
                .formatted(name, table.name(), String.join(" and ", names)));
      }
      key.put(name, value);
    }
    return list(table, key, parameters, http);
  }

  private static Map<String, String> parameters(ContainerRequestContext http) {
    return QueryParameters.values(http.getUriInfo().getQueryParameters(), Names.PARAMETERS);
  }

  private Response list(
      LookupTable table,
      Map<String, String> key,
      Map<String, String> parameters,
      ContainerRequestContext http) {
    ListRequest request = ListRequest.of(table, key, parameters, defaultRead);
    String cursor = request.cursor();
    List<Object> after = cursor == null ? null : cursors.decode(cursor, request.listing());
    URI root = http.getUriInfo().getBaseUri();
    ResponseBuilder response =
        asksForStream(http) ? stream(request, after, http) : page(request, after, root);
    return response.link(root.resolve(request.uri(null)), "self").build();
  }

  private static boolean asksForStream(ContainerRequestContext http) {
    return http.getAcceptableMediaTypes().stream()
        .filter(type -> type.isCompatible(JSON_TYPE) || type.isCompatible(NDJSON_TYPE))
        .findFirst()
        .filter(best -> !best.isCompatible(JSON_TYPE))
        .isPresent();
  }

  private ResponseBuilder page(ListRequest request, @Nullable List<Object> after, URI root) {
    EntityList list = read(request, after, request.limit());

    Map<String, Object> body = new LinkedHashMap<>();
    body.put("items", list.entries().stream().map(ListsResource::item).toList());
    ResponseBuilder response = Response.ok(body, JSON_TYPE);
    if (list.next() != null) {
      String next = cursors.encode(request.listing(), list.next());
      body.put("nextCursor", next);
      response.link(root.resolve(request.uri(next)), "next");
    }
    if (list.omitted() > 0) {
      body.put("omitted", list.omitted());
    }
    return response;
  }

  /**
   * All that follows, a movie a line. It is read as fast as the client takes it: this thread waits
   * for the socket.
   */
  private ResponseBuilder stream(
      ListRequest request, @Nullable List<Object> after, ContainerRequestContext http) {
    if (request.hasLimit()) {
      throw new ProblemException(
          Kind.INVALID_PARAMETER,
          "limit: a stream of %s has none; leave it out".formatted(MediaTypes.NDJSON));
    }
    RequestPermit permit = RequestPermit.of(http);
    permit.becomeStream();
    EntityList first =
        read(request, after, STREAM_PAGE); // what fails here is answered by a problem
    StreamingOutput lines = permit.wholeOrBroken(out -> writeLines(request, first, out));
    boolean head = http.getMethod().equals(HttpMethod.HEAD);
    return Response.ok(head ? null : lines, NDJSON_TYPE);
  }

  private void writeLines(ListRequest request, EntityList first, OutputStream out)
      throws IOException {
    for (EntityList page = first; ; page = read(request, page.next(), STREAM_PAGE)) {
      for (ListEntry entry : page.entries()) {
        out.write(json.writeValueAsBytes(item(entry)));
        out.write('\n');
      }
      if (page.next() == null) {
        return;
      }
    }
  }

  private EntityList read(ListRequest request, @Nullable List<Object> after, int limit) {
    return lists.list(request.listing().from(after), limit, request.read(), request.expand());
  }

  /** What is known of the movie, in the order and under the names of a movie's JSON. */
  private static Map<String, Object> item(ListEntry entry) {
    EntityState state = entry.state();
    Map<String, @Nullable Object> item = new LinkedHashMap<>();
    item.put("id", entry.row().entityId());
    for (Attribute<?> attribute : Movie.ENTITY.attributes()) {
      item.put(
          attribute.jsonName(),
          state == null ? entry.row().value(attribute) : state.get(attribute));
    }
    item.put(Column.ROLE, entry.row().value(Column.ROLE));
    item.put("version", entry.version());
    item.values().removeIf(Objects::isNull);
    return item;
  }
}
