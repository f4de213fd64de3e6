package dev.cinedex.jobs;

import static java.util.Objects.requireNonNull;

import com.datastax.oss.driver.api.core.CqlSession;
import com.datastax.oss.driver.api.core.cql.Row;
import com.datastax.oss.driver.api.core.cql.SimpleStatement;
import com.datastax.oss.driver.api.core.uuid.Uuids;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.cinedex.cassandra.DriverProfiles;
import dev.cinedex.jobs.Job.Kind;
import dev.cinedex.jobs.Job.Options;
import dev.cinedex.jobs.Job.Phase;
import dev.cinedex.jobs.Job.Progress;
import dev.cinedex.jobs.Job.State;
import dev.cinedex.lookup.RowDigest;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** The tables {@code lookup_jobs} and {@code lookup_findings}. */
public final class JobStore {
  /** How long a job is another's after its owner's last sign of life. */
  static final Duration LEASE = Duration.ofSeconds(10);

  private static final String SELECT =
      "SELECT table_name, kind, options, state, message, owner, finished_at, slice, read, written,"
          + " missing, stale, orphaned, mended, WRITETIME(read) AS finished"
          + " FROM lookup_jobs WHERE job_id = ?";

  /** That tell how fast it goes just now. */
  private static final int LAST_SLICES = 32;

  /** Of a job that nobody does. */
  private static final String WAITS =
      "Waits for an instance that has time: each does up to %d jobs at once"
          .formatted(JobRunner.JOBS_AT_ONCE);

  private static final ObjectMapper JSON = new ObjectMapper();

  private final CqlSession session;

  public JobStore(CqlSession session) {
    this.session = session;
  }

  /** A job that anyone may take. */
  Job create(String table, Kind kind, Options options) {
    UUID id = Uuids.timeBased();
    session.execute(
        SimpleStatement.newInstance(
            "UPDATE lookup_jobs SET table_name = ?, kind = ?, options = ?, state = ? WHERE job_id = ? IF state = null",
            table,
            kind.text(),
            json(options),
            State.RUNNING.text(),
            id));
    return new Job(id, table, kind, options, State.RUNNING, WAITS, null, null, Progress.NONE, null);
  }

  Optional<Job> find(UUID id) {
    List<Row> rows =
        session
            .execute(
                SimpleStatement.newInstance(SELECT, id)
                    .setExecutionProfileName(DriverProfiles.CATALOG)
                    .setIdempotent(true))
            .all();
    Progress done =
        rows.stream()
            .filter(row -> !row.isNull("slice"))
            .map(JobStore::progress)
            .reduce(Progress.NONE, Progress::and);
    Duration pace = pace(rows);
    return rows.stream().filter(JobStore::isWhole).findFirst().map(row -> job(id, row, done, pace));
  }

  /**
   * From one slice to the next, by the last ones.
   *
   * @return null when there are too few
   */
  private static @Nullable Duration pace(List<Row> rows) {
    long[] finished =
        rows.stream()
            .filter(row -> !row.isNull("finished"))
            .mapToLong(row -> row.getLong("finished"))
            .sorted()
            .toArray();
    int last = Math.min(finished.length - 1, LAST_SLICES);
    if (last < 2) {
      return null;
    }
    int first = finished.length - 1 - last;
    long longest = 0; // perhaps a break, in which nobody worked on it
    for (int i = first + 1; i < finished.length; i++) {
      longest = Math.max(longest, finished[i] - finished[i - 1]);
    }
    long micros = finished[finished.length - 1] - finished[first] - longest;
    return Duration.of(micros, ChronoUnit.MICROS).dividedBy(last - 1);
  }

  /** Whether a job is to be done, and nobody does it. */
  boolean isWaiting(UUID id) {
    Row row =
        session
            .execute(
                SimpleStatement.newInstance(
                        "SELECT DISTINCT job_id, table_name, state, owner FROM lookup_jobs WHERE job_id = ?",
                        id)
                    .setExecutionProfileName(DriverProfiles.CATALOG)
                    .setIdempotent(true))
            .one();
    return row != null
        && isWhole(row)
        && State.RUNNING.text().equals(row.getString("state"))
        && row.isNull("owner");
  }

  /** What was kept at a job's beginning expires before what was changed later. */
  private static boolean isWhole(Row row) {
    return !row.isNull("table_name") && !row.isNull("state");
  }

  /** The slices of a phase that are done. */
  Set<Integer> done(UUID id, Phase phase) {
    Set<Integer> slices = new HashSet<>();
    session
        .execute(
            SimpleStatement.newInstance(
                    "SELECT slice FROM lookup_jobs WHERE job_id = ? AND phase = ?",
                    id,
                    phase.text())
                .setExecutionProfileName(DriverProfiles.CATALOG)
                .setIdempotent(true))
        .forEach(row -> slices.add(row.getInt("slice")));
    return slices;
  }

  /**
   * A slice is done: after a restart it is not done again.
   *
   * @param digest of a phase that makes one
   */
  void finish(UUID id, Phase phase, int slice, Progress done, @Nullable RowDigest digest) {
    session.execute(
        SimpleStatement.newInstance(
                "INSERT INTO lookup_jobs (job_id, phase, slice, read, written, missing, stale, orphaned, mended, digest)"
                    + " VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
                id,
                phase.text(),
                slice,
                done.read(),
                done.written(),
                done.missing(),
                done.stale(),
                done.orphaned(),
                done.mended(),
                digest == null ? null : digest.bytes())
            .setExecutionProfileName(DriverProfiles.CATALOG)
            .setIdempotent(true));
  }

