package dev.cinedex.docs;

import dev.cinedex.docs.Page.Block;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A script of a page and what it prints.
 *
 * @param output as the page shows it; empty if it does not
 */
record Example(String script, String output) {
  private static final Pattern STATUS = Pattern.compile("# (\\d{3})\\b.*");

  /**
   * Returns the examples of a page, in order: each block {@code sh} with the block {@code json}
   * after it, and each command of a block {@code console} with the lines after it.
   */
  static List<Example> of(Page page) {
    List<Example> examples = new ArrayList<>();
    List<Block> blocks = page.blocks();
    for (int i = 0; i < blocks.size(); i++) {
      Block block = blocks.get(i);
      if (block.language().equals("sh")) {
        boolean shown = i + 1 < blocks.size() && blocks.get(i + 1).language().equals("json");
        examples.add(new Example(block.text(), shown ? blocks.get(i + 1).text() : ""));
      } else if (block.language().equals("console")) {
        for (String part : block.text().split("(?m)^\\$ ", -1)) {
          if (!part.isEmpty()) {
            String command = part.lines().findFirst().orElseThrow();
            examples.add(new Example(command, part.substring(command.length()).strip()));
          }
        }
      }
    }
    return examples;
  }

  /**
   * Returns the script with the statuses that its comments expect: {@code EXPECTED=404} before a
   * command whose comment, behind it or on a line before it, begins with 404.
   */
  String scriptWithStatuses() {
    StringBuilder result = new StringBuilder();
    StringBuilder command = new StringBuilder();
    String status = "";
    for (String line : script.lines().toList()) {
      Matcher found = STATUS.matcher(comment(line));
      status = found.matches() ? found.group(1) : status;
      command.append(line).append('\n');
      if (isComplete(command.toString()) && !line.startsWith("#")) {
        result.append("EXPECTED=").append(status).append('\n').append(command);
        command.setLength(0);
        status = "";
      }
    }
    return result.toString();
  }

  private static String comment(String line) {
    return line.startsWith("#") ? line : line.replaceFirst("^.*?( (?=# )|$)", "");
  }

  /** Returns whether no quote is open and no line is continued. */
  private static boolean isComplete(String command) {
    String code = command.replaceAll("(?m)(^| )#.*$", "");
    return code.chars().filter(c -> c == '\'').count() % 2 == 0
        && !code.stripTrailing().endsWith("\\");
  }
}
