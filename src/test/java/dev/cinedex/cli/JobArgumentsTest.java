package dev.cinedex.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.cinedex.cassandra.TokenRange;
import dev.cinedex.errors.CinedexException;
import dev.cinedex.jobs.JobKinds;
import dev.cinedex.jobs.JobOptions;
import dev.cinedex.jobs.Scope;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.stream.Stream;
import net.sourceforge.argparse4j.ArgumentParsers;
import net.sourceforge.argparse4j.inf.ArgumentParser;
import net.sourceforge.argparse4j.inf.ArgumentParserException;
import net.sourceforge.argparse4j.inf.Namespace;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The arguments of {@code lookups build}, {@code verify} and {@code repair}. */
class JobArgumentsTest {
  @Test
  void aJobWithoutArgumentsHasThePlainOptions() throws Exception {
    for (String action : List.of("build", "verify", "repair")) {
      assertThat(options(action)).isEqualTo(JobOptions.PLAIN);
    }
  }

  @Test
  void eachArgumentSetsItsOption() throws Exception {
    assertThat(options("repair", "--apply", "--digest", "--rows-per-second", "500"))
        .isEqualTo(new JobOptions(true, 500, true, Scope.ALL));
  }

  @Test
  void theScopeOfAMovieHasItsId() throws Exception {
    UUID id = UUID.randomUUID();

    assertThat(options("verify", "--movie", id.toString()).scope())
        .isEqualTo(new Scope(id, Map.of(), null));
  }

  @Test
  void theKeyOfAScopeIsTheSumOfItsArguments() throws Exception {
    assertThat(options("verify", "--actor", "Fred", "--key", "title=A=B", "--key", "x=").scope())
        .isEqualTo(new Scope(null, Map.of("actor", "Fred", "title", "A=B", "x", ""), null));
  }

  @Test
  void aTokenRangeMayBeginWithAMinus() throws Exception {
    assertThat(options("verify", "--tokens=-100:100").scope())
        .isEqualTo(new Scope(null, Map.of(), new TokenRange(-100, 100)));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "--movie  | 1-2-3-4-5 | --movie: '1-2-3-4-5' is not a UUID",
        "--key    | actor     | --key: 'actor' does not have the form COLUMN=VALUE, such as actor=Fred",
        "--tokens | 100       | tokens: '100'",
        "--tokens | 9:1       | tokens: 9"
      })
  void anInvalidValueIsNamed(String argument, String value, String message) throws Exception {
    Namespace arguments = parse("verify", argument, value);

    assertThatThrownBy(() -> JobArguments.options(arguments))
        .isInstanceOf(CinedexException.class)
        .hasMessageStartingWith(message);
  }

  @Test
  void theDigestOptionIsAcceptedWithEveryScope() throws Exception {
    assertThat(options("verify", "--digest", "--tokens", "1:2").scope())
        .isEqualTo(options("verify", "--tokens", "1:2").scope());
  }

  @ParameterizedTest
  @CsvSource({
    "build, --apply",
    "build, --movie=x",
    "build, --key=a=b",
    "verify, --apply",
    "pause, --digest"
  })
  void anActionHasNoArgumentsOfAnother(String action, String argument) {
    assertThatThrownBy(() -> parse(action, argument))
        .isInstanceOf(ArgumentParserException.class)
        .hasMessageContaining("unrecognized arguments: '" + argument.split("=", 2)[0]);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "movies_by_actor config.yml",
        "movies_by_actor config.yml --digest",
        "--digest movies_by_actor config.yml",
        "--rows-per-second 5 movies_by_actor config.yml",
        "movies_by_actor --digest config.yml"
      })
  void theTableStandsBeforeTheFile(String arguments) throws Exception {
    Namespace parsed = parseAll("verify " + arguments);

    assertThat(parsed.getString("table")).isEqualTo("movies_by_actor");
    assertThat(parsed.getString("file")).isEqualTo("config.yml");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "--all config.yml",
        "config.yml --all",
        "--all config.yml --rows-per-second 5",
        "--rows-per-second 5 --all config.yml"
      })
  void allTablesNeedNoName(String arguments) throws Exception {
    Namespace parsed = parseAll("verify " + arguments);

    assertThat(parsed.getString("table")).isNull();
    assertThat(parsed.getString("file")).isEqualTo("config.yml");
    assertThat(parsed.getBoolean("all")).isTrue();
  }

  @Test
  void eitherATableOrAllIsNeeded() throws Exception {
    JobAction verify = new JobAction(JobKinds.named("verify"));
    Namespace none = parseAll("verify config.yml");
    Namespace both = parseAll("verify movies_by_actor config.yml --all");

    assertThatThrownBy(() -> verify.task(none)).hasMessage("Name a table, or give --all");
    assertThatThrownBy(() -> verify.task(both))
        .hasMessage("Name the table 'movies_by_actor', or give --all");
  }

  private static JobOptions options(String action, String... arguments)
      throws ArgumentParserException {
    return JobArguments.options(parse(action, arguments));
  }

  private static Namespace parseAll(String arguments) throws ArgumentParserException {
    ArgumentParser parser = ArgumentParsers.newFor("cinedex").build();
    new LookupsCommand().configure(parser.addSubparsers().addParser("lookups"));
    return parser.parseArgs(("lookups " + arguments).split(" "));
  }

  private static Namespace parse(String action, String... arguments)
      throws ArgumentParserException {
    ArgumentParser parser = ArgumentParsers.newFor("cinedex").build();
    new LookupsCommand().configure(parser.addSubparsers().addParser("lookups"));
    return parser.parseArgs(
        Stream.concat(
                Stream.of("lookups", action, "movies_by_actor", "config.yml"), Stream.of(arguments))
            .toArray(String[]::new));
  }
}
