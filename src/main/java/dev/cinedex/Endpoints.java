package dev.cinedex;

import dev.cinedex.instance.CinedexConfiguration;
import dev.cinedex.instance.Instance;
import dev.cinedex.lists.PartitionCounts;
import dev.cinedex.lists.RowCounts;
import dev.cinedex.movie.MovieJson;
import dev.cinedex.resources.Cursors;
import dev.cinedex.resources.GenresResource;
import dev.cinedex.resources.JobsResource;
import dev.cinedex.resources.ListsResource;
import dev.cinedex.resources.LookupsResource;
import dev.cinedex.resources.MoviesResource;
import dev.cinedex.resources.OpenApiResource;
import dev.cinedex.resources.PreferFilter;
import dev.cinedex.resources.ReadableTables;
import dev.cinedex.resources.RowCounting;
import io.dropwizard.core.setup.Environment;
import io.dropwizard.jersey.setup.JerseyEnvironment;
import java.util.concurrent.Executor;

/** The resources that the service offers over HTTP. */
record Endpoints(CinedexConfiguration configuration, Environment environment, Instance instance) {
  void register() {
    ReadableTables tables = new ReadableTables(instance.catalog(), instance.lifecycle());
    JerseyEnvironment jersey = environment.jersey();
    jersey.register(new PreferFilter());
    jersey.register(new OpenApiResource());
    jersey.register(movies());
    jersey.register(lists(tables));
    registerCounts(jersey, tables);
    jersey.register(new JobsResource(tables, instance.lifecycle(), instance.tables()));
  }

  private MoviesResource movies() {
    return new MoviesResource(
        instance.ledger(),
        instance.writer(),
        instance.entityRows(),
        new MovieJson(environment.getValidator()));
  }

  private ListsResource lists(ReadableTables tables) {
    return new ListsResource(
        instance.lists(),
        tables,
        new Cursors(instance.cursorKey()),
        configuration.lists().read(),
        environment.getObjectMapper());
  }

  /** Registers the resources that count rows, one table at a time. */
  private void registerCounts(JerseyEnvironment jersey, ReadableTables tables) {
    PartitionCounts counts = instance.partitionCounts();
    Executor counting =
        environment.lifecycle().executorService("counting-%d").maxThreads(1).build();
    jersey.register(
        new GenresResource(tables, new RowCounting<>(new RowCounts<>(counts::count, counting))));
    jersey.register(
        new LookupsResource(
            tables,
            instance.lifecycle(),
            instance.costs(),
            new RowCounting<>(
                new RowCounts<>(
                    table -> counts.largest(table, LookupsResource.MOST_PARTITIONS), counting))));
  }
}
