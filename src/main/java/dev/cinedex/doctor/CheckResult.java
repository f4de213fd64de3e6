package dev.cinedex.doctor;

import java.util.Comparator;
import java.util.List;

/**
 * The result of a check.
 *
 * @param check the name of the check
 * @param found what there is, in one line
 * @param meaning what follows from it; empty unless the level is a warning or an error
 * @param advice what to do; empty unless the level is a warning or an error
 */
public record CheckResult(String check, Level level, String found, String meaning, String advice) {

  static CheckResult ok(String check, String found) {
    return new CheckResult(check, Level.OK, found, "", "");
  }

  static CheckResult warning(String check, String found, String meaning, String advice) {
    return new CheckResult(check, Level.WARNING, found, meaning, advice);
  }

  static CheckResult error(String check, String found, String meaning, String advice) {
    return new CheckResult(check, Level.ERROR, found, meaning, advice);
  }

  static CheckResult notChecked(String check, String reason) {
    return new CheckResult(check, Level.NOT_CHECKED, reason, "", "");
  }

  /** Returns the worst of several results of one check; the first among equals. */
  static CheckResult worst(List<CheckResult> results) {
    return results.stream()
        .sorted(Comparator.comparing(CheckResult::level).reversed())
        .findFirst()
        .orElseThrow();
  }

  boolean isError() {
    return level == Level.ERROR;
  }
}
