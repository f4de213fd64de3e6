package dev.cinedex.resources;

import dev.cinedex.http.DirectReads.Answer;
import dev.cinedex.http.DirectReads.Route;
import dev.cinedex.http.DirectRequest;
import dev.cinedex.http.ProblemException;
import dev.cinedex.http.ProblemKind;
import dev.cinedex.lookup.Column;
import dev.cinedex.lookup.LookupTable;
import dev.cinedex.lookup.Names;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Stream;

/**
 * The paths of lists: {@code /actors/{actor}/movies}, {@code /genres/{genre}/movies}, and {@code
 * /lookups/{table}/movies} for any lookup table, with the values of its key as parameters.
 */
record ListRoutes(
    FollowedTable actors, FollowedTable genres, ReadableTables tables, ListResponder lists)
    implements Function<List<String>, Optional<Route>> {

  @Override
  public Optional<Route> apply(List<String> path) {
    if (path.size() != 3 || !path.get(2).equals("movies") || path.get(1).isEmpty()) {
      return Optional.empty();
    }
    String name = path.get(1);
    return switch (path.get(0)) {
      case "actors" -> Optional.of(new Route("listMoviesByActor", followed(actors, name)));
      case "genres" -> Optional.of(new Route("listMoviesByGenre", followed(genres, name)));
      case "lookups" ->
          Optional.of(
              new Route("listMoviesByKey", (request, response) -> byKey(name, request, response)));
      default -> Optional.empty();
    };
  }

  private Answer followed(FollowedTable followed, String value) {
    return (request, response) -> {
      LookupTable table = followed.readable();
      Map<String, String> key = Map.of(table.partition().get(0).name(), value);
      lists.answer(table, key, request.parameters(Names.PARAMETERS), request, response);
    };
  }

  private void byKey(String name, DirectRequest request, HttpServletResponse response)
      throws IOException {
    LookupTable table = tables.readable(name);
    List<String> columns = table.partition().stream().map(Column::name).toList();
    Map<String, String> given =
        new LinkedHashMap<>(
            request.parameters(
                Stream.concat(columns.stream(), Names.PARAMETERS.stream()).toList()));
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
    lists.answer(table, key, given, request, response);
  }
}
