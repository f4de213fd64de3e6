package dev.cinedex.testing;

import com.datastax.oss.driver.api.core.CqlSession;
import com.google.common.base.Suppliers;
import dev.cinedex.cassandra.TestCassandra;
import dev.cinedex.catalog.Catalog;
import dev.cinedex.catalog.CatalogAdmin;
import dev.cinedex.catalog.InstanceLeases;
import dev.cinedex.catalog.LookupSchema;
import dev.cinedex.catalog.Schema;
import dev.cinedex.entity.EntityType;
import dev.cinedex.jobs.JobPoller;
import dev.cinedex.jobs.Jobs;
import dev.cinedex.jobs.TableLifecycle;
import dev.cinedex.ledger.EntityWriter;
import dev.cinedex.ledger.Ledger;
import dev.cinedex.ledger.Notes;
import dev.cinedex.ledger.SettledMarks;
import dev.cinedex.ledger.Settler;
import dev.cinedex.ledger.Sweeper;
import dev.cinedex.ledger.SweeperFactory;
import dev.cinedex.ledger.WriteListener;
import dev.cinedex.ledger.WriteStep;
import dev.cinedex.lists.LookupRows;
import dev.cinedex.lists.PageReader;
import dev.cinedex.metrics.Metrics;
import dev.cinedex.movie.Movie;
import dev.cinedex.movie.MovieJson;
import dev.cinedex.projection.Projection;
import dev.cinedex.projection.WriteCosts;
import dev.cinedex.verification.DriftSampler;
import dev.cinedex.verification.EntityRows;
import dev.cinedex.verification.RowAccess;
import dev.cinedex.verification.RowVerifier;
import io.dropwizard.jersey.validation.Validators;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.Executor;
import java.util.function.Consumer;
import java.util.function.Supplier;

/**
 * The parts of an instance of the service on a session, put together in this one place. Each
 * setting gives another instance on the same session: {@code on(session).clock(slow).writer()}.
 * Unless a test says otherwise, an instance goes by the machine's clock and the catalog of its
 * keyspace, and does at once what a write does not wait for.
 */
public final class TestInstance {
  private static final long PAGE_BYTES = 4 << 20;

  private final CqlSession session;

  private Clock clock = Clock.systemUTC();
  private Supplier<Catalog> catalog = this::catalogOfTheKeyspace;
  private int batchBytes = 32 << 10;
  private Metrics metrics = new Metrics();
  private WriteCosts costs = new WriteCosts(metrics);
  private Executor background = Runnable::run;
  private EntityType entity = Movie.ENTITY;
  private Consumer<WriteStep> steps = step -> {};

  // Each is made when it is first used; the settings change nothing about the first four.
  private Supplier<Notes> notes = Suppliers.memoize(this::newNotes);
  private Supplier<Ledger> ledger = Suppliers.memoize(this::newLedger);
  private Supplier<Jobs> jobs = Suppliers.memoize(this::newJobs);
  private Supplier<InstanceLeases> sweepers = Suppliers.memoize(this::newSweepers);
  private final Supplier<Projection> projection = Suppliers.memoize(this::newProjection);
  private final Supplier<LookupRows> lookupRows = Suppliers.memoize(this::newLookupRows);
  private final Supplier<PageReader> pages = Suppliers.memoize(this::newPages);
  private final Supplier<SettledMarks> marks = Suppliers.memoize(this::newMarks);
  private final Supplier<EntityWriter> writer = Suppliers.memoize(this::newWriter);

  private TestInstance(CqlSession session) {
    this.session = session;
  }

  public static TestInstance on(CqlSession session) {
    return new TestInstance(session);
  }

  /** Makes what reads and writes movies as JSON. */
  public static MovieJson json() {
    return new MovieJson(Validators.newValidator());
  }

  public TestInstance clock(Clock newClock) {
    return with(copy -> copy.clock = newClock);
  }

  /** Works on another entity than movies. */
  public TestInstance entity(EntityType newEntity) {
    TestInstance copy = copy(session);
    copy.entity = newEntity;
    return copy;
  }

  public TestInstance catalog(Catalog newCatalog) {
    return with(copy -> copy.catalog = () -> newCatalog);
  }

  public TestInstance batchBytes(int newBatchBytes) {
    return with(copy -> copy.batchBytes = newBatchBytes);
  }

  public TestInstance costs(WriteCosts newCosts) {
    return with(copy -> copy.costs = newCosts);
  }

  public TestInstance metrics(Metrics newMetrics) {
    return with(copy -> copy.metrics = newMetrics);
  }

