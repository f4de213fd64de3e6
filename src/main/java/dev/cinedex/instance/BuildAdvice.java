package dev.cinedex.instance;

import dev.cinedex.lookup.LookupTable;

/** The sentence that tells a user how to build a declared table. */
public final class BuildAdvice {
  private BuildAdvice() {}

  public static String of(LookupTable table) {
    return "lookups.%s is not built: run 'java -jar cinedex.jar lookups build %s config.yml'"
        .formatted(table.name(), table.name());
  }
}
