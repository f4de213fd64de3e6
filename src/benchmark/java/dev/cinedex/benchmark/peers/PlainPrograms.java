package dev.cinedex.benchmark.peers;

import com.datastax.oss.driver.api.core.CqlSession;
import dev.cinedex.benchmark.data.FilmFile;
import dev.cinedex.benchmark.data.Library;
import dev.cinedex.benchmark.data.PlainBuild;
import dev.cinedex.benchmark.data.PlainInserts;
import dev.cinedex.benchmark.data.PlainScan;
import dev.cinedex.lookup.Column;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Collectors;

/**
 * Programs that do the work of a command without protection, each in a fresh JVM as the command is:
 * {@code import FILE} inserts movies, {@code build TABLE} reads the ledger and inserts the rows of a
 * table, and {@code verify TABLE...} reads the ledger and the tables once.
 */
public final class PlainPrograms {
  private PlainPrograms() {}

  public static void main(String... arguments) throws Exception {
    Library library =
        Library.of(
            Sessions.variable("CASSANDRA_CONTACT_POINTS"),
            Sessions.variable("CASSANDRA_KEYSPACE"));
    try (CqlSession session = library.connect()) {
      String argument = arguments[1];
      switch (arguments[0]) {
        case "import" ->
            new PlainInserts(session, library.tables())
                .write(FilmFile.readGzipped(Path.of(argument)).stream());
        case "build" -> new PlainBuild(session, argument).run();
        case "verify" -> {
          PlainScan.count(session, "movies", "movie_id");
          for (String table : List.of(arguments).subList(1, arguments.length)) {
            PlainScan.count(session, table, partitionKey(library, table));
          }
        }
        default -> throw new IllegalArgumentException(arguments[0]);
      }
    }
  }

  private static String partitionKey(Library library, String table) {
    return library.tables().stream()
        .filter(each -> each.name().equals(table))
        .flatMap(each -> each.partitionKey().stream())
        .map(Column::name)
        .collect(Collectors.joining(", "));
  }
}
