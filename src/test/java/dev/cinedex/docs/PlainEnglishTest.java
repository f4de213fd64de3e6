package dev.cinedex.docs;

import static java.util.stream.Collectors.joining;
import static org.assertj.core.api.Assertions.assertThat;

import dev.cinedex.docs.Summaries.Summary;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Javadoc summaries are whole thoughts, in the main code and in the benchmark with few exceptions.
 */
class PlainEnglishTest {
  private static final double MAX_SHARE = 0.03;

  @ParameterizedTest
  @ValueSource(strings = {"main", "benchmark"})
  void fewSummariesAreFragments(String sources) {
    List<Summary> summaries = Summaries.below(Path.of("src", sources, "java"));
    List<Summary> fragments =
        summaries.stream().filter(each -> PlainEnglish.isFragment(each.text())).toList();

    assertThat((double) fragments.size() / summaries.size())
        .as(
            "%d of %d summaries are fragments:%n%s",
            fragments.size(),
            summaries.size(),
            fragments.stream()
                .map(each -> each.file().getFileName() + ": " + each.text())
                .collect(joining("\n")))
        .isLessThan(MAX_SHARE);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "Of a job that nobody does",
        "Of each phase; what is done when a job is broken off is done once more for one of them",
        "Of which nothing is said: refused, as every table that lacks a partition key",
        "That tell how fast it goes just now",
        "With this one the catalog is read and written, and the leases of those who go by it",
        "What a repair found before, and does not find any more, it had mended",
        "What was kept at a job's beginning expires before what was changed later",
        "What went longer ago counts half, and so on",
        "A new one",
        "None says so, but an attempt before may have succeeded",
        "Who may not know every table claims nothing",
        "After the note: one that was written later would be where the sweeper no longer looks",
        "Its rows of the movies that there were before it are being written",
        "Whether it may be gone when the request is sent again",
        "As the driver makes it, for one execution profile",
        "Else Jetty calls the length of an answer 0",
        "For each row of the table its movie is looked up",
        "Those from which somebody may put it into this one",
        "The same, and mends them when it is told to",
        "Unresolved: a node may come back under its name with another address",
        "By one caller; the others go on with the last measurement",
        "In clustering order",
        "At LOCAL_QUORUM: may miss a claim whose outcome its writer does not know either",
        "From reading movies to writing their rows",
        "On another node than before",
        "To be made after the schema: it prepares its statements",
        "Where it is",
        "When its rows are written",
        "Kept by one instance for all",
        "Empty when the node does not answer",
        "Reads one JSON object, and says what is wrong with it for who does not know Java",
        "The lookup tables that there are, as this instance knows them",
      })
  void fragmentsAreFound(String summary) {
    assertThat(PlainEnglish.isFragment(summary)).isTrue();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        // of house style
        "Number of recent ranges used to estimate the remaining time",
        "Message of a job that waits for an instance",
        "The token ranges of a phase",
        "Profile for the catalog and the instance leases",
        "Findings of an interrupted repair that are no longer found are counted as repaired",
        "Turns null into the text \"null\", so that validation can reject it by name",
        "Thrown when it cannot be determined whether the write happened",
        "Older progress counts half",
        "Failures within one second count as one",
        "It cannot be determined whether a write happened",
        // of the JDK, Guava, Temporal and the Record Layer
        "Returns the number of elements in this list",
        "Resizable-array implementation of the List interface",
        "Constructs an empty list with the specified initial capacity",
        "If the specified key is not already associated with a value, associates it with the given"
            + " value and returns null, else returns the current value",
        "An ordered collection, where the user has precise control over each element",
        "Shared empty array instance used for empty instances",
        "This class consists exclusively of static methods that operate on collections",
        "Thrown to indicate that a method has been passed an illegal argument",
        "The array buffer into which the elements of the list are stored",
        "Atomically increments by one the current value",
        "One of the two lanes of the pipeline",
        "All optional operations are supported",
        "Each element is visited once",
        "Used to throttle code execution in presence of failures using exponential backoff logic",
        "Indicates the index should not be read from but is written to",
      })
  void wholeThoughtsAreNot(String summary) {
    assertThat(PlainEnglish.isFragment(summary)).isFalse();
  }

  @ParameterizedTest
  @MethodSource
  void aSummaryIsTheFirstSentence(String comment, List<String> summaries) {
    assertThat(Summaries.of(comment)).containsExactlyElementsOf(summaries);
  }

  static Object[][] aSummaryIsTheFirstSentence() {
    return new Object[][] {
      {"/** Returns it. Or not. */", List.of("Returns it")},
      {"/**\n * Returns {@code null},\n * or <b>it</b>.\n */", List.of("Returns null, or it")},
      {"/**\n * @return nothing\n */", List.of()},
      {"/** The version, say 1.5 */ /* Of no interest. */", List.of("The version, say 1.5")},
      {"/**\n   * A row.\n   *\n   * @param key of it\n   */", List.of("A row")},
    };
  }
}
