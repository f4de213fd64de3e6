package dev.cinedex.doctor;

import dev.cinedex.catalog.UnfinishedImports;
import java.util.List;

/** Has every exclusive import ended? */
record ImportsCheck() implements Check {
  private static final String NAME = "imports";

  @Override
  public String name() {
    return NAME;
  }

  @Override
  public CheckResult run(Cluster cluster) {
    UnfinishedImports imports = new UnfinishedImports(cluster.session());
    return judge(imports.files(), imports.isRunning());
  }

  static CheckResult judge(List<String> unfinished, boolean running) {
    if (unfinished.isEmpty()) {
      return CheckResult.ok(NAME, "no exclusive import is unfinished");
    }
    String files = String.join(", ", unfinished);
    return running
        ? CheckResult.ok(NAME, "an exclusive import is running: " + files)
        : CheckResult.warning(
            NAME,
            "an exclusive import has not ended: " + files,
            "Some of its movies may lack lookup rows, and no sweeper knows them.",
            "Import the file again, with or without --exclusive. An import that ends completes these movies.");
  }
}
