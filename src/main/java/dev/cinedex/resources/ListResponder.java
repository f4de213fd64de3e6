package dev.cinedex.resources;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.cinedex.http.MediaTypes;
import dev.cinedex.http.ProblemException;
import dev.cinedex.http.ProblemKind;
import dev.cinedex.http.QueryParameters;
import dev.cinedex.http.RequestPermit;
import dev.cinedex.lists.EntityList;
import dev.cinedex.lists.EntityLists;
import dev.cinedex.lists.ListQuery;
import dev.cinedex.lists.ReadMode;
import dev.cinedex.lookup.LookupTable;
import dev.cinedex.lookup.Names;
import jakarta.ws.rs.HttpMethod;
import jakarta.ws.rs.container.ContainerRequestContext;
import jakarta.ws.rs.core.MediaType;
import jakarta.ws.rs.core.Response;
import jakarta.ws.rs.core.Response.ResponseBuilder;
import java.net.URI;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Answers requests for a list of movies: with a page, or with the whole list as a stream. */
public final class ListResponder {
  private static final MediaType JSON_TYPE = MediaType.APPLICATION_JSON_TYPE;
  private static final MediaType NDJSON_TYPE = MediaType.valueOf(MediaTypes.NDJSON);
  private static final int DEFAULT_LIMIT = 20;

  private final EntityLists lists;
  private final Cursors cursors;
  private final ReadMode defaultRead;
  private final ObjectMapper mapper;

  /**
   * @param defaultRead the mode of a request that does not name one
   */
  public ListResponder(
      EntityLists lists, Cursors cursors, ReadMode defaultRead, ObjectMapper mapper) {
    this.lists = lists;
    this.cursors = cursors;
    this.defaultRead = defaultRead;
    this.mapper = mapper;
  }

  /**
   * A page of a list in JSON.
   *
   * @param nextCursor leads to the next page; null at the end of the list
   * @param omitted the number of rows left out because they no longer belong to their movie
   */
  record Page(
      List<MovieView> items,
      @JsonInclude(JsonInclude.Include.NON_NULL) @Nullable String nextCursor,
      @JsonInclude(JsonInclude.Include.NON_DEFAULT) int omitted) {}

  /** Answers a request whose path has the one value of the table's partition key. */
  Response list(LookupTable table, String value, ContainerRequestContext http) {
    Map<String, String> key = Map.of(table.partition().get(0).name(), value);
    return list(table, key, QueryParameters.values(http, Names.PARAMETERS), http);
  }

  /**
   * @param key values of the table's partition columns, by name
   * @param given the other parameters of the request
   */
  Response list(
      LookupTable table,
      Map<String, String> key,
      Map<String, String> given,
      ContainerRequestContext http) {
    ListParameters parameters = ListParameters.of(table, key, given, defaultRead);
    RequestPermit permit = RequestPermit.of(http);
    URI root = http.getUriInfo().getBaseUri();
    ListQuery query = parameters.query();
    if (parameters.cursor() != null) {
      query = query.from(cursors.decode(parameters.cursor(), query));
    }
    ResponseBuilder response =
        asksForStream(http)
            ? stream(parameters, query, http)
            : page(parameters, query, root, permit);
    return response.link(root.resolve(parameters.uri(null)), "self").build();
  }

  private static boolean asksForStream(ContainerRequestContext http) {
    return http.getAcceptableMediaTypes().stream()
        .filter(type -> type.isCompatible(JSON_TYPE) || type.isCompatible(NDJSON_TYPE))
        .findFirst()
        .filter(best -> !best.isCompatible(JSON_TYPE))
        .isPresent();
  }

  private ResponseBuilder page(
      ListParameters parameters, ListQuery query, URI root, RequestPermit permit) {
    Integer limit = parameters.limit();
    EntityList list = read(parameters, query, limit == null ? DEFAULT_LIMIT : limit, permit);
    String next = list.next() == null ? null : cursors.encode(query, list.next());
    List<MovieView> items = list.entries().stream().map(MovieView::of).toList();
    ResponseBuilder response = Response.ok(new Page(items, next, list.omitted()), JSON_TYPE);
    return next == null ? response : response.link(root.resolve(parameters.uri(next)), "next");
  }

  private ResponseBuilder stream(
      ListParameters parameters, ListQuery query, ContainerRequestContext http) {
    if (parameters.limit() != null) {
      throw new ProblemException(
          ProblemKind.INVALID_PARAMETER,
          "limit: a stream of %s has no limit; leave it out".formatted(MediaTypes.NDJSON));
    }
    RequestPermit permit = RequestPermit.of(http);
    permit.switchToStream();
    // What fails while the first page is read is still answered by a problem.
    EntityList first = read(parameters, query, MovieStream.PAGE, permit);
    MovieStream lines =
        new MovieStream(first, next -> readLater(parameters, query.from(next), permit), mapper);
    boolean head = http.getMethod().equals(HttpMethod.HEAD);
    return Response.ok(head ? null : permit.abortOnFailure(lines), NDJSON_TYPE);
  }

  /** Reads a page. Of what it reserves, it keeps what the page takes until the answer is sent. */
  private EntityList read(
      ListParameters parameters, ListQuery query, int limit, RequestPermit permit) {
    permit.reserve(lists.memory(query, limit, parameters.read(), parameters.expand()));
    return readReserved(parameters, query, limit, permit);
  }

  /** Reads a page of a stream that has begun. The page before it is sent. */
  private EntityList readLater(ListParameters parameters, ListQuery query, RequestPermit permit) {
    int limit = MovieStream.PAGE;
    permit.keepOnly(0);
    permit.reserveLater(lists.memory(query, limit, parameters.read(), parameters.expand()));
    return readReserved(parameters, query, limit, permit);
  }

  private EntityList readReserved(
      ListParameters parameters, ListQuery query, int limit, RequestPermit permit) {
    EntityList list = lists.list(query, limit, parameters.read(), parameters.expand());
    permit.keepOnly(list.bytes());
    return list;
  }
}
