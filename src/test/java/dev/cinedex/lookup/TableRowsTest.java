package dev.cinedex.lookup;

import static org.assertj.core.api.Assertions.assertThat;

import dev.cinedex.entity.EntityState;
import dev.cinedex.movie.Movies;
import java.util.UUID;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class TableRowsTest {
  private static final UUID ID = UUID.randomUUID();

  @ParameterizedTest
  @ValueSource(
      strings = {
        "{partition: actor}",
        "{partition: [actor, genre], columns: all}",
        "{partition: [{name: [actor, director]}], clustering: role}",
        "{partition: genre, buckets: 4}"
      })
  void aRowIsMadeByItsKeyAlone(String declaration) {
    LookupTable table = Tables.of("t", declaration);
    EntityState other = Movies.titled("Other").genres("x").actors("y").directors("z").state();

    TableRows.of(table, ID, Movies.heat())
        .forEach(
            (key, row) -> {
              assertThat(TableRows.at(key, ID, Movies.heat())).contains(row);
              assertThat(TableRows.at(key, ID, other)).isEmpty();
              assertThat(TableRows.at(key, ID, null)).isEmpty();
            });
  }
}
