package dev.cinedex.catalog;

import com.datastax.oss.driver.api.core.CqlSession;
import com.datastax.oss.driver.api.core.metadata.schema.TableMetadata;
import dev.cinedex.catalog.CreateTable.Column;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;

/** Changes tables one at a time, under the schema lock. */
final class TableChanges {
  private final Ddl ddl;
  private final SchemaLock lock;
  private final Consumer<String> progress;

  /**
   * @param progress receives a description of each thing that is created
   */
  TableChanges(CqlSession session, SchemaLock lock, Consumer<String> progress) {
    this.ddl = new Ddl(session);
    this.lock = lock;
    this.progress = progress;
  }

  /** Creates a table, or adds the columns that it lacks and sets its {@code gc_grace_seconds}. */
  void complete(CreateTable table) {
    ddl.table(table.table())
        .ifPresentOrElse(existing -> complete(table, existing), () -> create(table));
  }

  private void complete(CreateTable table, TableMetadata existing) {
    add(table, table.missingFrom(existing));
    table
        .gcGraceSeconds()
        .filter(seconds -> !GcGrace.seconds(existing).equals(Optional.of(seconds)))
        .ifPresent(seconds -> setGcGrace(table.table(), seconds));
  }

  private void create(CreateTable table) {
    lock.renew();
    ddl.run(table.statement());
    ddl.awaitUsable(table.table(), "*");
    progress.accept("table " + table.table());
  }

  private void add(CreateTable table, List<Column> missing) {
    for (Column column : missing) {
      lock.renew();
      ddl.run(
          "ALTER TABLE %s ADD IF NOT EXISTS %s %s%s"
              .formatted(
                  table.table(), column.name(), column.type(), column.isStatic() ? " STATIC" : ""));
      ddl.awaitUsable(table.table(), column.name());
      progress.accept("column %s.%s".formatted(table.table(), column.name()));
    }
  }

  private void setGcGrace(String table, int seconds) {
    lock.renew();
    ddl.run("ALTER TABLE %s WITH gc_grace_seconds = %d".formatted(table, seconds));
    progress.accept("gc_grace_seconds = %d of %s".formatted(seconds, table));
  }

  void drop(String table) {
    lock.renew();
    ddl.run("DROP TABLE IF EXISTS " + table);
  }
}
