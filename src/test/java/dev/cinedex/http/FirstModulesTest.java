package dev.cinedex.http;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.google.common.io.Resources;
import java.io.IOException;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** The page names the modules of its first screen, so that no module waits for another one. */
class FirstModulesTest {
  private static final Pattern PRELOADED =
      Pattern.compile("<link rel=\"modulepreload\" href=\"ui/([^\"]+)\">");
  private static final Pattern IMPORTED = Pattern.compile("\\bfrom\\s+\"\\./([^\"]+)\"");

  @Test
  void thePageNamesTheModulesThatItsFirstScreenImports() throws IOException {
    assertThat(matches(PRELOADED, "index.html"))
        .doesNotHaveDuplicates()
        .containsExactlyInAnyOrderElementsOf(importedBy("app.js", "overview.js"));
  }

  /** Returns the modules that some modules import, directly or not, without the first of them. */
  private static Set<String> importedBy(String first, String... others) throws IOException {
    Set<String> found = new LinkedHashSet<>(List.of(others));
    Deque<String> unread = new ArrayDeque<>(found);
    unread.add(first);
    while (!unread.isEmpty()) {
      String module = unread.remove();
      if (module.startsWith("lib/")) {
        continue;
      }
      for (String imported : matches(IMPORTED, module)) {
        if (found.add(imported)) {
          unread.add(imported);
        }
      }
    }
    return found;
  }

  private static List<String> matches(Pattern pattern, String file) throws IOException {
    String text =
        Resources.toString(
            Resources.getResource(FirstModulesTest.class, "/explorer/" + file), UTF_8);
    return pattern.matcher(text).results().map(match -> match.group(1)).toList();
  }
}
