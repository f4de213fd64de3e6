package dev.cinedex.movie;

import static org.assertj.core.api.Assertions.assertThat;

import dev.cinedex.entity.EntityState;
import dev.cinedex.entity.StateJson;
import java.time.LocalDate;
import org.junit.jupiter.api.Test;

/**
 * Golden values of the JSON in the column {@code previous}, and of the fingerprint in {@code
 * created_by}: with another form the ledger of a keyspace could not be read, or the repetition of a
 * request would be refused.
 */
class StoredStateTest {
  private static final StateJson STATES = new StateJson(Movie.ENTITY);

  private static final EntityState COMPLETE =
      Movies.with(Movies.heat()).releaseDate(LocalDate.of(1995, 12, 15)).state();
  private static final String COMPLETE_JSON =
      """
      {"title":"Heat","releaseYear":1995,"releaseDate":"1995-12-15","genres":["Crime","Thriller"],\
      "actors":["Al Pacino","Robert De Niro","Val Kilmer"],"directors":["Michael Mann"],\
      "synopsis":"A detective hunts a thief."}\
      """;
  private static final EntityState BARE =
      Movies.titled("Heat").releaseYear(1995).genres("Crime").state();
  private static final String BARE_JSON =
      """
      {"title":"Heat","releaseYear":1995,"releaseDate":null,"genres":["Crime"],"actors":[],\
      "directors":[],"synopsis":null}\
      """;

  @Test
  void aCompleteMovieKeepsItsJson() {
    assertThat(STATES.write(COMPLETE)).isEqualTo(COMPLETE_JSON);
    assertThat(STATES.read(COMPLETE_JSON)).isEqualTo(COMPLETE);
  }

  @Test
  void aMovieWithoutOptionalValuesKeepsItsJson() {
    assertThat(STATES.write(BARE)).isEqualTo(BARE_JSON);
    assertThat(STATES.read(BARE_JSON)).isEqualTo(BARE);
  }

  @Test
  void aMovieKeepsItsFingerprint() {
    assertThat(MovieJson.fingerprint(COMPLETE))
        .isEqualTo("22e261d49a3a6e5d880102333c13a4355334165c914205e3b3f2c0cf9263bd54");
    assertThat(MovieJson.fingerprint(BARE))
        .isEqualTo("b61e15cefacbaa9a96be295577fda5ecf0029d0ea2abfebb60368e42fcfcafca");
  }
}