  /** Gives to an executor of the test what a write does not wait for. */
  public TestInstance background(Executor newBackground) {
    return with(copy -> copy.background = newBackground);
  }

  /** Runs the action after this step of each write, besides the actions there are. */
  public TestInstance after(WriteStep step, Runnable action) {
    return with(
        copy ->
            copy.steps =
                steps.andThen(
                    done -> {
                      if (done == step) {
                        action.run();
                      }
                    }));
  }

  /** Sends everything through another session on the same keyspace. */
  public TestInstance through(TestSession other) {
    return copy(other);
  }

  private TestInstance with(Consumer<TestInstance> change) {
    TestInstance copy = copy(session);
    copy.notes = notes;
    copy.ledger = ledger;
    copy.jobs = jobs;
    change.accept(copy);
    return copy;
  }

  private TestInstance copy(CqlSession itsSession) {
    TestInstance copy = new TestInstance(itsSession);
    copy.entity = entity;
    copy.clock = clock;
    copy.catalog = catalog;
    copy.batchBytes = batchBytes;
    copy.metrics = metrics;
    copy.costs = costs;
    copy.background = background;
    copy.steps = steps;
    copy.sweepers = sweepers;
    return copy;
  }

  public CqlSession session() {
    return session;
  }

  public Catalog catalog() {
    return catalog.get();
  }

  public CatalogAdmin admin() {
    return new CatalogAdmin(session, catalog());
  }

  public Notes notes() {
    return notes.get();
  }

  public Ledger ledger() {
    return ledger.get();
  }

  public Projection projection() {
    return projection.get();
  }

  public LookupRows lookupRows() {
    return lookupRows.get();
  }

  public PageReader pages() {
    return pages.get();
  }

  /** Marks settled versions; closing it waits for the marks in flight. */
  public SettledMarks marks() {
    return marks.get();
  }

  public EntityWriter writer() {
    return writer.get();
  }

  public EntityRows rows() {
    return new EntityRows(ledger(), lookupRows(), catalog(), PAGE_BYTES);
  }

  public RowAccess access() {
    return new RowAccess(ledger(), lookupRows(), writer(), projection());
  }

  public RowVerifier verifier() {
    return new RowVerifier(access());
  }

  public DriftSampler sampler() {
    return new DriftSampler(catalog(), access(), pages(), metrics);
  }

  /**
   * Makes a sweeper that goes by a clock of its own. The sweepers of this instance and of its
   * copies share one lease, and so each of them sweeps every shard.
   */
  public Sweeper sweeper(Clock itsClock, Duration grace) {
    return new Sweeper(
        notes(),
        writer(),
        sweepers.get(),
        itsClock,
        new SweeperFactory(
            io.dropwizard.util.Duration.milliseconds(grace.toMillis()),
            io.dropwizard.util.Duration.seconds(10)));
  }

  public Jobs jobs() {
    return jobs.get();
  }

  /** Makes what takes and does jobs; each time another one. */
  public JobPoller runner() {
    String keyspace = session.getKeyspace().orElseThrow().asInternal();
    Schema schema = new Schema(TestCassandra.factory(keyspace), entity, List.of());
    return new JobPoller(admin(), lookupSchema(schema), jobs(), access());
  }

  public TableLifecycle lifecycle(Schema schema) {
    return new TableLifecycle(lookupSchema(schema), admin(), jobs(), runner());
  }

  private LookupSchema lookupSchema(Schema schema) {
    return new LookupSchema(session, schema, admin());
  }

  private Catalog catalogOfTheKeyspace() {
    return TestCassandra.catalog(session instanceof TestSession test ? test.real() : session);
  }

  private Notes newNotes() {
    return new Notes(session, entity);
  }

  private Ledger newLedger() {
    return new Ledger(session, entity);
  }

  private Jobs newJobs() {
    return new Jobs(session, ledger(), 0);
  }

  private InstanceLeases newSweepers() {
    return InstanceLeases.sweepers(session, Duration.ofMinutes(10));
  }

  private Projection newProjection() {
    return new Projection(session, batchBytes, Long.MAX_VALUE, costs);
  }

  private LookupRows newLookupRows() {
    return new LookupRows(session);
  }

  private PageReader newPages() {
    return new PageReader(session, PAGE_BYTES);
  }

  private SettledMarks newMarks() {
    return new SettledMarks(ledger(), notes());
  }

  private EntityWriter newWriter() {
    WriteListener listener = steps::accept;
    Settler settler = new Settler(projection(), catalog(), marks(), background, listener);
    return new EntityWriter(ledger(), notes(), clock, settler, listener);
  }
}
