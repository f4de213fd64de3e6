package dev.cinedex.catalog;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.google.common.base.Splitter;
import dev.cinedex.entity.EntityType;
import dev.cinedex.lookup.Names;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.List;
import java.util.Objects;
import java.util.stream.Stream;

/**
 * The tables that are not lookup tables.
 *
 * @param ledger has a row for each entity
 * @param catalog has the lookup tables, and the schema lock
 * @param tables all of them, in the order in which they are created
 */
record OwnTables(CreateTable ledger, CreateTable catalog, List<CreateTable> tables) {
  private static final String CATALOG = "lookup_tables";

  static OwnTables of(EntityType entity) {
    CreateTable ledger = CreateTable.parse(EntityTables.ledger(entity));
    CreateTable notes = CreateTable.parse(EntityTables.notes(entity));
    List<CreateTable> shared = shared();
    CreateTable catalog =
        shared.stream().filter(table -> table.table().equals(CATALOG)).findFirst().orElseThrow();
    return new OwnTables(
        ledger, catalog, Stream.concat(Stream.of(ledger, notes), shared.stream()).toList());
  }

  /** The tables that do not depend on the entity, as {@code cql/schema.cql} declares them. */
  private static List<CreateTable> shared() {
    try (InputStream file = OwnTables.class.getResourceAsStream("/cql/schema.cql")) {
      String text = new String(Objects.requireNonNull(file).readAllBytes(), UTF_8);
      return Splitter.on(';')
          .trimResults()
          .splitToStream(text.replaceAll("--[^\n]*", ""))
          .filter(statement -> statement.startsWith("CREATE TABLE"))
          .map(CreateTable::parse)
          .filter(table -> Names.OWN_TABLES.contains(table.table()))
          .toList();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
