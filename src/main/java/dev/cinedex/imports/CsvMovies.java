package dev.cinedex.imports;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.cinedex.entity.Attribute;
import dev.cinedex.entity.ValueType;
import dev.cinedex.errors.CinedexException;
import dev.cinedex.files.Csv;
import dev.cinedex.files.ListText;
import dev.cinedex.movie.InvalidMovieException;
import dev.cinedex.movie.Movie;
import dev.cinedex.movie.MovieJson;
import dev.cinedex.movie.MovieRequest;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;

/**
 * Makes movies of the records of a CSV file. An empty cell is a field that is left out.
 *
 * @param header the names of the fields, as in the JSON of a movie
 * @param lists splits the cells of the fields that are lists
 */
record CsvMovies(List<String> header, ListText lists, MovieJson json) {
  private static final Map<String, ValueType> FIELDS = fields();
  private static final Pattern WHOLE_NUMBER = Pattern.compile("[+-]?\\d{1,18}");

  private static Map<String, ValueType> fields() {
    Map<String, ValueType> fields = new LinkedHashMap<>();
    fields.put("id", ValueType.TEXT);
    for (Attribute<?> attribute : Movie.ENTITY.attributes()) {
      fields.put(attribute.jsonName(), attribute.type());
    }
    fields.put("version", ValueType.INT);
    return fields;
  }

  /**
   * Reads the header.
   *
   * @throws InvalidHeaderException when it has a field that no movie has, or has one twice
   */
  static CsvMovies of(byte[] header, ListText lists, MovieJson json) {
    List<String> names;
    try {
      names = Csv.cells(header).stream().map(String::strip).toList();
    } catch (CinedexException e) {
      throw new InvalidHeaderException(String.valueOf(e.getMessage()));
    }
    HashSet<String> seen = new HashSet<>();
    for (String name : names) {
      if (!FIELDS.containsKey(name)) {
        throw new InvalidHeaderException(
            "it has the field '%s'; known: %s".formatted(name, String.join(", ", FIELDS.keySet())));
      }
      if (!seen.add(name)) {
        throw new InvalidHeaderException("it has the field '%s' twice".formatted(name));
      }
    }
    return new CsvMovies(names, lists, json);
  }

  /**
   * @throws CinedexException when the record has other cells than the header, or is not a movie
   */
  MovieRequest read(byte[] line) {
    List<String> cells = Csv.cells(line);
    if (cells.size() != header.size()) {
      throw new InvalidMovieException(
          "", "The line has %d cells, the header has %d".formatted(cells.size(), header.size()));
    }
    ObjectNode movie = JsonNodeFactory.instance.objectNode();
    for (int i = 0; i < cells.size(); i++) {
      if (!cells.get(i).isEmpty()) {
        put(movie, header.get(i), cells.get(i));
      }
    }
    return json.read(movie);
  }

  private void put(ObjectNode movie, String name, String cell) {
    switch (FIELDS.getOrDefault(name, ValueType.TEXT)) {
      case TEXT_LIST, TEXT_SET -> {
        ArrayNode list = movie.putArray(name);
        lists.split(cell).forEach(list::add);
      }
      case INT -> {
        String number = cell.strip();
        if (WHOLE_NUMBER.matcher(number).matches()) {
          movie.put(name, Long.parseLong(number));
        } else {
          movie.put(name, cell); // reading the movie says what it must be
        }
      }
      case TEXT, DATE -> movie.put(name, cell);
    }
  }
}
