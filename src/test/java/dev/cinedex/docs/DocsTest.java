package dev.cinedex.docs;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.TreeMap;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The documentation is short where it must be, complete, and free of dead links. */
class DocsTest {
  private static final Path SOURCES = Path.of("src", "main", "java", "dev", "cinedex");
  private static final Path TESTS = Path.of("src", "test", "java");

  private static final int MAX_README_LINES = 130;
  private static final int MAX_README_WORDS = 900;
  private static final int MAX_README_COLUMNS = 100;

  private static final Page README = Page.of(Page.README);
  private static final Page HTTP_API = Page.of(Page.DOCS.resolve("http-api.md"));
  private static final Page OPERATIONS = Page.of(Page.DOCS.resolve("operations.md"));
  private static final Page ARCHITECTURE = Page.of(Page.DOCS.resolve("architecture.md"));

  private static final Pattern PROBLEM_KIND =
      Pattern.compile("(?m)^ +([A-Z_]+)\\((\\d{3}), +\"[^\"]+\"\\)[,;]");
  private static final Pattern CLASS = Pattern.compile("[a-z]+\\.[A-Z][A-Za-z]+");

  private static final Pattern TEST_CLASS = Pattern.compile("[A-Z][A-Za-z]+(?:Test|IT)");

  private static final Pattern VARIABLE =
      Pattern.compile("\\b((?:CASSANDRA|HTTP|ADMIN)_[A-Z]+(?:_[A-Z]+)*)\\b");

  static List<Page> pages() {
    return Page.all();
  }

  static List<Page> decisions() {
    return Page.below(Page.DECISIONS);
  }

  @Test
  void theReadmeIsShort() {
    List<String> lines = README.text().lines().toList();

    assertThat(lines).hasSizeLessThanOrEqualTo(MAX_README_LINES);
    assertThat(README.text().strip().split("\\s+", -1)).hasSizeLessThanOrEqualTo(MAX_README_WORDS);
    assertThat(lines)
        .allSatisfy(line -> assertThat(line.length()).isLessThanOrEqualTo(MAX_README_COLUMNS));
  }

  @Test
  void theReadmeLinksEveryPage() {
    List<String> pages =
        Page.below(Page.DOCS).stream().map(page -> page.file().toString()).toList();

    assertThat(README.links()).containsAll(pages);
  }

  @Test
  void everyDecisionIsLinked() {
    List<String> decisions =
        decisions().stream().map(page -> "../adr/" + page.file().getFileName()).toList();

    assertThat(ARCHITECTURE.links()).containsAll(decisions);
  }

  @ParameterizedTest
  @MethodSource("pages")
  void everyLinkLeadsSomewhere(Page page) {
    for (String link : page.links()) {
      if (!link.contains("://")) {
        assertLeadsSomewhere(page, link);
      }
    }
  }

  @Test
  void everyTestThatAPageNamesExists() throws IOException {
    try (Stream<Path> files = Files.walk(TESTS)) {
      Set<String> tests =
          files
              .map(file -> file.getFileName().toString().replaceAll("\\.java$", ""))
              .collect(Collectors.toSet());

      for (Page page : pages()) {
        assertThat(page.codeSpans().stream().filter(TEST_CLASS.asMatchPredicate()))
            .as(page.toString())
            .isSubsetOf(tests);
      }
    }
  }

  private static void assertLeadsSomewhere(Page page, String link) {
    String path = link.replaceAll("#.*", "");
    String anchor = link.replaceAll("^[^#]*#?", "");
    Path target = path.isEmpty() ? page.file() : page.file().resolveSibling(path).normalize();
    assertThat(target).as(page + ": " + link).exists();
    if (!anchor.isEmpty()) {
      assertThat(Page.of(target).anchors()).as(page + ": " + link).contains(anchor);
    }
  }

  @ParameterizedTest
  @MethodSource("decisions")
  void everyDecisionHasTheSameForm(Page decision) {
    String number = decision.file().getFileName().toString().replaceAll("^0*(\\d+)-.*", "$1");

    assertThat(decision.text())
        .startsWith("# " + number + ". ")
        .containsPattern(
            "\n\nDate: 20\\d\\d-\\d\\d-\\d\\d\n\nStatus: (proposed|accepted|superseded by .*)\n\n");
    assertThat(decision.headings().subList(1, decision.headings().size()))
        .containsExactly("Context", "Decision", "Consequences", "Alternatives");
  }

