package dev.cinedex.resources;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.SerializationFeature;
import dev.cinedex.entity.EntityState;
import dev.cinedex.ledger.Head;
import dev.cinedex.movie.Movies;
import io.dropwizard.jackson.Jackson;
import java.util.UUID;
import org.junit.jupiter.api.Test;

class MovieViewTest {
  private static final UUID ID = UUID.fromString("f0b70336-bc30-5a9f-bb64-65607359f0c5");

  private final ObjectMapper mapper =
      Jackson.newObjectMapper().disable(SerializationFeature.WRITE_DATES_AS_TIMESTAMPS);

  @Test
  void aMovieHasItsFieldsInOrderBetweenIdAndVersion() throws JsonProcessingException {
    assertThat(json(Movies.heat()))
        .isEqualTo(
            """
            {"id":"f0b70336-bc30-5a9f-bb64-65607359f0c5","title":"Heat","releaseYear":1995,\
            "genres":["Crime","Thriller"],"actors":["Al Pacino","Robert De Niro","Val Kilmer"],\
            "directors":["Michael Mann"],"synopsis":"A detective hunts a thief.","version":7}""");
  }

  private String json(EntityState movie) throws JsonProcessingException {
    return mapper.writeValueAsString(
        MovieView.of(new Head(ID, 7, movie, null, UUID.randomUUID(), null, true)));
  }
}
