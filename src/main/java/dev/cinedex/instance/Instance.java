package dev.cinedex.instance;

import com.codahale.metrics.health.HealthCheck;
import com.datastax.oss.driver.api.core.CqlSession;
import com.google.common.collect.ImmutableMap;
import dev.cinedex.cassandra.ClusterClock;
import dev.cinedex.cassandra.ClusterFacts;
import dev.cinedex.catalog.CassandraHealthCheck;
import dev.cinedex.catalog.Catalog;
import dev.cinedex.catalog.CatalogAdmin;
import dev.cinedex.catalog.CursorKeyStore;
import dev.cinedex.catalog.InstanceLeases;
import dev.cinedex.catalog.LookupSchema;
import dev.cinedex.catalog.Schema;
import dev.cinedex.catalog.SchemaHealthCheck;
import dev.cinedex.doctor.CheckResult;
import dev.cinedex.doctor.Doctor;
import dev.cinedex.errors.StartupException;
import dev.cinedex.jobs.Job;
import dev.cinedex.jobs.JobPoller;
import dev.cinedex.jobs.JobWatch;
import dev.cinedex.jobs.Jobs;
import dev.cinedex.jobs.TableLifecycle;
import dev.cinedex.ledger.EntityWriter;
import dev.cinedex.ledger.Ledger;
import dev.cinedex.ledger.Notes;
import dev.cinedex.ledger.SettledMarks;
import dev.cinedex.ledger.Settler;
import dev.cinedex.ledger.Sweeper;
import dev.cinedex.ledger.SweeperFactory;
import dev.cinedex.lists.LookupRows;
import dev.cinedex.lookup.LookupTable;
import dev.cinedex.metrics.Metrics;
import dev.cinedex.movie.Movie;
import dev.cinedex.projection.Projection;
import dev.cinedex.projection.WriteCosts;
import dev.cinedex.verification.RowAccess;
import io.dropwizard.lifecycle.Managed;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Executor;

/** The parts of a process that reads and writes movies: the service, or a command. */
public final class Instance implements AutoCloseable {
  private final CinedexConfiguration configuration;
  private final Schema schema;
  private final CqlSession session;
  private final List<LookupTable> tables;
  private final ClusterClock clock;
  private final Notes notes;
  private final Ledger ledger;
  private final WriteCosts costs;
  private final Catalog catalog;
  private final CatalogAdmin catalogAdmin;
  private final SettledMarks marks;
  private final EntityWriter writer;
  private final Readers readers;
  private final TableLifecycle lifecycle;
  private final JobPoller jobPoller;
  private final JobWatch jobWatch;

  private Instance(
      CinedexConfiguration configuration,
      Metrics metrics,
      Executor background,
      CqlSession session) {
    this.configuration = configuration;
    this.schema = configuration.schema();
    this.session = session;
    schema.verify(session);
    tables = configuration.tables();
    clock = configuration.cassandra().clock(session);
    notes = new Notes(session, Movie.ENTITY);
    ledger = new Ledger(session, Movie.ENTITY);
    costs = new WriteCosts(metrics);
    Projection projection =
        new Projection(
            session,
            configuration.cassandra().batchSize().toBytes(),
            configuration.limits().writeSize().toBytes(),
            costs);
    catalog = Catalog.open(session, Movie.ENTITY, tables);
    catalogAdmin = new CatalogAdmin(session, catalog);
    marks = new SettledMarks(ledger, notes);
    WriteMeters meters = new WriteMeters(metrics);
    Settler settler = new Settler(projection, catalog, marks, background, meters);
    writer = new EntityWriter(ledger, notes, clock, settler, meters);
    RowAccess access = new RowAccess(ledger, new LookupRows(session), writer, projection);
    readers =
        new Readers(session, catalog, access, configuration.limits().pageSize().toBytes(), metrics);
    Jobs jobs = new Jobs(session, ledger, configuration.jobs().rowsPerSecond());
    LookupSchema lookupSchema = new LookupSchema(session, schema, catalogAdmin);
    jobPoller = new JobPoller(catalogAdmin, lookupSchema, jobs, access);
    lifecycle = new TableLifecycle(lookupSchema, catalogAdmin, jobs, jobPoller);
    jobWatch = new JobWatch(catalog, jobs);
  }

