package dev.cinedex.benchmark.parts;

import com.datastax.oss.driver.api.core.CqlSession;
import com.datastax.oss.driver.api.core.cql.PreparedStatement;
import dev.cinedex.benchmark.data.IndexedFilms;
import dev.cinedex.benchmark.load.ThreadLoad;
import dev.cinedex.benchmark.load.ThreadLoad.Call;
import dev.cinedex.benchmark.measure.Contender;
import dev.cinedex.benchmark.parts.Bench.Shelf;
import dev.cinedex.benchmark.peers.Engine;
import dev.cinedex.movie.Movie;
import java.util.ArrayList;
import java.util.List;

/**
 * Reads without HTTP: by Cinedex's readers, by a plain query of the lookup table, and by what
 * Cassandra offers itself. The processor time is the node's.
 */
public final class Indexes implements Part {
  @Override
  public String name() {
    return "indexes";
  }

  @Override
  public void run(Bench bench) throws Exception {
    Shelf shelf = bench.shelf();
    List<String> actors = Paths.drawn(shelf.films(), Movie.ACTORS);
    List<String> genres = Paths.drawn(shelf.films(), Movie.GENRES);
    try (CqlSession session = shelf.library().connect();
        CqlSession indexed = bench.emptyLibrary("indexes").connect();
        Engine engine = Engine.open(shelf.library().configuration())) {
      IndexedFilms.create(indexed, shelf.films().stream());
      ProcessHandle node = bench.node().process();
      List<Contender> byActor = new ArrayList<>();
      byActor.add(contender(Contender.CINEDEX, node, engine.lists("movies_by_actor", actors)));
      byActor.add(
          contender(
              "plain query of the lookup table",
              node,
              query(session, IndexedFilms.byActor("movies_by_actor"), actors)));
      byActor.addAll(indexes(indexed, node, "actors", actors));
      byActor.add(
          contender(
              "materialized view",
              node,
              query(indexed, IndexedFilms.byActor("casts_by_actor"), actors)));
      List<Contender> byGenre = new ArrayList<>();
      byGenre.add(contender(Contender.CINEDEX, node, engine.lists("movies_by_genre", genres)));
      byGenre.addAll(indexes(indexed, node, "genres", genres));
      bench.warmAndCompare(name(), "list by actor in process, clients: 16", "reads", byActor);
      bench.warmAndCompare(name(), "list by genre in process, clients: 16", "reads", byGenre);
    }
  }

  private static List<Contender> indexes(
      CqlSession session, ProcessHandle node, String column, List<String> names) {
    return List.of(
        contender(
            "SAI", node, query(session, IndexedFilms.query("films_sai", column), names)),
        contender("2i", node, query(session, IndexedFilms.query("films_2i", column), names)));
  }

  private static Contender contender(String name, ProcessHandle node, Call call) {
    ThreadLoad load = new ThreadLoad(call, node);
    return new Contender(name, time -> load.run(Settings.USUAL_READERS, time));
  }

  /** Returns a query that reads all columns of its rows. */
  private static Call query(CqlSession session, String cql, List<String> names) {
    PreparedStatement select = session.prepare(cql);
    return random -> {
      String name = names.get(random.nextInt(names.size()));
      session
          .execute(select.bind(name))
          .forEach(
              row -> {
                row.getUuid(0);
                row.getString(1);
                row.getInt(2);
                row.getSet(3, String.class);
                row.getList(4, String.class);
              });
      return true;
    };
  }
}
