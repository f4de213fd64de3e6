package dev.cinedex.resources;

import static java.util.Objects.requireNonNull;

import dev.cinedex.catalog.Catalog;
import dev.cinedex.http.StrictBodyReader;
import dev.cinedex.instance.CinedexConfiguration;
import dev.cinedex.instance.Instance;
import dev.cinedex.jobs.TableLifecycle;
import dev.cinedex.lists.PartitionCounts;
import dev.cinedex.lists.RowCounts;
import dev.cinedex.lookup.LookupTable;
import dev.cinedex.movie.MovieJson;
import dev.cinedex.movie.MoviePatch;
import dev.cinedex.movie.MovieRequest;
import io.dropwizard.core.setup.Environment;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Executor;
import org.glassfish.jersey.server.ResourceConfig;
import org.glassfish.jersey.servlet.ServletContainer;

/** Builds and registers the resources that the service offers over HTTP. */
public final class Endpoints {
  private static final String GENRE = "genre";
  private static final String ACTOR = "actor";

  private final CinedexConfiguration configuration;
  private final Environment environment;

  /** Counts rows, for one table at a time. */
  private final Executor counting;

  /**
   * Registers the resources that need no Cassandra.
   *
   * @throws dev.cinedex.errors.StartupException when {@code config.yml} names a table for a path
   *     and declares it with another partition key
   */
  public Endpoints(CinedexConfiguration configuration, Environment environment) {
    this.configuration = configuration;
    this.environment = environment;
    this.counting = environment.lifecycle().executorService("counting-%d").maxThreads(1).build();
    List<LookupTable> declared = configuration.tables();
    FollowedTable.requireKey(GENRE, configuration.lists().genres(), declared);
    FollowedTable.requireKey(ACTOR, configuration.lists().actors(), declared);
    environment.jersey().register(new OperationFilter());
    environment.jersey().register(new OpenApiYamlResource());
    environment.jersey().register(new OpenApiJsonResource());
  }

  /** Adds the resources that need the instance, before the service starts. */
  public void add(Instance instance) {
    resources(instance).forEach(environment.jersey()::register);
  }

  /** Adds the resources that need the instance to a service that is running. */
  public void addLate(Instance instance) {
    List<Object> resources = resources(instance);
    ResourceConfig all = new ResourceConfig(environment.jersey().getResourceConfig());
    resources.forEach(all::register);
    ((ServletContainer) requireNonNull(environment.getJerseyServletContainer())).reload(all);
  }

  /** Returns the resources, and what reads the bodies of their requests. */
  private List<Object> resources(Instance instance) {
    ReadableTables tables = new ReadableTables(instance.catalog(), instance.lifecycle());
    List<Object> all = new ArrayList<>();
    all.addAll(movies(instance));
    all.addAll(lists(instance, tables));
    all.addAll(lookupTables(instance, tables));
    return all;
  }

  /** Returns the reader of all bodies that the resources take. */
  public static StrictBodyReader bodyReader(MovieJson json) {
    return new StrictBodyReader()
        .with(MovieRequest.class, json::read)
        .with(MoviePatch.class, MoviePatch::read)
        .with(JobRequest.class, JobRequest::read)
        .with(StatePatch.class, StatePatch::read);
  }

  private List<Object> movies(Instance instance) {
    MovieJson json = new MovieJson(environment.getValidator());
    MovieChanges changes = new MovieChanges(json);
    MovieWrites writes = new MovieWrites(instance.writer());
    return List.of(
        bodyReader(json),
        new PreferFilter(),
        new MoviesResource(changes, writes),
        new MovieResource(instance.ledger(), changes, writes),
        new MovieRowsResource(instance.readers().entityRows()));
  }

  private List<Object> lists(Instance instance, ReadableTables tables) {
    Catalog catalog = instance.catalog();
    FollowedTable genres =
        new FollowedTable(
            GENRE, "movies_by_genre", configuration.lists().genres(), catalog, tables);
    FollowedTable actors =
        new FollowedTable(
            ACTOR, "movies_by_actor", configuration.lists().actors(), catalog, tables);
    ListResponder lists =
        new ListResponder(
            instance.readers().lists(),
            new Cursors(instance.cursorKey()),
            configuration.lists().read(),
            environment.getObjectMapper());
    PartitionCounts counts = instance.readers().partitionCounts();
    return List.of(
        new GenreMoviesResource(genres, lists),
        new ActorMoviesResource(actors, lists),
        new LookupMoviesResource(tables, lists),
        new GenresResource(genres, new CountedRows<>(new RowCounts<>(counts::count, counting))),
        new PartitionsResource(
            tables,
            new CountedRows<>(
                new RowCounts<>(
                    table -> counts.largest(table, PartitionsResource.MAX_PARTITIONS), counting))));
  }

  private static List<Object> lookupTables(Instance instance, ReadableTables tables) {
    TableLifecycle lifecycle = instance.lifecycle();
    return List.of(
        new LookupTablesResource(tables, instance.costs()),
        new LookupTableResource(tables, lifecycle, instance.costs()),
        new TableJobsResource(tables, lifecycle, instance.tables()),
        new JobResource(lifecycle),
        new JobFindingsResource(lifecycle));
  }
}
