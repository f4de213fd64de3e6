package dev.cinedex.docs;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * A page of the documentation, in Markdown.
 *
 * @param file relative to the project
 */
record Page(Path file, String text) {
  static final Path README = Path.of("README.md");
  static final Path DOCS = Path.of("src", "docs");
  static final Path DECISIONS = Path.of("src", "adr");

  private static final Pattern FENCE =
      Pattern.compile("(?m)^```(\\w*)\\n(.*?)^```$", Pattern.DOTALL);
  private static final Pattern HEADING = Pattern.compile("(?m)^#+ (.*)$");
  private static final Pattern LINK = Pattern.compile("\\[[^\\]]*\\]\\(([^)\\s]+)\\)");
  private static final Pattern CODE_SPAN = Pattern.compile("`([^`\\n]+)`");

  /** A fenced block of code. */
  record Block(String language, String text) {}

  /** Returns the README, the pages of {@code src/docs} and the decisions, in this order. */
  static List<Page> all() {
    List<Page> pages = new ArrayList<>(List.of(of(README)));
    pages.addAll(below(DOCS));
    pages.addAll(below(DECISIONS));
    return pages;
  }

  static List<Page> below(Path folder) {
    try (Stream<Path> files = Files.list(folder)) {
      return files.filter(Files::isRegularFile).sorted().map(Page::of).toList();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  static Page of(Path file) {
    try {
      return new Page(file, Files.readString(file));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  List<Block> blocks() {
    return FENCE
        .matcher(text)
        .results()
        .map(fence -> new Block(fence.group(1), fence.group(2)))
        .toList();
  }

  /** Returns the blocks of a language, each with its line breaks. */
  List<String> blocks(String language) {
    return blocks().stream()
        .filter(block -> block.language().equals(language))
        .map(Block::text)
        .toList();
  }

  List<String> headings() {
    return HEADING.matcher(prose()).results().map(heading -> heading.group(1)).toList();
  }

  /** Returns the anchors of the headings, as GitHub makes them. */
  List<String> anchors() {
    return headings().stream()
        .map(heading -> heading.toLowerCase(Locale.ROOT).replaceAll("[^\\p{L}\\p{N} _-]", ""))
        .map(heading -> heading.replace(' ', '-'))
        .toList();
  }

  List<String> links() {
    return LINK.matcher(prose()).results().map(link -> link.group(1)).toList();
  }

  /** Returns the code between backticks in the text. */
  List<String> codeSpans() {
    return CODE_SPAN.matcher(prose()).results().map(span -> span.group(1)).toList();
  }

  /** Returns the text without fenced blocks. */
  private String prose() {
    return FENCE.matcher(text).replaceAll("");
  }

  @Override
  public String toString() {
    return file.toString();
  }
}