  /**
   * Opens the instance of a command. Its writes leave what they do not wait for to the sweeper of a
   * service.
   *
   * @throws StartupException when Cassandra does not answer, or the schema is missing
   */
  public static Instance open(CinedexConfiguration configuration) {
    configuration.schema(); // rejects an invalid declaration before it connects
    return on(configuration.cassandra().connect(), configuration, new Metrics(), task -> {});
  }

  /**
   * Opens the instance of a service.
   *
   * @param session is closed with the instance, and when it cannot be opened
   * @param background runs what a write does not wait for; it may drop tasks, which the sweeper
   *     then does
   * @throws StartupException when the schema is missing
   */
  public static Instance on(
      CqlSession session,
      CinedexConfiguration configuration,
      Metrics metrics,
      Executor background) {
    try {
      return new Instance(configuration, metrics, background, session);
    } catch (RuntimeException | Error e) {
      session.close();
      throw e;
    }
  }

  /** Returns the tables that the configuration of this instance declares. */
  public List<LookupTable> tables() {
    return tables;
  }

  /** Returns the declared tables that the catalog does not have: never built, or dropped. */
  public List<LookupTable> unbuilt() {
    return tables.stream()
        .filter(table -> catalog.lastKnown().named(table.name()).isEmpty())
        .toList();
  }

  /** Returns the view of the tables that all instances share. */
  public Catalog catalog() {
    return catalog;
  }

  /** Returns the states of the tables, and the jobs on them, as they are stored now. */
  public CatalogAdmin catalogAdmin() {
    return catalogAdmin;
  }

  public Ledger ledger() {
    return ledger;
  }

  /** Creates the reader of the rows of lookup tables. */
  public LookupRows newLookupRows() {
    return new LookupRows(session);
  }

  public EntityWriter writer() {
    return writer;
  }

  /** Returns the readers over the lookup tables, which only the service needs. */
  public Readers readers() {
    return readers;
  }

  /** Returns what the writes of this process cost each table. */
  public WriteCosts costs() {
    return costs;
  }

  /** Returns the operations that begin jobs, and that retire, restore and drop tables. */
  public TableLifecycle lifecycle() {
    return lifecycle;
  }

  public JobPoller jobPoller() {
    return jobPoller;
  }

  /** Returns the last jobs on the tables; none are known before the first look. */
  public List<Job> lastJobs() {
    return jobWatch.lastJobs();
  }

  /** Returns the notes of writes that may be incomplete. */
  public Notes notes() {
    return notes;
  }

  /** Returns what is known of the cluster, without asking it. */
  public ClusterFacts cluster() {
    return ClusterFacts.of(session);
  }

  /** Returns where the keys of the cursors are kept. */
  public CursorKeyStore cursorKeyStore() {
    return new CursorKeyStore(session, clock);
  }

  /** Returns how far the clock of this process is ahead of the cluster's, when last measured. */
  public Duration clockSkew() {
    return clock.lastSkew();
  }

  /** Creates the work that a service does beside its requests and the sweeper. */
  public List<Managed> newBackgroundWork() {
    return List.of(jobPoller, jobWatch, readers.driftSampler());
  }

  /** Does the checks of the doctor on the session of this instance. */
  List<CheckResult> examine(Doctor doctor) {
    return doctor.examine(session);
  }

  Sweeper newSweeper() {
    SweeperFactory settings = configuration.sweeper();
    InstanceLeases instances =
        InstanceLeases.sweepers(session, settings.interval().toJavaDuration().multipliedBy(3));
    return new Sweeper(notes, writer, instances, clock, settings);
  }

  /**
   * Returns the health checks by name. When one fails, those after it need not be asked: they would
   * wait for Cassandra.
   */
  Map<String, HealthCheck> healthChecks() {
    return ImmutableMap.of(
        "cassandra", new CassandraHealthCheck(session),
        "schema", SchemaHealthCheck.of(session, schema, catalog),
        "catalog", catalog.healthCheck(),
        "clock", clock.healthCheck());
  }

  @Override
  public void close() {
    marks.close();
    catalog.close();
    session.close();
  }
}
