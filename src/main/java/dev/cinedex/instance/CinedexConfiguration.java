package dev.cinedex.instance;

import static java.util.Objects.requireNonNull;

import com.fasterxml.jackson.annotation.JsonProperty;
import dev.cinedex.access.AccessSettings;
import dev.cinedex.cassandra.CassandraFactory;
import dev.cinedex.catalog.Schema;
import dev.cinedex.doctor.Doctor;
import dev.cinedex.http.Limits;
import dev.cinedex.jobs.JobOptions;
import dev.cinedex.ledger.SweeperFactory;
import dev.cinedex.lists.ReadMode;
import dev.cinedex.lookup.LookupDeclaration;
import dev.cinedex.lookup.LookupTable;
import dev.cinedex.lookup.LookupTables;
import dev.cinedex.movie.Movie;
import io.dropwizard.core.Configuration;
import jakarta.validation.Valid;
import jakarta.validation.constraints.Max;
import jakarta.validation.constraints.Min;
import jakarta.validation.constraints.NotEmpty;
import jakarta.validation.constraints.NotNull;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The blocks of {@code config.yml} that Cinedex adds to Dropwizard's own. */
public final class CinedexConfiguration extends Configuration {
  @JsonProperty("cassandra")
  private @Valid @NotNull @Nullable CassandraFactory cassandra;

  @JsonProperty("lookups")
  private @NotEmpty Map<String, @Valid LookupDeclaration> lookups = new LinkedHashMap<>();

  @JsonProperty("sweeper")
  private @Valid @NotNull SweeperFactory sweeper = SweeperFactory.DEFAULT;

  @JsonProperty("lists")
  private @Valid @NotNull Lists lists = new Lists(ReadMode.INDEXED, null, null);

  @JsonProperty("limits")
  private @Valid @NotNull Limits limits = Limits.DEFAULT;

  @JsonProperty("access")
  private @Valid @NotNull AccessSettings access = AccessSettings.DEFAULT;

  @JsonProperty("jobs")
  private @Valid @NotNull JobSettings jobs = new JobSettings(5_000);

  /**
   * The block {@code jobs}.
   *
   * @param rowsPerSecond how many rows of the ledger or the table a job reads that asks for no pace
   *     of its own
   */
  public record JobSettings(@Min(1) @Max(JobOptions.MAX_ROWS_PER_SECOND) int rowsPerSecond) {}

  /**
   * The block {@code lists}.
   *
   * @param read how lists are read when the request does not say
   * @param actors the table of {@code /actors/{actor}/movies}; null to choose it by its shape
   * @param genres the table of {@code /genres} and the paths below; null to choose it by its shape
   */
  public record Lists(@NotNull ReadMode read, @Nullable String actors, @Nullable String genres) {}

  public Limits limits() {
    return limits;
  }

  public AccessSettings access() {
    return access;
  }

  public JobSettings jobs() {
    return jobs;
  }

  public Lists lists() {
    return lists;
  }

  public SweeperFactory sweeper() {
    return sweeper;
  }

  public CassandraFactory cassandra() {
    return requireNonNull(cassandra);
  }

  /**
   * Returns the tables that the block {@code lookups} declares, in its order.
   *
   * @throws dev.cinedex.lookup.InvalidLookupException when a declaration is not valid
   */
  public List<LookupTable> tables() {
    return LookupTables.all(Movie.ENTITY, lookups);
  }

  /** Returns the schema that this configuration asks for. */
  public Schema schema() {
    return new Schema(cassandra(), Movie.ENTITY, tables(), limits.tables());
  }

  /** Returns the doctor for the cluster of this configuration. */
  public Doctor doctor() {
    return new Doctor(cassandra(), schema(), Movie.ENTITY);
  }
}
