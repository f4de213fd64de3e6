package dev.cinedex.cli;

import dev.cinedex.doctor.CheckResult;
import dev.cinedex.doctor.Level;
import dev.cinedex.instance.CinedexConfiguration;
import io.dropwizard.core.cli.Cli;
import io.dropwizard.core.cli.ConfiguredCommand;
import io.dropwizard.core.setup.Bootstrap;
import java.util.List;
import net.sourceforge.argparse4j.inf.Namespace;

/** {@code doctor config.yml}: examines the cluster and the schema, and says what to do. */
public final class DoctorCommand extends ConfiguredCommand<CinedexConfiguration> {
  private static final String INDENT = " ".repeat(12);

  public DoctorCommand() {
    super("doctor", "Examines the cluster and the schema, and says what to do");
  }

  @Override
  protected void run(
      Bootstrap<CinedexConfiguration> bootstrap,
      Namespace namespace,
      CinedexConfiguration configuration) {
    List<CheckResult> results = configuration.doctor().examine();
    results.forEach(DoctorCommand::print);
    long errors = results.stream().filter(result -> result.level() == Level.ERROR).count();
    if (errors > 0) {
      throw new FindingsException("%d of %d checks failed".formatted(errors, results.size()));
    }
  }

  private static void print(CheckResult result) {
    String level = result.level() == Level.NOT_CHECKED ? "-" : result.level().text();
    System.out.printf("%-12s%s: %s%n", level, result.check(), result.found());
    if (!result.advice().isEmpty()) {
      System.out.println(INDENT + result.meaning());
      System.out.println(INDENT + result.advice());
    }
  }

  @Override
  public void onError(Cli cli, Namespace namespace, Throwable e) {
    CommandErrors.print(e, cli.getStdErr());
  }
}
