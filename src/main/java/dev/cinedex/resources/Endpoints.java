package dev.cinedex.resources;

import dev.cinedex.catalog.Catalog;
import dev.cinedex.catalog.CursorKeys;
import dev.cinedex.http.DirectReads;
import dev.cinedex.http.DirectReads.Route;
import dev.cinedex.http.StrictBodyReader;
import dev.cinedex.instance.CinedexConfiguration;
import dev.cinedex.instance.Instance;
import dev.cinedex.jobs.BuildPreview;
import dev.cinedex.jobs.TableLifecycle;
import dev.cinedex.lists.PartitionCounts;
import dev.cinedex.lists.TableReads;
import dev.cinedex.lists.TableReads.Life;
import dev.cinedex.lookup.LookupTable;
import dev.cinedex.movie.MovieJson;
import dev.cinedex.movie.MoviePatch;
import dev.cinedex.movie.MovieRequest;
import dev.cinedex.verification.EntityRows;
import dev.cinedex.verification.EntityRows.Comparison;
import dev.cinedex.verification.EntityRows.Search;
import io.dropwizard.core.setup.Environment;
import jakarta.servlet.DispatcherType;
import java.time.Clock;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.Executor;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.function.Function;
import java.util.function.Predicate;

/** Builds and registers the resources that the service offers over HTTP. */
public final class Endpoints {
  private static final String GENRE = "genre";
  private static final String ACTOR = "actor";

  /** Reads of whole tables that wait for another one; more are refused. */
  private static final int WAITING_READS = 32;

  private final CinedexConfiguration configuration;
  private final Environment environment;

  /** Each of the executors reads one table after the other. */
  private final Executor counting;

  private final Executor measuring;
  private final Executor searching;
  private final DirectReads directReads;
  private final MovieJson json;
  private final ResourcesOfInstance resources;

  /**
   * Registers the resources. Those that need the instance answer after {@link #answerFrom}.
   *
   * @throws dev.cinedex.errors.StartupException when {@code config.yml} names a table for a path
   *     and declares it with another partition key
   */
  public Endpoints(CinedexConfiguration configuration, Environment environment) {
    this.configuration = configuration;
    this.directReads = new DirectReads(environment.getObjectMapper());
    this.environment = environment;
    this.counting = oneThread("counting");
    this.measuring = oneThread("measuring");
    this.searching = oneThread("searching");
    List<LookupTable> declared = configuration.tables();
    FollowedTable.requireKey(GENRE, configuration.lists().genres(), declared);
    FollowedTable.requireKey(ACTOR, configuration.lists().actors(), declared);
    this.json = new MovieJson(environment.getValidator());
    List.of(
            new OperationFilter(),
            new MemoryFilter(),
            bodyReader(json),
            new PreferFilter(),
            new OpenApiYamlResource(),
            new OpenApiJsonResource())
        .forEach(environment.jersey()::register);
    resources = new ResourcesOfInstance(types(configuration.cassandra().embedded()));
    resources.register(environment.jersey());
  }

  private static List<Class<?>> types(boolean embedded) {
    List<Class<?>> types =
        new ArrayList<>(
            List.of(
                MoviesResource.class,
                MovieResource.class,
                MovieRowsResource.class,
                KeysResource.class,
                GenresResource.class,
                PartitionsResource.class,
                LookupTablesResource.class,
                LookupTableResource.class,
                TableJobsResource.class,
                JobsResource.class,
                JobResource.class,
                JobFindingsResource.class));
    if (embedded) {
      types.add(FaultsResource.class);
    }
    return types;
  }

  private Executor oneThread(String name) {
    return environment
        .lifecycle()
        .executorService(name + "-%d")
        .maxThreads(1)
        .workQueue(new ArrayBlockingQueue<>(WAITING_READS))
        .rejectedExecutionHandler(new ThreadPoolExecutor.AbortPolicy())
        .build();
  }

  /**
   * Answers lists, and more paths, after the filters that are registered already.
   *
   * @param more the paths that are answered even while there is no instance
   */
  public void addDirectReads(Function<List<String>, Optional<Route>> more) {
    directReads.answer(more);
    environment
        .servlets()
        .addFilter("direct-reads", directReads)
        .addMappingForUrlPatterns(EnumSet.of(DispatcherType.REQUEST), true, "/*");
  }

