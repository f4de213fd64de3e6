package dev.cinedex.jobs;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;

import com.datastax.oss.driver.api.core.CqlSession;
import com.datastax.oss.driver.api.core.cql.Row;
import com.datastax.oss.driver.api.core.cql.SimpleStatement;
import dev.cinedex.cassandra.TokenRange;
import dev.cinedex.ledger.Decision;
import dev.cinedex.ledger.Written;
import dev.cinedex.lookup.Tables;
import dev.cinedex.movie.Movies;
import dev.cinedex.testing.TestInstance;
import dev.cinedex.testing.TestKeyspace;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;

/**
 * Golden values of what a job keeps: another release may continue the job, and read its findings.
 */
class StoredJobIT {
  private static final UUID ID = UUID.fromString("f0b70336-bc30-5a9f-bb64-65607359f0c5");
  private static final TestKeyspace KEYSPACE = TestKeyspace.with(Tables.shipped());
  private static final CqlSession SESSION = KEYSPACE.session();
  private static final TestInstance INSTANCE = KEYSPACE.instance();
  private static final JobKind VERIFY = JobKinds.named("verify");
  private static final TableLifecycle LIFECYCLE = KEYSPACE.lifecycle();

  @AfterAll
  static void close() {
    KEYSPACE.close();
  }

  @Test
  void aJobKeepsItsOptionsAsJson() {
    assertThat(stored(JobOptions.PLAIN))
        .isEqualTo(
            """
            {"apply":false,"rowsPerSecond":0,"digest":false,"scope":null,"ranges":16}""");
    assertThat(stored(new JobOptions(true, 5000, false, new Scope(ID, Map.of("actor", "A"), null))))
        .isEqualTo(
            """
            {"apply":true,"rowsPerSecond":5000,"digest":false,"scope":\
            {"movieId":"f0b70336-bc30-5a9f-bb64-65607359f0c5","key":{"actor":"A"},"tokens":null},"ranges":16}""");
    assertThat(
            stored(
                new JobOptions(false, 1, false, new Scope(null, Map.of(), new TokenRange(-5, 7)))))
        .isEqualTo(
            """
            {"apply":false,"rowsPerSecond":1,"digest":false,"scope":\
            {"movieId":null,"key":{},"tokens":{"after":-5,"upTo":7}},"ranges":16}""");
    assertThat(stored(new JobOptions(false, 0, true, new Scope(null, Map.of("actor", "A"), null))))
        .isEqualTo(
            """
            {"apply":false,"rowsPerSecond":0,"digest":true,"scope":\
            {"movieId":null,"key":{"actor":"A"},"tokens":null},"ranges":16}""");
  }

  private static String stored(JobOptions options) {
    Job job = LIFECYCLE.begin(VERIFY, "movies_by_actor", options);
    LIFECYCLE.change(job, JobState.CANCELLED);
    return text("SELECT options FROM lookup_jobs WHERE job_id = ? LIMIT 1", job.id());
  }

  @Test
  void aFindingIsKeptAsJson() throws InterruptedException {
    Written written =
        INSTANCE
            .writer()
            .write(ID, head -> Decision.write(Movies.with(Movies.heat()).actors("A", "B").state()));
    SESSION.execute(
        SimpleStatement.newInstance(
            "DELETE FROM movies_by_actor WHERE actor = 'A' AND title = 'Heat' AND movie_id = ?",
            ID));
    SESSION.execute(
        SimpleStatement.newInstance(
            "UPDATE movies_by_actor SET release_year = 1871 WHERE actor = 'B' AND title = 'Heat' AND movie_id = ?",
            ID));
    SESSION.execute(
        SimpleStatement.newInstance(
            "INSERT INTO movies_by_actor (actor, title, movie_id, version) VALUES ('C', 'Heat', ?, 3)",
            ID));

    Job job = LIFECYCLE.begin(VERIFY, "movies_by_actor", JobOptions.PLAIN);
    INSTANCE.runner().run(job.id());

    assertThat(findings(job, written.head().version()))
        .containsExactlyInAnyOrder(
            """
            from_ledger {"actor":"A","title":"Heat","movie_id":"ID"} \
            {"state":"missing","key":{"actor":"A","title":"Heat","movie_id":"ID"},"movieId":"ID",\
            "version":VERSION,"expected":{"actor":"A","title":"Heat","movie_id":"ID",\
            "release_year":1995,"genres":["Crime","Thriller"],"actors":["A","B"]},"mended":false}""",
            """
            from_ledger {"actor":"B","title":"Heat","movie_id":"ID"} \
            {"state":"stale","key":{"actor":"B","title":"Heat","movie_id":"ID"},"movieId":"ID",\
            "version":VERSION,"expected":{"actor":"B","title":"Heat","movie_id":"ID",\
            "release_year":1995,"genres":["Crime","Thriller"],"actors":["A","B"]},\
            "stored":{"actor":"B","title":"Heat","movie_id":"ID",\
            "release_year":1871,"genres":["Crime","Thriller"],"actors":["A","B"]},\
            "storedVersion":VERSION,"mended":false}""",
            """
            from_table {"actor":"C","title":"Heat","movie_id":"ID"} \
            {"state":"orphaned","key":{"actor":"C","title":"Heat","movie_id":"ID"},"movieId":"ID",\
            "version":VERSION,"stored":{"actor":"C","title":"Heat","movie_id":"ID",\
            "release_year":null,"genres":[],"actors":[]},"storedVersion":3,"mended":false}""");
  }

  /** Returns each phase, row key and finding, with names in the place of id and version. */
  private static List<String> findings(Job job, long version) {
    return SESSION
        .execute(
            "SELECT phase, row_key, finding FROM lookup_findings WHERE job_id = %s ALLOW FILTERING"
                .formatted(job.id()))
        .map(
            row ->
                "%s %s %s"
                    .formatted(
                        row.getString("phase"), row.getString("row_key"), row.getString("finding"))
                    .replace(ID.toString(), "ID")
                    .replace(String.valueOf(version), "VERSION"))
        .all();
  }

  private static String text(String query, UUID id) {
    Row row = SESSION.execute(SimpleStatement.newInstance(query, id)).one();
    return String.valueOf(requireNonNull(row).getString(0));
  }
}
