package dev.cinedex.jobs;

import static java.util.Objects.requireNonNull;

import com.datastax.oss.driver.api.core.CqlSession;
import com.datastax.oss.driver.api.core.cql.Row;
import com.datastax.oss.driver.api.core.cql.SimpleStatement;
import com.datastax.oss.driver.api.core.uuid.Uuids;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.cinedex.cassandra.CassandraFactory;
import dev.cinedex.jobs.Job.Kind;
import dev.cinedex.jobs.Job.Options;
import dev.cinedex.jobs.Job.Phase;
import dev.cinedex.jobs.Job.Progress;
import dev.cinedex.jobs.Job.State;
import java.time.Duration;
import java.time.Instant;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** The tables {@code lookup_jobs} and {@code lookup_findings}. */
public final class JobStore {
  /** How long a job is another's after its owner's last sign of life. */
  static final Duration LEASE = Duration.ofSeconds(30);

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
    return new Job(id, table, kind, options, State.RUNNING, null, null, null, Progress.NONE);
  }

  public Optional<Job> find(UUID id) {
    List<Row> rows =
        session
            .execute(
                SimpleStatement.newInstance("SELECT * FROM lookup_jobs WHERE job_id = ?", id)
                    .setExecutionProfileName(CassandraFactory.CATALOG_PROFILE)
                    .setIdempotent(true))
            .all();
    Progress done =
        rows.stream()
            .filter(row -> !row.isNull("slice"))
            .map(JobStore::progress)
            .reduce(Progress.NONE, Progress::and);
    return rows.stream()
        .filter(row -> row.getString("state") != null)
        .findFirst()
        .map(row -> job(id, row, done));
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
                .setIdempotent(true))
        .forEach(row -> slices.add(row.getInt("slice")));
    return slices;
  }

  /** A slice is done: after a restart it is not done again. */
  void finish(UUID id, Phase phase, int slice, Progress done) {
    session.execute(
        SimpleStatement.newInstance(
                "INSERT INTO lookup_jobs (job_id, phase, slice, read, written, missing, stale, orphaned, mended)"
                    + " VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)",
                id,
                phase.text(),
                slice,
                done.read(),
                done.written(),
                done.missing(),
                done.stale(),
                done.orphaned(),
                done.mended())
            .setIdempotent(true));
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
            .setIdempotent(true));
  }

  /** Each as JSON. */
  public Stream<String> findings(Job job, int slices) {
    return job.kind().phases().stream()
        .flatMap(
            phase ->
                Stream.iterate(0, slice -> slice < slices, slice -> slice + 1)
                    .flatMap(slice -> findings(job.id(), phase, slice).stream()));
  }

  private List<String> findings(UUID id, Phase phase, int slice) {
    return session
        .execute(
            SimpleStatement.newInstance(
                    "SELECT finding FROM lookup_findings WHERE job_id = ? AND phase = ? AND slice = ?",
                    id,
                    phase.text(),
                    slice)
                .setIdempotent(true))
        .map(row -> requireNonNull(row.getString("finding")))
        .all();
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
    return requireNonNull(session.execute(statement).one()).getBoolean("[applied]");
  }

  private static Job job(UUID id, Row row, Progress done) {
    return new Job(
        id,
        requireNonNull(row.getString("table_name")),
        Kind.valueOf(requireNonNull(row.getString("kind")).toUpperCase(Locale.ROOT)),
        options(requireNonNull(row.getString("options"))),
        State.valueOf(requireNonNull(row.getString("state")).toUpperCase(Locale.ROOT)),
        row.getString("message"),
        row.getString("owner"),
        row.getInstant("finished_at"),
        done);
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