  /** Of all slices of a phase. */
  RowDigest digest(UUID id, Phase phase) {
    RowDigest sum = new RowDigest();
    session
        .execute(
            SimpleStatement.newInstance(
                    "SELECT digest FROM lookup_jobs WHERE job_id = ? AND phase = ?",
                    id,
                    phase.text())
                .setExecutionProfileName(DriverProfiles.CATALOG)
                .setIdempotent(true))
        .forEach(row -> sum.add(RowDigest.of(requireNonNull(row.getByteBuffer("digest")))));
    return sum;
  }

  /**
   * @param key says which row, so that it is kept once
   */
  void found(UUID id, Phase phase, int slice, String key, String finding) {
    session.execute(
        SimpleStatement.newInstance(
                "INSERT INTO lookup_findings (job_id, phase, slice, row_key, finding) VALUES (?, ?, ?, ?, ?)",
                id,
                phase.text(),
                slice,
                key,
                finding)
            .setExecutionProfileName(DriverProfiles.CATALOG)
            .setIdempotent(true));
  }

  /** Each as JSON. */
  Stream<String> findings(Job job) {
    int slices = Job.SLICES.size();
    List<Phase> phases = job.phases();
    return IntStream.range(0, phases.size() * slices)
        .boxed()
        .flatMap(i -> found(job.id(), phases.get(i / slices), i % slices).values().stream());
  }

  /** What was found in a slice, by the keys with which it was kept. */
  Map<String, String> found(UUID id, Phase phase, int slice) {
    Map<String, String> found = new LinkedHashMap<>();
    session
        .execute(
            SimpleStatement.newInstance(
                    "SELECT row_key, finding FROM lookup_findings WHERE job_id = ? AND phase = ? AND slice = ?",
                    id,
                    phase.text(),
                    slice)
                .setExecutionProfileName(DriverProfiles.CATALOG)
                .setIdempotent(true))
        .forEach(
            row ->
                found.put(
                    requireNonNull(row.getString("row_key")),
                    requireNonNull(row.getString("finding"))));
    return found;
  }

  /**
   * Makes a job this instance's, or keeps it so.
   *
   * @return false when it is another's, or is not running any more
   */
  boolean own(UUID id, String owner, boolean already) {
    return applied(
        SimpleStatement.newInstance(
            "UPDATE lookup_jobs USING TTL %d SET owner = ? WHERE job_id = ? IF state = ? AND owner = ?"
                .formatted(LEASE.toSeconds()),
            owner,
            id,
            State.RUNNING.text(),
            already ? owner : null));
  }

  /** Leaves it to whoever takes it next. */
  void disown(UUID id, String owner) {
    applied(
        SimpleStatement.newInstance(
            "UPDATE lookup_jobs SET owner = null WHERE job_id = ? IF owner = ?", id, owner));
  }

  /**
   * @return false when it was not in that state
   */
  boolean change(UUID id, State from, State to, @Nullable String message) {
    return applied(
        SimpleStatement.newInstance(
            "UPDATE lookup_jobs SET state = ?, message = ?, finished_at = ? WHERE job_id = ? IF state = ?",
            to.text(),
            message,
            to.isFinal() ? Instant.now() : null,
            id,
            from.text()));
  }

  /** Its owner has come to its end. */
  void end(UUID id, String owner, State state, @Nullable String message) {
    applied(
        SimpleStatement.newInstance(
            "UPDATE lookup_jobs SET state = ?, message = ?, finished_at = ?, owner = null"
                + " WHERE job_id = ? IF state = ? AND owner = ?",
            state.text(),
            message,
            Instant.now(),
            id,
            State.RUNNING.text(),
            owner));
  }

  /** What it waits for just now. */
  void say(UUID id, @Nullable String message) {
    applied(
        SimpleStatement.newInstance(
            "UPDATE lookup_jobs SET message = ? WHERE job_id = ? IF state = ?",
            message,
            id,
            State.RUNNING.text()));
  }

  private boolean applied(SimpleStatement statement) {
    Row answer = session.execute(statement.setExecutionProfileName(DriverProfiles.CATALOG)).one();
    return requireNonNull(answer).getBoolean("[applied]");
  }

  private static Job job(UUID id, Row row, Progress done, @Nullable Duration pace) {
    State state = State.of(requireNonNull(row.getString("state")));
    String owner = row.getString("owner");
    return new Job(
        id,
        requireNonNull(row.getString("table_name")),
        Kind.valueOf(requireNonNull(row.getString("kind")).toUpperCase(Locale.ROOT)),
        options(requireNonNull(row.getString("options"))),
        state,
        state == State.RUNNING && owner == null ? WAITS : row.getString("message"),
        owner,
        row.getInstant("finished_at"),
        done,
        pace);
  }

  private static Progress progress(Row row) {
    return new Progress(
        1,
        row.getLong("read"),
        row.getLong("written"),
        row.getLong("missing"),
        row.getLong("stale"),
        row.getLong("orphaned"),
        row.getLong("mended"));
  }

  private static String json(Options options) {
    try {
      return JSON.writeValueAsString(options);
    } catch (JsonProcessingException e) {
      throw new IllegalStateException(e);
    }
  }

  private static Options options(String json) {
    try {
      return JSON.readValue(json, Options.class);
    } catch (JsonProcessingException e) {
      throw new IllegalStateException(e);
    }
  }
}
