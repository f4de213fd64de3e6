package dev.cinedex.resources;

import dev.cinedex.http.DirectRequest;
import dev.cinedex.http.MediaTypes;
import dev.cinedex.http.ProblemException;
import dev.cinedex.http.ProblemKind;
import dev.cinedex.http.RequestPermit;
import dev.cinedex.lists.EntityList;
import dev.cinedex.lists.EntityLists;
import dev.cinedex.lists.ListQuery;
import dev.cinedex.lists.ReadMode;
import dev.cinedex.lookup.LookupTable;
import jakarta.servlet.http.HttpServletResponse;
import jakarta.ws.rs.core.HttpHeaders;
import jakarta.ws.rs.core.MediaType;
import java.io.IOException;
import java.io.OutputStream;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** Answers requests for a list of movies: with a page, or with the whole list as a stream. */
public final class ListResponder {
  private static final List<String> TYPES = List.of(MediaType.APPLICATION_JSON, MediaTypes.NDJSON);
  private static final int DEFAULT_LIMIT = 20;

  /** The rows of a stream that are read together, and are in memory at the same time. */
  private static final int PAGE_OF_STREAM = 200;

  private final EntityLists lists;
  private final Cursors cursors;
  private final ReadMode defaultRead;
  private final ListJson json;

  /**
   * @param defaultRead the mode of a request that does not name one
   */
  public ListResponder(EntityLists lists, Cursors cursors, ReadMode defaultRead, ListJson json) {
    this.lists = lists;
    this.cursors = cursors;
    this.defaultRead = defaultRead;
    this.json = json;
  }

  /**
   * Answers a request.
   *
   * @param key values of the table's partition columns, by name
   * @param given the other parameters of the request
   */
  void answer(
      LookupTable table,
      Map<String, String> key,
      Map<String, String> given,
      DirectRequest request,
      HttpServletResponse response)
      throws IOException {
    boolean stream = request.mediaType(TYPES).equals(MediaTypes.NDJSON);
    ListParameters parameters = ListParameters.of(table, key, given, defaultRead);
    if (parameters.cursor() != null) {
      ListQuery query = parameters.query();
      parameters = parameters.from(cursors.decode(parameters.cursor(), query));
    }
    if (stream) {
      stream(parameters, request, response);
    } else {
      page(parameters, request, response);
    }
  }

  private void page(ListParameters parameters, DirectRequest request, HttpServletResponse response)
      throws IOException {
    int limit = parameters.limit() == null ? DEFAULT_LIMIT : parameters.limit();
    charge(parameters, limit, request.permit());
    EntityList list = read(parameters, limit, request.permit());
    String next = list.next() == null ? null : cursors.encode(parameters.query(), list.next());
    links(response, request, parameters, next);
    response.setContentType(MediaType.APPLICATION_JSON);
    if (!request.isHead()) {
      byte[] page = json.page(list, next);
      response.setContentLength(page.length);
      response.getOutputStream().write(page);
    }
  }

  /** An entity is read for each row, unless the list shows rows as they are stored. */
  private static void charge(ListParameters parameters, int limit, RequestPermit permit) {
    if (parameters.expand() || parameters.read() != ReadMode.INDEXED) {
      permit.charge(limit);
    } else {
      permit.chargeRows(limit);
    }
  }

  /**
   * Adds the links to the next page, if there is one, and to this page.
   *
   * @param next cursor of the next page
   */
  private static void links(
      HttpServletResponse response,
      DirectRequest request,
      ListParameters parameters,
      @Nullable String next) {
    String firstPage = request.root() + parameters.firstPage();
    if (next != null) {
      link(response, ListParameters.page(firstPage, next), "next");
    }
    link(response, ListParameters.page(firstPage, parameters.cursor()), "self");
  }

  private static void link(HttpServletResponse response, String uri, String rel) {
    response.addHeader(HttpHeaders.LINK, "<" + uri + ">; rel=\"" + rel + "\"");
  }

  private void stream(
      ListParameters parameters, DirectRequest request, HttpServletResponse response)
      throws IOException {
    if (parameters.limit() != null) {
      throw new ProblemException(
          ProblemKind.INVALID_PARAMETER,
          "limit: a stream of %s has no limit; leave it out".formatted(MediaTypes.NDJSON));
    }
    RequestPermit permit = request.permit();
    permit.switchToStream();
    // What fails while the first page is read is still answered by a problem.
    EntityList first = read(parameters, PAGE_OF_STREAM, permit);
    links(response, request, parameters, null);
    response.setContentType(MediaTypes.NDJSON);
    if (!request.isHead()) {
      permit
          .abortOnFailure(
              out -> write(first, next -> readLater(parameters.from(next), permit), out))
          .write(response.getOutputStream());
    }
  }

  /** Writes a stream as fast as the client takes it: the thread waits for the socket. */
  private void write(
      EntityList first, Function<List<Object>, EntityList> nextPage, OutputStream out)
      throws IOException {
    EntityList page = first;
    while (true) {
      json.writeLines(page, out);
      if (page.next() == null) {
        return;
      }
      page = nextPage.apply(page.next());
    }
  }

  /** Reads a page. Of what it reserves, it keeps what the page takes until the answer is sent. */
  private EntityList read(ListParameters parameters, int limit, RequestPermit permit) {
    permit.reserve(memory(parameters, limit));
    return readReserved(parameters, limit, permit);
  }

  /** Reads a page of a stream that has begun. The page before it is sent. */
  private EntityList readLater(ListParameters parameters, RequestPermit permit) {
    permit.keepOnly(0);
    permit.reserveLater(memory(parameters, PAGE_OF_STREAM));
    return readReserved(parameters, PAGE_OF_STREAM, permit);
  }

  private long memory(ListParameters parameters, int limit) {
    return lists.memory(parameters.query(), limit, parameters.read(), parameters.expand());
  }

  private EntityList readReserved(ListParameters parameters, int limit, RequestPermit permit) {
    EntityList list = lists.list(parameters.query(), limit, parameters.read(), parameters.expand());
    permit.keepOnly(list.bytes());
    return list;
  }
}
