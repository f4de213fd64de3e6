package dev.cinedex.lookup;

import static org.assertj.core.api.Assertions.assertThat;

import dev.cinedex.movie.Movie;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Golden values of the catalog's column {@code definition}: a table whose definition reads another
 * way counts as another table, and its name is refused.
 */
class DefinitionTest {
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          {partition: [genre], buckets: 4, clustering: [title], columns: all} | {"partition":["genre"],"buckets":4,"clustering":["title"],"columns":["release_year","release_date","genres","actors","directors","synopsis"],"where":[]}
          {partition: [actor], clustering: [title], columns: [release_year, genres, actors]} | {"partition":["actor"],"buckets":1,"clustering":["title"],"columns":["release_year","genres","actors"],"where":[]}
          {partition: [director], clustering: [title]} | {"partition":["director"],"buckets":1,"clustering":["title"],"columns":[],"where":[]}
          {partition: [title], columns: all} | {"partition":["title"],"buckets":1,"clustering":[],"columns":["release_year","release_date","genres","actors","directors","synopsis"],"where":[]}
          {partition: [release_year], clustering: [title], columns: [genres]} | {"partition":["release_year"],"buckets":1,"clustering":["title"],"columns":["genres"],"where":[]}
          {partition: [actor, genre], clustering: [title], columns: [release_year]} | {"partition":["actor","genre"],"buckets":1,"clustering":["title"],"columns":["release_year"],"where":[]}
          {partition: [actor], clustering: [release_year desc, title]} | {"partition":["actor"],"buckets":1,"clustering":["release_year desc","title"],"columns":[],"where":[]}
          {partition: [genre], clustering: [release_date desc, title], where: release_date present} | {"partition":["genre"],"buckets":1,"clustering":["release_date desc","title"],"columns":[],"where":["release_date present"]}
          {partition: [release_decade, genre], clustering: [title]} | {"partition":["release_decade","genre"],"buckets":1,"clustering":["title"],"columns":[],"where":[]}
          {partition: [{person: [actor, director]}], clustering: [role, title]} | {"partition":[{"person":["actor","director"]}],"buckets":1,"clustering":["role","title"],"columns":[],"where":[]}
          {partition: [genre], buckets: 16, clustering: [title], maintenance: async} | {"partition":["genre"],"buckets":16,"clustering":["title"],"columns":[],"where":[]}
          """)
  void aDeclarationKeepsItsDefinition(String declaration, String definition) {
    assertThat(Tables.of("some_table", declaration).definition()).isEqualTo(definition);
  }

  @Test
  void aDefinitionReadsAsTheDeclarationThatMadeIt() {
    LookupTable table =
        Tables.of(
            "movies_by_person",
            "{partition: [{person: [actor, director]}], clustering: [role, title asc], columns: synopsis, where: [synopsis present]}");

    LookupDeclaration read = TableDefinition.read(table.definition());

    assertThat(LookupTables.of(Movie.ENTITY, "movies_by_person", read)).isEqualTo(table);
  }
}
