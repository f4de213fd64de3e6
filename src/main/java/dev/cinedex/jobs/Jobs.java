package dev.cinedex.jobs;

import static java.util.Comparator.comparingLong;
import static java.util.Objects.requireNonNull;

import com.datastax.oss.driver.api.core.CqlSession;
import com.datastax.oss.driver.api.core.uuid.Uuids;
import dev.cinedex.ledger.Ledger;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.function.BiPredicate;
import org.jspecify.annotations.Nullable;

/** The stored jobs: the tables {@code lookup_jobs} and {@code lookup_findings}. */
public final class Jobs {
  /** The number of jobs that an instance runs at once: a slow one does not delay the others. */
  static final int MAX_PARALLEL = 4;

  private static final String WAITING =
      "Waits for an instance: each runs up to %d jobs at the same time".formatted(MAX_PARALLEL);

  private final Ledger ledger;
  private final int rowsPerSecond;
  private final JobDao jobs;
  private final RangeDao ranges;
  private final SliceLeaseDao sliceLeases;
  private final FindingDao findings;
  private final OptionsJson optionsJson;
  private final FindingJson findingJson;

  /**
   * Prepares the statements, so the schema has to exist.
   *
   * @param ledger tells how large a job is; its entity names the id in stored JSON
   * @param rowsPerSecond the pace of a new job that asks for none; 0 for as fast as Cassandra
   *     answers
   */
  public Jobs(CqlSession session, Ledger ledger, int rowsPerSecond) {
    this.ledger = ledger;
    this.rowsPerSecond = rowsPerSecond;
    JobMapper mapper = new JobMapperBuilder(session).build();
    this.jobs = mapper.jobs();
    this.ranges = mapper.ranges();
    this.sliceLeases = mapper.sliceLeases();
    this.findings = mapper.findings();
    this.optionsJson = new OptionsJson(ledger.entity());
    this.findingJson = new FindingJson(ledger.entity());
  }

  /** Creates a running job, which any instance can take. */
  Job create(String table, JobKind kind, JobOptions asked) {
    JobOptions options =
        asked
            .at(asked.rowsPerSecond() == 0 ? rowsPerSecond : asked.rowsPerSecond())
            .forLedgerOf(ledger.estimatedSize());
    UUID id = Uuids.timeBased();
    jobs.create(id, table, kind.text(), optionsJson.write(options));
    return new Job(
        id,
        table,
        kind,
        options,
        JobState.RUNNING,
        WAITING,
        null,
        Set.of(),
        null,
        JobProgress.NONE,
        null);
  }

  /** Returns a job with its progress; empty when there is none, or it has begun to expire. */
  Optional<Job> find(UUID id) {
    return header(id).map(row -> job(row, ranges.finished(id)));
  }

  /**
   * Returns the newest jobs.
   *
   * @param wanted which jobs count, by their table and their state
   */
  List<Job> newest(BiPredicate<String, JobState> wanted, int limit) {
    return jobs.all().all().stream()
        .filter(row -> row.tableName() != null && row.state() != null)
        .filter(
            row ->
                wanted.test(
                    requireNonNull(row.tableName()), JobState.of(requireNonNull(row.state()))))
        .sorted(comparingLong((JobRow row) -> Uuids.unixTimestamp(row.jobId())).reversed())
        .limit(limit)
        .map(row -> job(row, ranges.finished(row.jobId())))
        .toList();
  }

  /**
   * Takes a running job that no other instance has.
   *
   * @return empty when the job is not running, or another instance has it
   */
  Optional<JobLease> acquire(UUID id, String owner) {
    return header(id)
        .filter(Jobs::isWaiting) // a cheap read, most of the time, saves the LWT
        .flatMap(row -> JobLease.acquire(jobs, id, owner));
  }

  private static boolean isWaiting(JobRow row) {
    return JobState.RUNNING.text().equals(row.state()) && row.owner() == null;
  }

  /**
   * Joins the instances that take slices of a running job.
   *
   * @return empty when no instance takes slices of it, or it is not running
   */
  Optional<JobLease> join(UUID id, String owner) {
    return header(id)
        .filter(row -> JobState.RUNNING.text().equals(row.state()) && !row.workers().isEmpty())
        .flatMap(row -> JobLease.join(jobs, id, owner));
  }

  /**
   * Puts a job from one state into another.
   *
   * @return false when it was not in that state
   */
  boolean change(UUID id, JobState from, JobState to, @Nullable String message) {
    return jobs.change(id, from.text(), to.text(), message, to.isFinal() ? Instant.now() : null);
  }

  RangeDao ranges() {
    return ranges;
  }

  SliceLeases sliceLeases(JobLease lease) {
    return new SliceLeases(sliceLeases, lease);
  }

  FindingLog findings(Job job) {
    return new FindingLog(findings, findingJson, job);
  }

  private Optional<JobRow> header(UUID id) {
    return Optional.ofNullable(jobs.find(id))
        .filter(row -> row.tableName() != null && row.state() != null);
  }

  private Job job(JobRow row, List<FinishedRange> finished) {
    JobState state = JobState.of(requireNonNull(row.state()));
    return new Job(
        row.jobId(),
        requireNonNull(row.tableName()),
        JobKinds.stored(requireNonNull(row.kind())),
        optionsJson.read(requireNonNull(row.options())),
        state,
        isWaiting(row) ? WAITING : row.message(),
        row.owner(),
        row.workers(),
        row.finishedAt(),
        JobProgress.sum(finished),
        pace(row.jobId(), finished));
  }

  /** Slices that are stored together have one time, and so only their average is known. */
  private static @Nullable Duration pace(UUID id, List<FinishedRange> finished) {
    List<Long> times =
        finished.stream().map(FinishedRange::finished).filter(Objects::nonNull).toList();
    boolean together = finished.stream().anyMatch(range -> range.slices().size() > 1);
    return together
        ? Pace.average(Uuids.unixTimestamp(id), times, JobProgress.sum(finished).ranges())
        : Pace.perRange(times).orElse(null);
  }
}
