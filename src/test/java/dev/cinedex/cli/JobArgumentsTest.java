package dev.cinedex.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.cinedex.cassandra.TokenRange;
import dev.cinedex.errors.CinedexException;
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
  void argumentsThatExcludeEachOtherAreRejected() throws Exception {
    Namespace arguments = parse("verify", "--digest", "--tokens", "1:2");

    assertThatThrownBy(() -> JobArguments.options(arguments))
        .isInstanceOf(CinedexException.class)
        .hasMessageStartingWith("digest: ");
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

  private static JobOptions options(String action, String... arguments)
      throws ArgumentParserException {
    return JobArguments.options(parse(action, arguments));
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