  /** Lets the resources and the lists answer from an instance. */
  public void answerFrom(Instance instance) {
    ReadableTables tables = new ReadableTables(instance.catalog(), instance.lifecycle());
    List<Object> all = new ArrayList<>();
    all.addAll(movies(instance));
    FollowedTable genres =
        new FollowedTable(
            GENRE, "movies_by_genre", configuration.lists().genres(), instance.catalog(), tables);
    all.addAll(partitions(instance, tables, genres));
    all.addAll(lookupTables(instance, tables));
    if (configuration.cassandra().embedded()) {
      all.add(new FaultsResource(tables, instance.readers().faultPlanter()));
    }
    ListRoutes lists = lists(instance, tables, genres);
    resources.open(all);
    directReads.answer(lists); // last, because nothing takes it back
  }

  /** Returns the reader of all bodies that the resources take. */
  public static StrictBodyReader bodyReader(MovieJson json) {
    return new StrictBodyReader()
        .with(MovieRequest.class, json::read)
        .with(MoviePatch.class, MoviePatch::read)
        .with(JobRequest.class, JobRequest::read)
        .with(StatePatch.class, StatePatch::read)
        .with(FaultRequest.class, FaultRequest::read);
  }

  private List<Object> movies(Instance instance) {
    MovieChanges changes = new MovieChanges(json);
    MovieWrites writes =
        new MovieWrites(instance.writer(), configuration.limits().pageSize().toBytes());
    EntityRows rows = instance.readers().entityRows();
    TableReads<UUID, Comparison> searches =
        new TableReads<>(
            id -> rows.compare(id, Search.TABLES), Life.OF_SEARCHES, id -> true, searching);
    return List.of(
        new MoviesResource(changes, writes),
        new MovieResource(instance.ledger(), changes, writes),
        new MovieRowsResource(
            rows,
            instance.readers().entityRepair(rows),
            new AwaitedReads<>(searches),
            configuration.limits().pageSize().toBytes()));
  }

  private ListRoutes lists(Instance instance, ReadableTables tables, FollowedTable genres) {
    Catalog catalog = instance.catalog();
    FollowedTable actors =
        new FollowedTable(
            ACTOR, "movies_by_actor", configuration.lists().actors(), catalog, tables);
    CursorKeys firstKeys = instance.cursorKeyStore().open(); // the catalog may not have them yet
    ListResponder lists =
        new ListResponder(
            instance.readers().lists(),
            new Cursors(() -> catalog.cursorKeys().orElse(firstKeys), Clock.systemUTC()),
            configuration.lists().read(),
            new ListJson(environment.getObjectMapper()));
    return new ListRoutes(actors, genres, tables, lists);
  }

  private List<Object> partitions(Instance instance, ReadableTables tables, FollowedTable genres) {
    Catalog catalog = instance.catalog();
    PartitionCounts counts = instance.readers().partitionCounts();
    return List.of(
        new KeysResource(tables, instance.readers().partitionKeys()),
        new GenresResource(genres, counts(catalog, counts::count, counting)),
        new PartitionsResource(
            tables,
            counts(
                catalog,
                table -> counts.largest(table, PartitionsResource.MAX_PARTITIONS),
                measuring)));
  }

  private static <T> AwaitedReads<LookupTable, T> counts(
      Catalog catalog, Function<LookupTable, T> count, Executor executor) {
    Predicate<LookupTable> exists = table -> catalog.lastKnown().tables().contains(table);
    return new AwaitedReads<>(new TableReads<>(count, Life.OF_COUNTS, exists, executor));
  }

  private static List<Object> lookupTables(Instance instance, ReadableTables tables) {
    TableLifecycle lifecycle = instance.lifecycle();
    return List.of(
        new LookupTablesResource(tables, instance.costs()),
        new LookupTableResource(tables, lifecycle, instance.costs()),
        new TableJobsResource(
            tables, lifecycle, instance.tables(), new BuildPreview(instance.ledger())),
        new JobsResource(lifecycle),
        new JobResource(lifecycle),
        new JobFindingsResource(lifecycle));
  }
}
