package dev.cinedex.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.datastax.oss.driver.api.core.DriverTimeoutException;
import dev.cinedex.errors.StartupException;
import java.io.FileNotFoundException;
import java.io.PrintWriter;
import java.io.StringWriter;
import org.junit.jupiter.api.Test;

class CommandErrorsTest {
  @Test
  void onlyFindingsEndACommandWithOne() {
    assertThat(CommandErrors.exitCode(new FindingsException("2 rows"))).isEqualTo(1);
    assertThat(CommandErrors.exitCode(new CommandException("no"))).isEqualTo(2);
    assertThat(CommandErrors.exitCode(new StartupException("no"))).isEqualTo(2);
    assertThat(CommandErrors.exitCode(new IllegalStateException("a fault"))).isEqualTo(2);
  }

  @Test
  void anErrorOfTheUserIsOneLine() {
    assertThat(printed(new CommandException("no such file"))).isEqualTo("no such file\n");
    assertThat(printed(new FindingsException("2 rows"))).isEqualTo("2 rows\n");
    assertThat(printed(new FileNotFoundException("x"))).isEqualTo("FileNotFoundException: x\n");
    assertThat(printed(new DriverTimeoutException("timed out")))
        .isEqualTo("Cassandra is not available; try again: timed out\n");
  }

  @Test
  void aFaultOfCinedexHasItsStackTrace() {
    assertThat(printed(new IllegalStateException("a fault"))).contains("a fault", "\tat ");
  }

  private static String printed(Exception e) {
    StringWriter text = new StringWriter();
    PrintWriter err = new PrintWriter(text);
    CommandErrors.print(e, err);
    err.flush();
    return text.toString();
  }
}
