package dev.cinedex.docs;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.google.common.base.Splitter;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * Runs the examples of a page with {@code /bin/sh}, as a reader pastes them. The commands of the
 * project ({@code curl}, {@code java}, ...) are replaced by stand-ins that send their arguments
 * through a named pipe to this process, and print what comes back.
 */
public final class Shell implements AutoCloseable {
  private static final long MAX_SECONDS = 180;
  private static final String STAND_IN =
      """
      #!/bin/sh
      printf '%s\\0' "${0##*/}" "$EXPECTED" "$@" > "$CALL"
      { read -r code; cat; } < "$ANSWER"
      exit "$code"
      """;

  private final Path directory;
  private final Path call;
  private final Path answer;
  private final Map<String, Command> commands;
  private final Thread listener = new Thread(this::listen, "stand-ins");
  private volatile @Nullable Throwable failure;

  /** A command of the project. */
  public interface Command {
    /**
     * @param expected the HTTP status that the example's comment names; empty for none
     */
    Ended run(String expected, List<String> arguments) throws Exception;
  }

  /** The end of a command or of a script. */
  public record Ended(int exitCode, String output) {}

  public Shell(Path directory, Map<String, Command> commands) throws Exception {
    this.directory = directory.toAbsolutePath(); // scripts run in it
    this.commands = commands;
    this.call = pipe("call");
    this.answer = pipe("answer");
    for (String name : commands.keySet()) {
      Path file = this.directory.resolve(name);
      Files.writeString(file, STAND_IN);
      Files.setPosixFilePermissions(
          file, java.nio.file.attribute.PosixFilePermissions.fromString("rwx------"));
    }
    listener.setDaemon(true);
    listener.start();
  }

  private Path pipe(String name) throws Exception {
    Path pipe = directory.resolve(name);
    new ProcessBuilder("mkfifo", pipe.toString()).inheritIO().start().waitFor();
    return pipe;
  }

  /** Runs a script until its first command that fails. */
  public Ended run(String script) throws Exception {
    Path output = directory.resolve("output");
    ProcessBuilder builder =
        new ProcessBuilder("/bin/sh", "-e", "-c", script)
            .directory(directory.toFile())
            .redirectErrorStream(true)
            .redirectOutput(output.toFile());
    builder.environment().merge("PATH", directory.toString(), (old, first) -> first + ":" + old);
    builder.environment().put("CALL", call.toString());
    builder.environment().put("ANSWER", answer.toString());
    builder.environment().put("EXPECTED", "");
    Process process = builder.start();
    boolean ended = process.waitFor(MAX_SECONDS, TimeUnit.SECONDS);
    process.destroyForcibly();
    String text = Files.readString(output);
    if (failure != null || !ended) {
      throw new AssertionError(script + "\n" + text, failure);
    }
    return new Ended(process.exitValue(), text);
  }

  private void listen() {
    try {
      while (true) {
        String received = Files.readString(call);
        List<String> words = Splitter.on('\0').splitToList(received);
        if (words.size() < 3) {
          return; // closed
        }
        Ended ended = answer(words.subList(0, words.size() - 1));
        Files.writeString(answer, ended.exitCode() + "\n" + ended.output(), UTF_8);
      }
    } catch (IOException e) {
      failure = e;
    }
  }

  @SuppressWarnings("NullAway") // only the commands of the map have stand-ins
  private Ended answer(List<String> words) {
    try {
      return commands.get(words.get(0)).run(words.get(1), words.subList(2, words.size()));
    } catch (Throwable e) {
      failure = e;
      return new Ended(99, "");
    }
  }

  @Override
  public void close() throws IOException {
    // Opened for reading too, a pipe needs no partner: the listener reads nothing, and ends.
    new RandomAccessFile(call.toFile(), "rw").close();
  }
}
