package dev.cinedex.overview;

import dev.cinedex.cassandra.CassandraFactory;
import dev.cinedex.cassandra.ClusterFacts;
import dev.cinedex.cassandra.PeriodicTask;
import dev.cinedex.doctor.CheckResult;
import dev.cinedex.doctor.Level;
import dev.cinedex.doctor.RepeatedChecks;
import dev.cinedex.instance.Instance;
import dev.cinedex.instance.ServiceHealth;
import dev.cinedex.instance.ServiceInstance;
import dev.cinedex.metrics.Metrics;
import dev.cinedex.overview.OverviewView.CallerView;
import dev.cinedex.overview.OverviewView.CassandraView;
import dev.cinedex.overview.OverviewView.Example;
import dev.cinedex.overview.OverviewView.Table;
import dev.cinedex.overview.OverviewView.Unsettled;
import dev.cinedex.resources.JobView;
import io.dropwizard.lifecycle.Managed;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * Makes the overview, at most once a second for all who ask, unless the state of Cassandra changes.
 * It never waits for Cassandra: what is stored there is read in the background, and only while
 * somebody asks.
 */
public final class Overview implements Managed {
  private static final Duration MADE_EVERY = Duration.ofMillis(950);
  private static final Duration READ_EVERY = Duration.ofSeconds(10);
  private static final Duration ASKED_WITHIN = Duration.ofSeconds(15);
  private static final Duration STOP_LIMIT = Duration.ofSeconds(2);
  private static final int MOST_EXAMPLES = 20;
  private static final CallerView NOBODY = new CallerView("", List.of());

  private final Observed observed;
  private final Adviser adviser;
  private final TableViews tables;
  private final History history;
  private final PeriodicTask counting;
  private final PeriodicTask reading;
  private final UUID id = UUID.randomUUID();
  private volatile Instant asked = Instant.EPOCH;
  private volatile @Nullable StoredFacts stored;
  private volatile State state = new State("starting", Instant.now());
  private @Nullable OverviewView made;
  private Instant madeAt = Instant.EPOCH;

  /** What the overview is about. */
  public record Observed(
      ServiceInstance service,
      ServiceHealth health,
      RepeatedChecks checks,
      Metrics metrics,
      CassandraFactory cassandra) {}

  private record State(String name, Instant since) {}

  /**
   * @param lateAfter the age at which the sweeper should have settled every write
   */
  public Overview(Observed observed, Duration lateAfter) {
    this.observed = observed;
    this.adviser = new Adviser(lateAfter);
    this.tables = new TableViews(observed.metrics());
    this.history = new History(observed.metrics().totals(), Instant.now());
    this.counting =
        new PeriodicTask(
            "history",
            History.INTERVAL,
            () -> {
              history.add(observed.metrics().totals(), Instant.now());
              observed.service().instance().ifPresent(tables::noticeVerifications);
            });
    this.reading = new PeriodicTask("overview", Duration.ofSeconds(1), this::readIfAsked);
  }

  @Override
  public void start() {
    counting.startAfter(History.INTERVAL);
    reading.start();
  }

  @Override
  public void stop() throws InterruptedException {
    counting.stop(STOP_LIMIT);
    reading.stop(STOP_LIMIT);
  }

  private void readIfAsked() {
    Instant now = Instant.now();
    StoredFacts last = stored;
    boolean old = last == null || last.counted().plus(READ_EVERY).isBefore(now);
    if (old && asked.plus(ASKED_WITHIN).isAfter(now)) {
      observed.service().instance().ifPresent(instance -> stored = StoredFacts.read(instance, now));
    }
  }

  /**
   * Returns the overview, as nobody in particular sees it. One that is made again without a change
   * keeps its time, so that pages need not be sent it, and draw nothing.
   */
  synchronized OverviewView view() {
    Instant now = Instant.now();
    asked = now;
    OverviewView last = made;
    if (last == null
        || madeAt.plus(MADE_EVERY).isBefore(now)
        || !last.cassandra().state().equals(cassandraState())) {
      OverviewView next = make(now);
      madeAt = now;
      last = last != null && next.at(last.time()).equals(last) ? last : next;
      made = last;
    }
    return last;
  }

  /**
   * Says whether Cassandra can be used. The driver notices at once that its last connection broke,
   * and a health check notices what else is wrong.
   */
  private String cassandraState() {
    return observed
        .service()
        .instance()
        .map(Instance::cluster)
        .map(facts -> observed.health().isReachable() && facts.nodesUp() > 0 ? "up" : "down")
        .orElse("starting");
  }

  private OverviewView make(Instant now) {
    Optional<Instance> instance = observed.service().instance();
    List<Table> views = instance.map(tables::of).orElse(List.of());
    Unsettled unsettled = unsettled(now);
    StoredFacts facts = stored;
    return new OverviewView(
        id,
        Optional.ofNullable(getClass().getPackage().getImplementationVersion())
            .orElse("development"),
        observed.cassandra().embedded(),
        now,
        NOBODY,
        cassandra(instance, now),
        history.view(),
        unsettled,
        facts == null ? List.of() : facts.instances(),
        views,
        instance.map(Overview::jobs).orElse(List.of()),
        instance.map(open -> adviser.of(open, checks(), views, unsettled)).orElse(List.of()));
  }

  /** The warnings about a cluster are left out where the node is the one for development. */
  private List<CheckResult> checks() {
    return observed.checks().last().stream()
        .filter(check -> !observed.cassandra().embedded() || check.level() == Level.ERROR)
        .toList();
  }

  private CassandraView cassandra(Optional<Instance> instance, Instant now) {
    String failure = observed.health().failure();
    String name = cassandraState();
    if (!state.name().equals(name)) {
      state = new State(name, now);
    }
    String message = instance.isEmpty() ? observed.service().waitsFor() : failure;
    Optional<ClusterFacts> facts = instance.map(Instance::cluster);
    return new CassandraView(
        name,
        state.since(),
        name.equals("up") ? null : message,
        observed.cassandra().keyspace(),
        facts.map(ClusterFacts::version).orElse(null),
        facts.map(ClusterFacts::datacenter).orElse(null),
        facts.map(ClusterFacts::replication).orElse(null),
        facts.map(ClusterFacts::nodes).orElse(null),
        facts.map(ClusterFacts::nodesUp).orElse(null),
        instance.map(open -> open.clockSkew().toMillis()).orElse(null));
  }

  private @Nullable Unsettled unsettled(Instant now) {
    StoredFacts facts = stored;
    if (facts == null) {
      return null;
    }
    List<Example> oldest =
        facts.unsettled().entrySet().stream()
            .sorted(Map.Entry.comparingByValue())
            .limit(MOST_EXAMPLES)
            .map(entry -> new Example(entry.getKey(), entry.getValue()))
            .toList();
    long seconds = oldest.isEmpty() ? 0 : Duration.between(oldest.get(0).since(), now).toSeconds();
    return new Unsettled(facts.unsettled().size(), seconds, facts.counted(), oldest);
  }

  private static List<JobView> jobs(Instance instance) {
    return instance.lastJobs().stream()
        .filter(job -> !job.state().isFinal())
        .map(JobView::of)
        .toList();
  }
}
