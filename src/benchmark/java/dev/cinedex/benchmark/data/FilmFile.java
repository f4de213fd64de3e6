package dev.cinedex.benchmark.data;

import dev.cinedex.entity.EntityState;
import dev.cinedex.entity.StateJson;
import dev.cinedex.movie.Movie;
import dev.cinedex.movie.MovieId;
import dev.cinedex.movie.MovieJson;
import dev.cinedex.movie.MovieRequest;
import io.dropwizard.jersey.validation.Validators;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.PrintWriter;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.zip.GZIPInputStream;
import java.util.zip.GZIPOutputStream;

/** Files of movies, one JSON document per line, as the command {@code import} reads them. */
public final class FilmFile {
  /** The 30,178 real movies of the years 1900 to 1999, where somebody has them. */
  public static final Path REAL = Path.of("..", "shared", "data", "movies-1900-1999.ndjson.gz");

  /** The genre of movies that have none. */
  public static final String DEFAULT_GENRE = "Unclassified";

  private FilmFile() {}

  /** Reads a gzipped file. */
  public static List<Film> readGzipped(Path file) {
    MovieJson json = new MovieJson(Validators.newValidator());
    try (BufferedReader lines =
        new BufferedReader(
            new InputStreamReader(
                new GZIPInputStream(Files.newInputStream(file)), StandardCharsets.UTF_8))) {
      return lines.lines().map(line -> film(json, line)).toList();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Writes a gzipped file. */
  public static Path writeGzipped(Path file, List<Film> films) throws IOException {
    StateJson json = new StateJson(Movie.ENTITY);
    try (PrintWriter lines =
        new PrintWriter(
            new GZIPOutputStream(Files.newOutputStream(file)), false, StandardCharsets.UTF_8)) {
      for (Film film : films) {
        String id = "{\"id\":\"" + film.id() + "\",";
        lines.print(id + json.write(film.state()).substring(1) + "\n");
      }
    }
    return file;
  }

  private static Film film(MovieJson json, String line) {
    MovieRequest request = json.read(line.getBytes(StandardCharsets.UTF_8));
    if (request.genres() == null || request.genres().isEmpty()) {
      request = request.withGenre(DEFAULT_GENRE);
    }
    EntityState state = json.valid(request);
    return new Film(request.id() == null ? MovieId.of(state) : request.id(), state);
  }
}
