package dev.cinedex.benchmark.peers;

import com.datastax.oss.driver.api.core.CqlSession;
import dev.cinedex.benchmark.data.FilmFile;
import dev.cinedex.benchmark.data.Library;
import dev.cinedex.benchmark.data.PlainBuild;
import dev.cinedex.benchmark.data.PlainInserts;
import dev.cinedex.benchmark.data.PlainScan;
import java.nio.file.Path;

/**
 * Programs that do the work of a command without protection, each in a fresh JVM as the command is:
 * {@code import FILE} inserts movies, {@code build TABLE} reads the ledger and inserts the rows of a
 * table, and {@code verify TABLE} reads the ledger and a table once.
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
          PlainScan.count(session, argument, "actor");
        }
        default -> throw new IllegalArgumentException(arguments[0]);
      }
    }
  }
}
