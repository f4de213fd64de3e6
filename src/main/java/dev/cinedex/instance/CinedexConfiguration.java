package dev.cinedex.instance;

import static java.util.Objects.requireNonNull;

import com.fasterxml.jackson.annotation.JsonProperty;
import dev.cinedex.cassandra.CassandraFactory;
import dev.cinedex.http.ConcurrencyLimits.Limits;
import dev.cinedex.ledger.SweeperFactory;
import dev.cinedex.lists.ReadMode;
import dev.cinedex.lookup.LookupDeclaration;
import io.dropwizard.core.Configuration;
import jakarta.validation.Valid;
import jakarta.validation.constraints.NotEmpty;
import jakarta.validation.constraints.NotNull;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** What {@code config.yml} may say besides Dropwizard's own blocks. */
public final class CinedexConfiguration extends Configuration {
  @JsonProperty("cassandra")
  private @Valid @NotNull @Nullable CassandraFactory cassandra;

  @JsonProperty("lookups")
  private @NotEmpty Map<String, @Valid LookupDeclaration> lookups = new LinkedHashMap<>();

  @JsonProperty("sweeper")
  private @Valid @NotNull SweeperFactory sweeper = SweeperFactory.DEFAULT;

  @JsonProperty("lists")
  private @Valid @NotNull Lists lists = new Lists(ReadMode.INDEXED);

  @JsonProperty("limits")
  private @Valid @NotNull Limits limits = Limits.DEFAULT;

  /**
   * The block {@code lists}.
   *
   * @param read how far lists are to be trusted whose request does not say
   */
  public record Lists(@NotNull ReadMode read) {}

  public Limits limits() {
    return limits;
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

  public Map<String, LookupDeclaration> lookups() {
    return lookups;
  }
}
