package dev.cinedex.lookup;

import com.fasterxml.jackson.annotation.JsonCreator;
import com.fasterxml.jackson.annotation.JsonFormat;
import com.fasterxml.jackson.annotation.JsonFormat.Feature;
import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.annotation.JsonValue;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * A lookup table as {@code config.yml} declares it. What it may say is checked by {@link
 * LookupTable#of}, which names the table in its errors.
 *
 * @param partition partition key
 * @param buckets 1–256 partitions over which each partition key is spread; 1 adds no column
 * @param clustering order within a partition ({@code title}, {@code release_year desc}); {@code
 *     movie_id} is always added last
 * @param columns attributes that each row carries besides its key; {@code all} for every one
 * @param where what a movie must have to be in the table ({@code release_date present})
 * @param maintenance {@code sync} or {@code async}, when its rows are written; the one thing that
 *     may be changed later
 */
public record LookupDeclaration(
    List<Part> partition,
    int buckets,
    List<String> clustering,
    List<String> columns,
    List<String> where,
    String maintenance) {

  static final ObjectMapper JSON = new ObjectMapper();

  /** Of which nothing is said: refused, as every table that lacks a partition key. */
  static final LookupDeclaration NOTHING =
      new LookupDeclaration(List.of(), 1, List.of(), List.of(), List.of(), Maintenance.SYNC.text());

  public LookupDeclaration {
    partition = List.copyOf(partition);
    clustering = List.copyOf(clustering);
    columns = List.copyOf(columns);
    where = List.copyOf(where);
  }

  /** When the rows of a table are written. */
  public enum Maintenance {
    /** Before the write is answered. */
    SYNC,
    /** Afterwards: the write does not wait for them. */
    ASYNC;

    /** Empty when there is none of that name. */
    public static Optional<Maintenance> of(String text) {
      return Arrays.stream(values()).filter(each -> each.text().equals(text)).findFirst();
    }

    public String text() {
      return name().toLowerCase(Locale.ROOT);
    }
  }

  /**
   * A column of the partition key.
   *
   * @param name of the column
   * @param feeds what its values are: one attribute or element; several when it is overloaded
   */
  public record Part(String name, List<String> feeds) {
    public Part {
      feeds = List.copyOf(feeds);
    }

    /**
     * @param yaml {@code actor}, or {@code {person: [actor, director]}}
     */
    @JsonCreator(mode = JsonCreator.Mode.DELEGATING)
    static Part of(Object yaml) {
      if (yaml instanceof Map<?, ?> named && named.size() == 1) {
        Object feeds = named.values().iterator().next();
        return new Part(
            String.valueOf(named.keySet().iterator().next()),
            texts(feeds instanceof List<?> several ? several : Collections.singletonList(feeds)));
      }
      String name = String.valueOf(yaml);
      return new Part(name, List.of(name));
    }

    @JsonValue
    Object yaml() {
      return isOverloaded() ? Map.of(name, feeds) : name;
    }

    boolean isOverloaded() {
      return !feeds.equals(List.of(name));
    }
  }

  @JsonCreator
  static LookupDeclaration fromYaml(
      @JsonProperty("partition") @JsonFormat(with = Feature.ACCEPT_SINGLE_VALUE_AS_ARRAY)
          @Nullable List<@Nullable Part> partition,
      @JsonProperty("buckets") @Nullable Integer buckets,
      @JsonProperty("clustering") @JsonFormat(with = Feature.ACCEPT_SINGLE_VALUE_AS_ARRAY)
          @Nullable List<String> clustering,
      @JsonProperty("columns") @JsonFormat(with = Feature.ACCEPT_SINGLE_VALUE_AS_ARRAY)
          @Nullable List<String> columns,
      @JsonProperty("where") @JsonFormat(with = Feature.ACCEPT_SINGLE_VALUE_AS_ARRAY)
          @Nullable List<String> where,
      @JsonProperty("maintenance") @Nullable String maintenance) {
    return new LookupDeclaration(
        parts(partition),
        buckets == null ? 1 : buckets,
        texts(clustering),
        texts(columns),
        texts(where),
        maintenance == null ? Maintenance.SYNC.text() : maintenance);
  }

  private static List<Part> parts(@Nullable List<@Nullable Part> yaml) {
    return yaml == null
        ? List.of()
        : yaml.stream().map(part -> part == null ? Part.of("null") : part).toList();
  }

  /** Null is the text that it is refused by. */
  private static List<String> texts(@Nullable List<?> yaml) {
    return yaml == null ? List.of() : yaml.stream().map(String::valueOf).toList();
  }

  /** What {@link LookupTable#definition} wrote. */
  public static LookupDeclaration ofDefinition(String definition) {
    try {
      return JSON.readValue(definition, LookupDeclaration.class);
    } catch (JsonProcessingException e) {
      throw new IllegalArgumentException("No definition of a lookup table: " + definition, e);
    }
  }

  public LookupDeclaration maintained(Maintenance newMaintenance) {
    return new LookupDeclaration(
        partition, buckets, clustering, columns, where, newMaintenance.text());
  }
}
