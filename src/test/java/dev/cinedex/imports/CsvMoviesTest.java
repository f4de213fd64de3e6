package dev.cinedex.imports;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.cinedex.errors.CinedexException;
import dev.cinedex.files.ListText;
import dev.cinedex.movie.MovieJson;
import dev.cinedex.movie.MovieRequest;
import io.dropwizard.jersey.validation.Validators;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class CsvMoviesTest {
  private static final MovieJson JSON = new MovieJson(Validators.newValidator());

  @Test
  void aRecordIsTheMovieOfItsJson() {
    MovieRequest movie =
        movies("title,releaseYear,releaseDate,genres,actors,synopsis")
            .read(
                "Heat,1995,1995-12-15,Crime|Drama,Al Pacino|Robert De Niro,\"a\nb\""
                    .getBytes(UTF_8));

    assertThat(movie)
        .isEqualTo(
            JSON.read(
                """
                {"title":"Heat","releaseYear":1995,"releaseDate":"1995-12-15",
                "genres":["Crime","Drama"],"actors":["Al Pacino","Robert De Niro"],"synopsis":"a\\nb"}"""
                    .getBytes(UTF_8)));
  }

  @Test
  void anEmptyCellIsAFieldThatIsLeftOut() {
    assertThat(
            movies("id,title,releaseYear,genres,actors,version")
                .read(",Heat,1995,,,".getBytes(UTF_8)))
        .isEqualTo(JSON.read("{\"title\":\"Heat\",\"releaseYear\":1995}".getBytes(UTF_8)));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = ';',
      value = {
        "Heat,soon;releaseYear must be a whole number",
        "Heat,1995,x;The line has 3 cells, the header has 2",
        "Heat;The line has 1 cells, the header has 2"
      })
  void aRecordThatIsNoMovieSaysWhy(String line, String reason) {
    assertThatThrownBy(() -> movies("title,releaseYear").read(line.getBytes(UTF_8)))
        .isInstanceOf(CinedexException.class)
        .hasMessage(reason);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = ';',
      value = {
        "title,year;it has the field 'year'; known: id, title",
        "title,title;it has the field 'title' twice",
        "'';it has the field ''"
      })
  void aHeaderThatNamesNoMovieIsRefused(String header, String reason) {
    assertThatThrownBy(() -> movies(header))
        .isInstanceOf(InvalidHeaderException.class)
        .hasMessageContaining(reason.replaceAll(";.*", ""));
  }

  private static CsvMovies movies(String header) {
    return CsvMovies.of(header.getBytes(UTF_8), new ListText('|'), JSON);
  }
}
