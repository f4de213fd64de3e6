package dev.cinedex.browser;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.cinedex.docs.Cqlsh;
import dev.cinedex.docs.Curl;
import dev.cinedex.docs.Shell;
import dev.cinedex.docs.Shell.Ended;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;

/** Runs the lines that the page offers to be copied, in a shell as its reader would. */
final class Pasted {
  private static final ObjectMapper JSON = new ObjectMapper();

  private Pasted() {}

  /** Runs a line that begins with {@code curl}, and returns the body of its answer. */
  static JsonNode curl(String line) throws Exception {
    assertThat(line).startsWith("curl ");
    return JSON.readTree(run(line));
  }

  /** Runs a CQL statement as an argument of {@code cqlsh -e}, and returns what it prints. */
  static String cql(String statement) throws Exception {
    return run("cqlsh -e '" + statement.replace("'", "'\\''") + "'");
  }

  /** Runs a line of the shell that succeeds, and returns what it prints. */
  static String run(String line) throws Exception {
    Path directory = Files.createTempDirectory(Files.createDirectories(Windows.RESULTS), "pasted");
    try (Shell shell = new Shell(directory, Map.of("curl", Pasted::curl, "cqlsh", Pasted::cqlsh))) {
      Ended ended = shell.run(line);
      assertThat(ended.exitCode()).as(line + "\n" + ended.output()).isZero();
      return ended.output();
    }
  }

  private static Ended curl(String expected, List<String> arguments) throws Exception {
    return Curl.run(expected, arguments, BrowserService.port(), BrowserService.adminPort());
  }

  private static Ended cqlsh(String expected, List<String> arguments) throws Exception {
    return Cqlsh.run(BrowserService.session(), BrowserService.keyspace(), arguments);
  }
}
