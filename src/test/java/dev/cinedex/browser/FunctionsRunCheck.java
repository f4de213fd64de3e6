package dev.cinedex.browser;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/**
 * What all browser tests of a build have run together. Failsafe runs this after them, in an
 * execution of its own.
 */
class FunctionsRunCheck {
  private static final double SHARE = 0.9;

  @Test
  void nineInTenFunctionsOfThePageRunInItsTests() {
    Map<String, Boolean> functions = RunFunctions.ofThisBuild();
    requireAllTests(functions);

    List<String> never =
        functions.entrySet().stream()
            .filter(each -> !each.getValue())
            .map(Map.Entry::getKey)
            .toList();
    double share = 1 - (double) never.size() / functions.size();

    System.out.printf(
        "%d of the %d functions of the explorer ran in the browser tests%n",
        functions.size() - never.size(), functions.size());
    assertThat(share)
        .as("share of the explorer's functions that ran. These did not:%n%s", lines(never))
        .isGreaterThanOrEqualTo(SHARE);
  }

  /** Skips the check, and says so, where not all browser tests have run. */
  private static void requireAllTests(Map<String, Boolean> functions) {
    String reason =
        System.getProperty("it.test") != null
            ? "only some tests were asked for"
            : functions.isEmpty() ? "no browser test has run" : "";
    if (!reason.isEmpty()) {
      System.err.println("SKIPPED: which functions of the explorer ran: " + reason);
    }
    assumeTrue(reason.isEmpty(), reason);
  }

  private static String lines(List<String> names) {
    return String.join(System.lineSeparator(), names);
  }
}
