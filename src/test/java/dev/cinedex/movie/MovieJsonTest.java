package dev.cinedex.movie;

import static dev.cinedex.testing.Json.quoted;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.cinedex.entity.EntityState;
import dev.cinedex.entity.StateJson;
import dev.cinedex.errors.FieldError;
import dev.cinedex.testing.TestInstance;
import dev.cinedex.text.MalformedJsonException;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class MovieJsonTest {
  private static final StateJson STATES = new StateJson(Movie.ENTITY);

  private final MovieJson json = TestInstance.json();

  @Test
  void textIsTrimmedAndComposed() {
    EntityState movie = valid("{'title':' Ame\u0301lie ','releaseYear':2001,'genres':[' Comedy']}");

    assertThat(movie.get(Movie.TITLE)).isEqualTo("Am\u00e9lie");
    assertThat(movie.get(Movie.GENRES)).containsExactly("Comedy");
  }

  @Test
  void theFirstOfTwoEqualNamesIsKept() {
    EntityState movie =
        valid("{'title':'t','releaseYear':2001,'genres':['b','a','b'],'actors':['Z','A',' Z ']}");

    assertThat(movie.get(Movie.ACTORS)).containsExactly("Z", "A");
    assertThat(movie.get(Movie.GENRES)).containsExactly("a", "b");
  }

  @Test
  void genresAreInTheOrderInWhichCassandraReturnsASet() {
    EntityState movie =
        valid("{'title':'t','releaseYear':2001,'genres':['\uD83D\uDE00','\uFF5E','z']}");

    assertThat(movie.get(Movie.GENRES)).containsExactly("z", "\uFF5E", "\uD83D\uDE00");
  }

  @Test
  void everyFieldThatBreaksALimitIsNamed() {
    List<FieldError> errors =
        errors(
            "{'title':' ','releaseYear':1869,'genres':[],'actors':['A','','%s']}"
                .formatted("x".repeat(201)));

    assertThat(errors)
        .extracting(FieldError::path)
        .containsExactly("actors[1]", "actors[2]", "genres", "releaseYear", "title");
  }

  @Test
  void lengthsAreCountedInCharactersNotInUtf16Units() {
    String title = "\uD83D\uDE00".repeat(500);

    assertThat(
            valid("{'title':'%s','releaseYear':2001,'genres':['g']}".formatted(title))
                .get(Movie.TITLE))
        .isEqualTo(title);
    assertThat(errors("{'title':'%sx','releaseYear':2001,'genres':['g']}".formatted(title)))
        .extracting(FieldError::path)
        .containsExactly("title");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          {'title':'t','releaseYear':'2001','genres':['g']}            | releaseYear
          {'title':'t','releaseYear':99999999999999999999,'genres':['g']} | releaseYear
          {'title':'t','releaseYear':2001.5,'genres':['g']}            | releaseYear
          {'title':7,'releaseYear':2001,'genres':['g']}                | title
          {'title':'t','releaseYear':2001,'genres':'g'}                | genres
          {'title':'t','releaseYear':2001,'genres':['g',1]}            | genres[1]
          {'title':'t','releaseYear':2001,'genres':['g',null]}         | genres[1]
          {'title':'t','releaseYear':2001,'genres':['g'],'rating':5}   | rating
          {'title':'t','releaseYear':2001,'genres':['g'],'id':'x'}     | id
          {'title':'t','releaseYear':2001,'genres':['g'],'releaseDate':'2001-02-30'} | releaseDate
          {'title':'t','releaseYear':2001,'genres':['g'],'releaseDate':20010203}     | releaseDate
          {'title':'\\ud800','releaseYear':2001,'genres':['g']}        | title
          {'title':'a\\u0000b','releaseYear':2001,'genres':['g']}      | title
          {'title':'t','releaseYear':2001,'genres':['g'],'releaseDate':'+999999999-12-31'} | releaseDate
          {'title':'t','releaseYear':2001,'genres':['g'],'releaseDate':[1995,1,1]}         | releaseDate
          {'title':'t','releaseYear':2001,'genres':['g'],'releaseDate':'1995-12-15T00:00:00Z'} | releaseDate
          """,
      quoteCharacter = '`')
  void aWrongValueIsRefusedWithItsPath(String text, String path) {
    assertThat(errors(text)).extracting(FieldError::path).containsExactly(path);
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "[]", "null", "{'title':", "{} {}", "{'title':'a','title':'b'}"})
  void textThatIsNotAJsonObjectIsMalformed(String text) {
    assertThatThrownBy(() -> json.read(quoted(text))).isInstanceOf(MalformedJsonException.class);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          {'title':\\n  oops}      | 2 | 3
          ``                         | 1 | 1
          []                         | 1 | 1
          \\n 7                    | 2 | 2
          {} []                      | 1 | 4
          {'a':1,\\n'a':2}         | 2 | 4
          {'title':{deep}            | 1 | 1010
          {'title':                  | 1 | 10
          """,
      quoteCharacter = '`')
  void malformedJsonTellsLineAndColumn(String text, int line, int column) {
    String malformed = text.replace("\\n", "\n").replace("{deep}", "[".repeat(1001));

    assertThatThrownBy(() -> json.read(quoted(malformed)))
        .isInstanceOf(MalformedJsonException.class)
        .hasMessageEndingWith("(line %d, column %d)", line, column)
        .message()
        .doesNotContain("Source", "Stream");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          {'releaseYear':'2001'} | must be a whole number
          {'releaseYear':[1]}    | must be a whole number
          {'title':7}            | must be text
          {'genres':'g'}         | must be a list of texts
          {'genres':[1]}         | must be text
          {'id':'x'}             | must be a UUID (36 characters)
          {'releaseDate':'x'}    | must be a date such as 1995-12-15
          """,
      quoteCharacter = '`')
  void aRefusedFieldSaysWhatItMustBe(String text, String reason) {
    assertThat(errors(text)).extracting(FieldError::reason).containsExactly(reason);
  }

  @Test
  void bytesThatAreNotUtf8AreMalformed() {
    assertThatThrownBy(() -> json.read(new byte[] {'"', (byte) 0xC0, (byte) 0x80, '"'}))
        .isInstanceOf(MalformedJsonException.class)
        .hasMessage("The text is not UTF-8 (line 1, column 2)");
    assertThatThrownBy(() -> json.read(new byte[] {'{', '\n', 'a', 'b', (byte) 0xFF}))
        .hasMessage("The text is not UTF-8 (line 2, column 3)");
  }

  @Test
  void aMergePatchReplacesWhatItNamesAndRemovesWhatIsNull() {
    MovieRequest patched =
        json.merge(
            Movies.heat(),
            MoviePatch.read(quoted("{'title':'Heat 2','synopsis':null,'actors':['Val Kilmer']}")));

    assertThat(json.valid(patched))
        .isEqualTo(
            Movies.with(Movies.heat()).actors("Val Kilmer").synopsis(null).title("Heat 2").state());
  }

  @Test
  void aMergePatchOfAnUnknownFieldIsRefused() {
    assertThatThrownBy(() -> json.merge(Movies.heat(), MoviePatch.read(quoted("{'rating':null}"))))
        .isInstanceOf(InvalidMovieException.class);
  }

  @Test
  void namesAreFoldedBeforeTheyAreCounted() {
    String actors = "'x',".repeat(600) + "'y'";

    assertThat(
            valid("{'title':'t','releaseYear':2001,'genres':['g'],'actors':[" + actors + "]}")
                .get(Movie.ACTORS))
        .containsExactly("x", "y");
  }

  @Test
  void aStateSurvivesThePreviousColumn() {
    assertThat(STATES.read(STATES.write(Movies.heat()))).isEqualTo(Movies.heat());
  }

  @Test
  void aMovieWithoutIdGetsTheSameIdAgain() {
    assertThat(MovieId.of(Movies.heat())).isEqualTo(MovieId.of(Movies.heat()));
    assertThat(MovieId.of(Movies.heat()).version()).isEqualTo(5);
    assertThat(MovieId.of(Movies.heat()))
        .isNotEqualTo(MovieId.of(Movies.with(Movies.heat()).title("Heat 2").state()));
  }

  private EntityState valid(String text) {
    return json.valid(json.read(quoted(text)));
  }

  private List<FieldError> errors(String text) {
    return catchThrowableOfType(InvalidMovieException.class, () -> valid(text)).fieldErrors();
  }

  private static byte[] quoted(String text) {
    return text.replace('\'', '"').getBytes(UTF_8);
  }
}
