package dev.cinedex.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class RejectsTest {
  @TempDir private Path directory;
  private Path file = Path.of("");

  @BeforeEach
  void nameTheFile() {
    file = directory.resolve("movies.ndjson.rejects.ndjson");
  }

  @Test
  void eachRejectedLineIsOneJsonDocument() throws Exception {
    try (Rejects rejects = Rejects.open(file, 0)) {
      rejects.add(3, "{\"title\": \"Caf\u00e9\"", "genres: must not be empty");
      rejects.add(7, "oops", "is not JSON");
    }

    assertThat(file)
        .hasContent(
            """
            {"line":3,"reason":"genres: must not be empty","text":"{\\"title\\": \\"Caf\u00e9\\""}
            {"line":7,"reason":"is not JSON","text":"oops"}
            """);
    assertThat(Files.readString(file)).endsWith("\n");
  }

  @Test
  void withoutARejectedLineThereIsNoFile() throws Exception {
    Files.writeString(file, "of an earlier import");

    Rejects.open(file, 0).close();

    assertThat(file).doesNotExist();
  }

  @Test
  void anImportThatContinuesKeepsTheRejectsBeforeIt() throws Exception {
    try (Rejects rejects = Rejects.open(file, 0)) {
      rejects.add(3, "a", "no");
      rejects.add(7, "b", "no");
    }
    Files.writeString(file, Files.readString(file) + "{\"line\":4,\"rea");

    try (Rejects rejects = Rejects.open(file, 5)) {
      rejects.add(6, "c", "no");
    }

    assertThat(Files.readAllLines(file))
        .containsExactly(
            "{\"line\":3,\"reason\":\"no\",\"text\":\"a\"}",
            "{\"line\":6,\"reason\":\"no\",\"text\":\"c\"}");
  }

  @Test
  void anImportEndsWhenItsRejectsBecomeTooMany() throws Exception {
    String text = "x".repeat(60);
    try (Rejects rejects = Rejects.open(file, 0, 200)) {
      rejects.add(3, text, "is not JSON");
      assertThatThrownBy(() -> rejects.add(4, text, "is not JSON"))
          .isInstanceOf(FindingsException.class)
          .hasMessageStartingWith("Line 4 is rejected (is not JSON), and " + file);
    }
    assertThat(Files.readAllLines(file)).hasSize(1);

    try (Rejects rejects = Rejects.open(file, 3, 200)) {
      assertThatThrownBy(() -> rejects.add(4, text, "is not JSON"))
          .as("what an earlier import wrote counts")
          .isInstanceOf(FindingsException.class);
    }
  }

  @Test
  void aFileThatCannotBeWrittenNamesTheLineAndItsReason() throws Exception {
    Files.createDirectories(file.resolve("in the way"));

    try (Rejects rejects = Rejects.open(file, 0)) {
      assertThatThrownBy(() -> rejects.add(3, "oops", "is not JSON"))
          .isInstanceOf(CommandException.class)
          .hasMessageStartingWith("Line 3 is rejected (is not JSON), but " + file);
    }
  }
}
