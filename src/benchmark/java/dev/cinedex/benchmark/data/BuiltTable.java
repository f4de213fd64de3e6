package dev.cinedex.benchmark.data;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Collectors;

/** The lookup table that is built: the movies of an actor, the newest first. */
public final class BuiltTable {
  private static final String DECLARATION =
      """
        %s:
          partition: [actor]
          clustering: [release_year desc, title]
          columns: [genres]
      """;

  private BuiltTable() {}

  /** Returns the statement that creates the table for a program that inserts its rows plainly. */
  public static String ddl(String name) {
    return """
        CREATE TABLE %s (actor text, release_year int, title text, movie_id uuid,
          genres frozen<set<text>>, version bigint,
          PRIMARY KEY ((actor), release_year, title, movie_id))
          WITH CLUSTERING ORDER BY (release_year DESC, title ASC, movie_id ASC)"""
        .formatted(name);
  }

  /** Writes a configuration that declares such tables besides the shipped ones. */
  public static Path configuration(List<String> names) throws IOException {
    String declared =
        names.stream().map(DECLARATION::formatted).collect(Collectors.joining("", "\nlookups:\n", ""));
    String shipped = Files.readString(Path.of("config.yml"));
    return Files.writeString(
        Path.of("target", "benchmark", "config.yml"), shipped.replace("\nlookups:\n", declared));
  }
}