  @Test
  void everyProblemTypeHasAParagraph() throws IOException {
    TreeMap<String, String> kinds = new TreeMap<>();
    for (String source : sources(SOURCES.resolve("http"))) {
      PROBLEM_KIND
          .matcher(source)
          .results()
          .forEach(
              kind ->
                  kinds.put(
                      kind.group(1).toLowerCase(Locale.ROOT).replace('_', '-'), kind.group(2)));
    }

    assertThat(kinds).hasSizeGreaterThanOrEqualTo(20);
    kinds.forEach(
        (kind, status) ->
            assertThat(HTTP_API.text()).contains("\n### `%s`\n\n%s. ".formatted(kind, status)));
  }

  @ParameterizedTest
  @ValueSource(ints = {400, 404, 405, 406, 413, 414, 415, 426, 431, 500, 505})
  void everyStatusThatSaysEverythingHasAParagraph(int status) {
    assertThat(HTTP_API.text()).containsPattern("\n### %d\n\n[A-Z]".formatted(status));
  }

  @Test
  void everyVariableOfTheConfigurationIsDocumented() throws IOException {
    Set<String> configured = variables(Files.readString(Path.of("config.yml")));

    assertThat(variables(OPERATIONS.text())).isEqualTo(configured);
    assertThat(pages())
        .allSatisfy(page -> assertThat(configured).containsAll(variables(page.text())));
  }

  @Test
  void everyRoomIsDocumented() throws IOException {
    try (Stream<Path> files = Files.list(SOURCES)) {
      List<String> rooms =
          files.filter(Files::isDirectory).map(room -> room.getFileName().toString()).toList();

      assertThat(rooms)
          .allSatisfy(room -> assertThat(ARCHITECTURE.text()).contains("\n| `" + room + "` | "));
    }
  }

  @Test
  void everyMavenCommandCanBeRun() throws IOException {
    Set<String> known = new HashSet<>(List.of("-q", "-DskipTests", "exec:exec", "spotless:apply"));
    known.addAll(List.of("clean", "compile", "test", "-Dtest", "package", "verify"));
    String build = Files.readString(Path.of("pom.xml"));
    groups("<profile>\\s*(?:<!--.*?-->\\s*)?<id>([\\w-]+)</id>", build)
        .forEach(profile -> known.add("-P" + profile));
    groups("<([\\w.]+)>[^<]*</\\1>", build).forEach(property -> known.add("-D" + property));
    groups(
            "(?:getInteger|getLong|getProperty)\\(\\s*\"([\\w.]+)\"",
            String.join("\n", sources(TESTS)))
        .forEach(property -> known.add("-D" + property));

    for (Page page : pages()) {
      groups("(?m)(?:^|\\$ |`)mvn ([^`#\n]+)", page.text())
          .flatMap(arguments -> Stream.of(arguments.strip().split(" +", -1)))
          .forEach(
              each -> assertThat(known).as(page + ": mvn").contains(each.replaceAll("=.*", "")));
    }
  }

  @Test
  void everyClassOfTheWalksExists() {
    for (Page page : pages()) {
      for (String span : page.codeSpans()) {
        if (CLASS.matcher(span).matches()) {
          assertThat(SOURCES.resolve(span.replace('.', '/') + ".java"))
              .as(page.toString())
              .exists();
        }
      }
    }
  }

  private static Stream<String> groups(String pattern, String text) {
    return Pattern.compile(pattern, Pattern.DOTALL)
        .matcher(text)
        .results()
        .map(found -> found.group(1));
  }

  private static Set<String> variables(String text) {
    return VARIABLE
        .matcher(text)
        .results()
        .map(variable -> variable.group(1))
        .collect(Collectors.toSet());
  }

  private static List<String> sources(Path folder) throws IOException {
    try (Stream<Path> files = Files.walk(folder)) {
      return files
          .filter(file -> file.toString().endsWith(".java"))
          .map(file -> Page.of(file).text())
          .toList();
    }
  }
}
