package dev.cinedex.house;

import static org.assertj.core.api.Assertions.assertThat;

import dev.cinedex.house.SourceFile.Method;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Files and methods are short, and the rooms of the engine know no entity. */
class HouseTest {
  private static final Path MAIN_FOLDER = Path.of("src", "main", "java");
  private static final List<SourceFile> MAIN = SourceFile.below(MAIN_FOLDER);
  private static final List<SourceFile> BENCHMARK =
      SourceFile.below(Path.of("src", "benchmark", "java"));
  private static final List<SourceFile> TESTS = SourceFile.below(Path.of("src", "test", "java"));

  @Nested
  class MainFiles {
    private final int[] lengths = MAIN.stream().mapToInt(SourceFile::lines).sorted().toArray();

    @Test
    void areShort() {
      assertThat(MAIN).allSatisfy(file -> assertThat(file.lines()).as(file.name()).isLessThan(251));
    }

    @Test
    void areMostlyVeryShort() {
      assertThat(lengths[lengths.length / 2]).as("median").isLessThanOrEqualTo(60);
      assertThat(lengths[lengths.length * 9 / 10]).as("90 of 100").isLessThanOrEqualTo(150);
    }
  }

  @Nested
  class MainMethods {
    @Test
    void areShort() {
      assertThat(methods(MAIN).filter(method -> method.lines() > 40)).isEmpty();
    }

    @Test
    void haveFewParameters() {
      assertThat(methods(MAIN).filter(method -> method.parameters() > 5)).isEmpty();
    }
  }

  @Nested
  class Benchmark {
    @Test
    void isInShortFiles() {
      assertThat(BENCHMARK)
          .allSatisfy(file -> assertThat(file.lines()).as(file.name()).isLessThan(251));
    }

    @Test
    void hasShortMethodsWithFewParameters() {
      assertThat(methods(BENCHMARK).filter(method -> method.lines() > 40)).isEmpty();
      assertThat(methods(BENCHMARK).filter(method -> method.parameters() > 5)).isEmpty();
    }
  }

  @Nested
  class Tests {
    @Test
    void areInShortFiles() {
      assertThat(TESTS)
          .allSatisfy(file -> assertThat(file.lines()).as(file.name()).isLessThan(301));
    }

    @Test
    void areShort() {
      assertThat(methods(TESTS).filter(method -> method.lines() > 60)).isEmpty();
    }
  }

  /** A second entity needs no change in these rooms. */
  @ParameterizedTest
  @ValueSource(
      strings = {
        "entity",
        "lookup",
        "ledger",
        "projection",
        "catalog",
        "jobs",
        "lists",
        "verification",
        "cassandra",
        "errors",
        "text"
      })
  void aRoomOfTheEngineNamesNoEntity(String room) {
    Pattern names = Pattern.compile("movie|genre|(?<!f)actor", Pattern.CASE_INSENSITIVE);
    Path folder = MAIN_FOLDER.resolve(Path.of("dev", "cinedex", room));

    List<SourceFile> files = SourceFile.below(folder);

    assertThat(files).isNotEmpty();
    assertThat(files)
        .allSatisfy(
            file ->
                assertThat(file.text().lines().filter(names.asPredicate()))
                    .as(file.name())
                    .isEmpty());
  }

  private static Stream<Method> methods(List<SourceFile> files) {
    return files.stream().flatMap(file -> file.methods().stream());
  }
}
