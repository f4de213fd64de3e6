package dev.cinedex.resources;

import dev.cinedex.http.StrictBodyReader;
import dev.cinedex.instance.CinedexConfiguration;
import dev.cinedex.instance.Instance;
import dev.cinedex.jobs.TableLifecycle;
import dev.cinedex.lists.PartitionCounts;
import dev.cinedex.lists.RowCounts;
import dev.cinedex.movie.MovieJson;
import dev.cinedex.movie.MoviePatch;
import dev.cinedex.movie.MovieRequest;
import io.dropwizard.core.setup.Environment;
import io.dropwizard.jersey.setup.JerseyEnvironment;
import java.util.concurrent.Executor;
import org.jspecify.annotations.Nullable;

/** Builds and registers the resources that the service offers over HTTP. */
public record Endpoints(
    CinedexConfiguration configuration, Environment environment, Instance instance) {

  public void register() {
    JerseyEnvironment jersey = environment.jersey();
    ReadableTables tables = new ReadableTables(instance.catalog(), instance.lifecycle());
    registerMovies(jersey);
    registerLists(jersey, tables);
    registerLookupTables(jersey, tables);
    jersey.register(new OpenApiYamlResource());
    jersey.register(new OpenApiJsonResource());
  }

  /** Returns the reader of all bodies that the resources take. */
  public static StrictBodyReader bodyReader(MovieJson json) {
    return new StrictBodyReader()
        .with(MovieRequest.class, json::read)
        .with(MoviePatch.class, MoviePatch::read)
        .with(JobRequest.class, JobRequest::read)
        .with(StatePatch.class, StatePatch::read);
  }

  private void registerMovies(JerseyEnvironment jersey) {
    MovieJson json = new MovieJson(environment.getValidator());
    MovieChanges changes = new MovieChanges(json);
    MovieWrites writes = new MovieWrites(instance.writer());
    jersey.register(bodyReader(json));
    jersey.register(new PreferFilter());
    jersey.register(new MoviesResource(changes, writes));
    jersey.register(new MovieResource(instance.ledger(), changes, writes));
    jersey.register(new MovieRowsResource(instance.readers().entityRows()));
  }

  private void registerLists(JerseyEnvironment jersey, ReadableTables tables) {
    FollowedTable genres =
        followed("genre", "movies_by_genre", configuration.lists().genres(), tables);
    FollowedTable actors =
        followed("actor", "movies_by_actor", configuration.lists().actors(), tables);
    ListResponder lists =
        new ListResponder(
            instance.readers().lists(),
            new Cursors(instance.cursorKey()),
            configuration.lists().read(),
            environment.getObjectMapper());
    jersey.register(new GenreMoviesResource(genres, lists));
    jersey.register(new ActorMoviesResource(actors, lists));
    jersey.register(new LookupMoviesResource(tables, lists));
    registerCounts(jersey, tables, genres);
  }

  /** Registers the resources that count rows, one table at a time. */
  private void registerCounts(
      JerseyEnvironment jersey, ReadableTables tables, FollowedTable genres) {
    PartitionCounts counts = instance.readers().partitionCounts();
    Executor counting =
        environment.lifecycle().executorService("counting-%d").maxThreads(1).build();
    jersey.register(
        new GenresResource(genres, new CountedRows<>(new RowCounts<>(counts::count, counting))));
    jersey.register(
        new PartitionsResource(
            tables,
            new CountedRows<>(
                new RowCounts<>(
                    table -> counts.largest(table, PartitionsResource.MAX_PARTITIONS), counting))));
  }

  private void registerLookupTables(JerseyEnvironment jersey, ReadableTables tables) {
    TableLifecycle lifecycle = instance.lifecycle();
    jersey.register(new LookupTablesResource(tables, instance.costs()));
    jersey.register(new LookupTableResource(tables, lifecycle, instance.costs()));
    jersey.register(new TableJobsResource(tables, lifecycle, instance.tables()));
    jersey.register(new JobResource(lifecycle));
    jersey.register(new JobFindingsResource(lifecycle));
  }

  private FollowedTable followed(
      String column, String shipped, @Nullable String named, ReadableTables tables) {
    FollowedTable table = new FollowedTable(column, shipped, named, instance.catalog(), tables);
    table.requireShape(instance.tables());
    return table;
  }
}
