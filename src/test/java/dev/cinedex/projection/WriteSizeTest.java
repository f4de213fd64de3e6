package dev.cinedex.projection;

import static org.assertj.core.api.Assertions.assertThat;

import dev.cinedex.entity.EntityState;
import dev.cinedex.lookup.LookupRow;
import dev.cinedex.lookup.LookupTable;
import dev.cinedex.lookup.RowSizes;
import dev.cinedex.lookup.TableRows;
import dev.cinedex.lookup.Tables;
import dev.cinedex.movie.Movies;
import java.util.Collection;
import java.util.List;
import java.util.UUID;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class WriteSizeTest {
  private static final UUID ID = UUID.randomUUID();
  private static final EntityState HEAT = Movies.heat();

  @ParameterizedTest
  @ValueSource(
      strings = {
        "{partition: genre, clustering: [release_year desc, title], columns: all}",
        "{partition: actor, clustering: title}",
        "{partition: [actor, genre], columns: all}",
        "{partition: [{name: [actor, director]}], clustering: role}",
        "{partition: release_date, where: release_date present}"
      })
  void theRowsAreCountedAndTheirBytesAreNotUnderestimated(String declaration) {
    LookupTable table = Tables.of("t", declaration);
    Collection<LookupRow> rows = TableRows.of(table, ID, HEAT).values();
    RowSizes sizes = new RowSizes();

    WriteSize size = WriteSize.of(table, ID, HEAT, sizes);

    long bytes = rows.stream().mapToLong(row -> bytes(row, sizes)).sum();
    assertThat(size.rows()).isEqualTo(rows.size());
    assertThat(size.bytes()).isBetween(bytes, bytes + 20L * rows.size());
  }

  private static long bytes(LookupRow row, RowSizes sizes) {
    return sizes.of(row.key().values()) + sizes.of(row.values()) + sizes.of(List.of(1L));
  }
}
