package dev.cinedex.overview;

import dev.cinedex.catalog.VerifiedTable;
import dev.cinedex.instance.Instance;
import dev.cinedex.lookup.LookupTable;
import dev.cinedex.metrics.Metrics;
import dev.cinedex.overview.OverviewView.Table;
import dev.cinedex.overview.Samples.Sampled;
import dev.cinedex.projection.WriteCosts.Cost;
import dev.cinedex.resources.JobView;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** What the overview says of each lookup table. */
final class TableViews {
  private final Samples samples;

  TableViews(Metrics metrics) {
    this.samples = new Samples(metrics);
  }

  /** Begins to count the samples of tables again that were verified. */
  void noticeVerifications(Instance instance) {
    verified(instance)
        .forEach((table, verifiedAt) -> samples.since(table, Optional.of(verifiedAt)));
  }

  /** Returns when each table was verified; those that never were are missing. */
  private static Map<String, Instant> verified(Instance instance) {
    return instance.catalog().verifiedTables().stream()
        .filter(table -> table.verifiedAt().isAfter(Instant.EPOCH))
        .collect(Collectors.toMap(VerifiedTable::name, VerifiedTable::verifiedAt));
  }

  /** Returns the tables that the instance knows, as it knows them now. */
  List<Table> of(Instance instance) {
    Map<String, Instant> verified = verified(instance);
    Map<String, JobView> jobs =
        instance.lastJobs().stream()
            .map(JobView::of)
            .collect(Collectors.toMap(JobView::table, Function.identity(), (one, other) -> one));
    return instance.catalog().lastKnown().entries().stream()
        .map(
            entry ->
                table(
                    entry.table(),
                    entry.state().text(),
                    instance.costs().perWrite(entry.table()),
                    Optional.ofNullable(verified.get(entry.table().name())),
                    jobs.get(entry.table().name())))
        .toList();
  }

  private Table table(
      LookupTable table,
      String tableState,
      Cost cost,
      Optional<Instant> verifiedAt,
      @Nullable JobView lastJob) {
    Sampled sampled = samples.since(table.name(), verifiedAt);
    return new Table(
        table.name(),
        tableState,
        table.maintenance().text(),
        cost.writes(),
        cost.rows(),
        cost.mostRows(),
        cost.bytes(),
        sampled.rows(),
        sampled.drifted(),
        verifiedAt.orElse(null),
        lastJob);
  }
}
