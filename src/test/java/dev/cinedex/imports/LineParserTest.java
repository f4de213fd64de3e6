package dev.cinedex.imports;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.cinedex.errors.CinedexException;
import dev.cinedex.movie.MovieJson;
import io.dropwizard.jersey.validation.Validators;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class LineParserTest {
  private static final String HEAT = "{\"title\":\"Heat\",\"releaseYear\":1995,\"genres\":[%s]%s}";
  private static final MovieJson JSON = new MovieJson(Validators.newValidator());

  @Test
  void theIdOfALineIsKept() {
    UUID id = UUID.randomUUID();

    assertThat(parse(null, HEAT.formatted("\"Crime\"", ",\"id\":\"" + id + "\"")).id())
        .isEqualTo(id);
  }

  @Test
  void theSameMovieHasTheSameDerivedId() {
    String line = HEAT.formatted("\"Crime\"", "");

    assertThat(parse(null, line).id()).isEqualTo(parse(null, " " + line).id());
  }

  @Test
  void theDefaultGenreIsForMoviesWithoutGenre() {
    assertThat(parse("Other", HEAT.formatted("", "")))
        .isEqualTo(parse(null, HEAT.formatted("\"Other\"", "")));
    assertThat(parse("Other", HEAT.formatted("\"Crime\"", "")))
        .isEqualTo(parse(null, HEAT.formatted("\"Crime\"", "")));
  }

  @ParameterizedTest
  @ValueSource(strings = {"oops", "{}", "{\"title\":\"Heat\",\"releaseYear\":1995,\"genres\":[]}"})
  void aLineThatIsNoMovieIsRejected(String line) {
    assertThatThrownBy(() -> parse(null, line)).isInstanceOf(CinedexException.class);
  }

  private static ImportedMovie parse(@Nullable String defaultGenre, String line) {
    return new LineParser(JSON::read, JSON, defaultGenre).parse(line.getBytes(UTF_8));
  }
}
