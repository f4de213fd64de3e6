package dev.cinedex.docs;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** The summaries of Javadoc comments: the first sentence of each. */
final class Summaries {
  private static final Pattern COMMENT = Pattern.compile("/\\*\\*(.*?)\\*/", Pattern.DOTALL);
  private static final Pattern BLOCK_TAG = Pattern.compile("(?m)^@");
  private static final Pattern END_OF_SENTENCE = Pattern.compile("\\.(\\s|$)");

  private Summaries() {}

  /** A summary and the file that has it. */
  record Summary(Path file, String text) {}

  /** Returns the summaries of every Java file below a folder. */
  static List<Summary> below(Path folder) {
    try (Stream<Path> files = Files.walk(folder)) {
      return files
          .filter(file -> file.toString().endsWith(".java"))
          .sorted()
          .flatMap(file -> of(read(file)).map(text -> new Summary(file, text)))
          .toList();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Returns the summaries of a source text; a comment of block tags alone has none. */
  static Stream<String> of(String source) {
    return COMMENT
        .matcher(source)
        .results()
        .map(comment -> summary(comment.group(1)))
        .filter(text -> !text.isEmpty());
  }

  private static String summary(String comment) {
    String text = comment.replaceAll("(?m)^\\s*\\*? ?", "").strip();
    String description = BLOCK_TAG.split(text, 2)[0];
    String words =
        description
            .replaceAll("\\{@\\w+\\s+([^}]*)}", "$1")
            .replaceAll("<[^>]*>", "")
            .replaceAll("\\s+", " ")
            .strip();
    return END_OF_SENTENCE.split(words, 2)[0].strip();
  }

  private static String read(Path file) {
    try {
      return Files.readString(file);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
