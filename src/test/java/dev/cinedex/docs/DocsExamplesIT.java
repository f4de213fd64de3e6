package dev.cinedex.docs;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.cinedex.docs.Shell.Ended;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * The examples of the documentation work as they are pasted, one after the other, and print what
 * the page shows. An ellipsis in a shown value stands for any value.
 */
class DocsExamplesIT {
  private static final ObjectMapper JSON = new ObjectMapper();
  private static final String TABLES = "lookups:\n";
  private static final Page LOOKUP_TABLES = Page.of(Page.DOCS.resolve("lookup-tables.md"));

  @TempDir private static Path shared;
  @TempDir private Path directory;

  private static TestProject project;

  @BeforeAll
  static void start() throws Exception {
    project = new TestProject(shared, "");
  }

  @AfterAll
  static void stop() {
    project.close();
  }

  /** Returns the pages whose examples run; the README is the last, because it builds a table. */
  static List<Page> pagesWithExamples() {
    List<Page> pages = new ArrayList<>(Page.below(Page.DOCS));
    pages.add(Page.of(Page.README));
    pages.removeIf(page -> Example.of(page).isEmpty() || page.equals(LOOKUP_TABLES));
    return pages;
  }

  @ParameterizedTest
  @MethodSource("pagesWithExamples")
  void everyExampleDoesWhatThePageSays(Page page) throws Exception {
    run(page, project);
  }

  @Test
  void everyExampleOfALookupTableDoesWhatThePageSays(@TempDir Path own) throws Exception {
    try (TestProject declared = new TestProject(own, declarations(LOOKUP_TABLES))) {
      run(LOOKUP_TABLES, declared);
    }
  }

  private void run(Page page, TestProject reader) throws Exception {
    reader.open(directory, declarations(page));
    for (String yaml : page.blocks("yaml")) {
      if (!yaml.startsWith(TABLES)) {
        reader.checkConfiguration(yaml);
      }
    }
    try (Shell shell = new Shell(directory, reader.commands())) {
      for (Example example : Example.of(page)) {
        Ended ended = shell.run(example.scriptWithStatuses());
        assertThat(ended.exitCode()).as(example.script() + ended.output()).isZero();
        assertPrinted(example, ended.output());
      }
    }
  }

  @Test
  void everyBlockIsOfAKindThatIsChecked() {
    for (Page page : Page.all()) {
      assertThat(page.blocks())
          .as(page.toString())
          .allSatisfy(
              block -> assertThat(block.language()).isIn("", "sh", "console", "yaml", "json"));
      long shown = Example.of(page).stream().filter(each -> each.output().startsWith("{")).count();
      assertThat(page.blocks("json")).hasSizeLessThanOrEqualTo((int) shown);
    }
  }

  /** Returns the lookup tables that a page declares, as the lines below {@code lookups:}. */
  private static String declarations(Page page) {
    return page.blocks("yaml").stream()
        .filter(yaml -> yaml.startsWith(TABLES))
        .map(yaml -> yaml.substring(TABLES.length()))
        .collect(Collectors.joining());
  }

  private static void assertPrinted(Example example, String printed) throws IOException {
    if (example.output().startsWith("{")) {
      JsonNode actual = JSON.readTree(printed);
      assertThat(differences("", JSON.readTree(example.output()), actual))
          .as(example.script() + printed)
          .isEmpty();
    } else if (example.script().startsWith("mvn ")) {
      assertThat(example.output().lines()).allMatch(DocsExamplesIT::isPrintedByTheService);
    } else if (!example.output().isEmpty()) {
      assertThat(words(printed)).isEqualTo(words(example.output()));
    }
  }

  private static List<String> differences(String path, JsonNode shown, JsonNode actual) {
    List<String> differences = new ArrayList<>();
    if (shown.isObject() && actual.isObject()) {
      if (!names(shown).equals(names(actual))) {
        differences.add(path + ": has " + names(actual));
      }
      shown
          .properties()
          .forEach(
              field ->
                  differences.addAll(
                      differences(
                          path + "/" + field.getKey(),
                          field.getValue(),
                          actual.path(field.getKey()))));
    } else if (shown.isArray() && shown.size() == actual.size()) {
      for (int i = 0; i < shown.size(); i++) {
        differences.addAll(differences(path + "/" + i, shown.get(i), actual.path(i)));
      }
    } else if (!shown.asText().equals("…") && !shown.equals(actual)) {
      differences.add(path + ": is " + actual);
    }
    return differences;
  }

  private static List<String> names(JsonNode object) {
    return object.properties().stream().map(java.util.Map.Entry::getKey).sorted().toList();
  }

  /** Returns whether a format string of the service makes this line. */
  private static boolean isPrintedByTheService(String line) {
    try (Stream<Path> files = Files.list(Path.of("src", "main", "java", "dev", "cinedex"))) {
      return files
          .filter(Files::isRegularFile)
          .flatMap(file -> Page.of(file).text().lines())
          .map(source -> source.strip().replaceAll("^\"|(%n)?\",?$", ""))
          .filter(format -> !format.isEmpty())
          .map(format -> Pattern.quote(format).replaceAll("%[sd]", "\\\\E.+\\\\Q"))
          .anyMatch(line.strip()::matches);
    } catch (IOException e) {
      throw new java.io.UncheckedIOException(e);
    }
  }

  private static String words(String table) {
    return table.replaceAll("-[-+]*", "").replaceAll("\\s+", " ").strip();
  }
}
