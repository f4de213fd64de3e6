package dev.cinedex.movie;

import static org.assertj.core.api.Assertions.assertThat;

import dev.cinedex.entity.EntityState;
import org.junit.jupiter.api.Test;

/**
 * Golden values of derived ids: with another rule a second import would duplicate every movie, and
 * a repeated request would create a second one.
 */
class MovieIdTest {
  @Test
  void aMovieKeepsTheIdOfItsTitleYearAndCast() {
    assertThat(MovieId.of(Movies.heat())).hasToString("4f1c1d8d-6a72-5150-b90f-d201a4310864");
    assertThat(MovieId.of(Movies.titled("Heat").releaseYear(1995).state()))
        .hasToString("1c5960b6-0809-5c69-848f-293be22914a1");
    assertThat(
            MovieId.of(
                Movies.titled("Le Fabuleux Destin d’Amélie Poulain")
                    .releaseYear(2001)
                    .actors("Audrey Tautou", "Mathieu Kassovitz")
                    .state()))
        .hasToString("6366faa3-fe8e-5fa3-a59e-15d87ce80da1");
  }

  @Test
  void noOtherAttributeChangesTheId() {
    EntityState other =
        Movies.with(Movies.heat()).genres("Drama").directors().synopsis(null).state();

    assertThat(MovieId.of(other)).isEqualTo(MovieId.of(Movies.heat()));
  }

  @Test
  void anIdempotencyKeyKeepsItsId() {
    assertThat(MovieId.ofIdempotencyKey("order-4711"))
        .hasToString("2a58cbda-1ff3-519d-b39b-f4f9b68a89dc");
    assertThat(MovieId.ofIdempotencyKey("schlüssel"))
        .hasToString("be7ad7f5-9eec-579e-b364-68d475faf8c2");
  }

  @Test
  void anIdempotencyKeyBelongsToItsClient() {
    assertThat(MovieId.ofIdempotencyKey("ann", "order-4711"))
        .isEqualTo(MovieId.ofIdempotencyKey("ann", "order-4711"))
        .isNotEqualTo(MovieId.ofIdempotencyKey("bob", "order-4711"))
        .isNotEqualTo(MovieId.ofIdempotencyKey("annorder", "-4711"))
        .isNotEqualTo(MovieId.ofIdempotencyKey("order-4711"));
  }
}
