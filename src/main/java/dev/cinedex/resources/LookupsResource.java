package dev.cinedex.resources;

import com.fasterxml.jackson.annotation.JsonInclude;
import dev.cinedex.catalog.CatalogView.Entry;
import dev.cinedex.catalog.TableState;
import dev.cinedex.http.MediaTypes;
import dev.cinedex.jobs.TableLifecycle;
import dev.cinedex.lists.PartitionCounts.PartitionSize;
import dev.cinedex.lists.PartitionCounts.PartitionSizes;
import dev.cinedex.lists.RowCounts.Counts;
import dev.cinedex.lookup.LookupDeclaration;
import dev.cinedex.lookup.LookupTable;
import dev.cinedex.lookup.PartitionAdvice;
import dev.cinedex.projection.WriteCosts;
import dev.cinedex.projection.WriteCosts.Cost;
import dev.cinedex.resources.RowCounting.Counted;
import jakarta.ws.rs.Consumes;
import jakarta.ws.rs.DELETE;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.PATCH;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.PathParam;
import jakarta.ws.rs.Produces;
import jakarta.ws.rs.core.MediaType;
import java.io.InputStream;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The catalog: the lookup tables that there are. */
@Path("/")
@Produces(MediaType.APPLICATION_JSON)
public final class LookupsResource {
  public static final int MOST_PARTITIONS = 20;

  private final ReadableTables tables;
  private final TableLifecycle lookups;
  private final WriteCosts costs;
  private final RowCounting<PartitionSizes> counting;

  public LookupsResource(
      ReadableTables tables,
      TableLifecycle lookups,
      WriteCosts costs,
      RowCounting<PartitionSizes> counting) {
    this.tables = tables;
    this.lookups = lookups;
    this.costs = costs;
    this.counting = counting;
  }

  /**
   * @param definition its CQL
   * @param perWrite what it costs a movie's write
   * @param job the last one on it
   */
  @JsonInclude(JsonInclude.Include.NON_NULL)
  record Lookup(
      String name,
      String state,
      LookupDeclaration declaration,
      String definition,
      List<String> warnings,
      Cost perWrite,
      @Nullable JobView job) {}

  private Lookup lookup(Entry entry, @Nullable JobView job) {
    LookupTable table = entry.table();
    return new Lookup(
        table.name(),
        entry.state().text(),
        table.declaration(),
        table.createStatement(),
        PartitionAdvice.warnings(table),
        costs.perWrite(table),
        job);
  }

  record LookupList(List<Lookup> items) {}

  @GET
  @Path("lookups")
  public LookupList list() {
    return new LookupList(
        tables.catalog().lastKnown().entries().stream().map(entry -> lookup(entry, null)).toList());
  }

  @GET
  @Path("lookups/{table}")
  public Lookup find(@PathParam("table") String name) {
    Entry entry = tables.named(name);
    return lookup(entry, lookups.lastJob(name).map(JobView::of).orElse(null));
  }

  /**
   * @param key with the bucket
   * @param bytes estimated from some of its rows
   */
  record Partition(Map<String, Object> key, long rows, long bytes) {}

  /**
   * @param largest the largest first
   * @param partitions that there are
   * @param suggestedBuckets with which none would have much more than 10,000 rows or 10 MB
   */
  record Partitions(
      List<Partition> largest,
      long partitions,
      int buckets,
      int suggestedBuckets,
      Counted counted) {}

  @GET
  @Path("lookups/{table}/partitions")
  public Partitions partitions(@PathParam("table") String name) throws InterruptedException {
    LookupTable table = tables.named(name).table();
    Counts<PartitionSizes> counts = counting.of(table);
    int buckets = table.declaration().buckets();
    return new Partitions(
        counts.rows().largest().stream().map(size -> partition(table, size)).toList(),
        counts.rows().partitions(),
        buckets,
        counts.rows().largest().stream()
            .mapToInt(size -> PartitionAdvice.buckets(buckets, size.rows(), size.bytes()))
            .max()
            .orElse(buckets),
        Counted.of(table, counts));
  }

  private static Partition partition(LookupTable table, PartitionSize size) {
    Map<String, Object> key = new LinkedHashMap<>();
    for (int i = 0; i < size.key().size(); i++) {
      key.put(table.partitionKey().get(i).name(), size.key().get(i));
    }
    return new Partition(key, size.rows(), size.bytes());
  }

  /** Retires a table, or makes a retired one ready again. */
  @PATCH
  @Path("lookups/{table}")
  @Consumes({MediaTypes.MERGE_PATCH, MediaType.APPLICATION_JSON})
  public Lookup change(@PathParam("table") String name, InputStream body) {
    String state = JobRequest.state(body, TableState.RETIRED.text(), TableState.READY.text());
    if (state.equals(TableState.READY.text())) {
      lookups.restore(name);
    } else {
      lookups.retire(name);
    }
    return find(name);
  }

  /** A table that is not read: a retired one, or one that was never built. */
  @DELETE
  @Path("lookups/{table}")
  public void drop(@PathParam("table") String name) {
    lookups.drop(name);
  }
}
