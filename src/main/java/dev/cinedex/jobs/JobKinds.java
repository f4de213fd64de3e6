package dev.cinedex.jobs;

import java.util.List;
import java.util.stream.Collectors;

/** The registry of the kinds of jobs. */
public final class JobKinds {
  private static final List<RunnableKind> KINDS =
      List.of(new BuildKind(), new VerifyKind(), new RepairKind());

  /** The kind of job that begins when a table is dropped. */
  static final RunnableKind DROP = new DropKind();

  private JobKinds() {}

  /** Returns the kinds that users begin by their names. */
  public static List<RunnableKind> kinds() {
    return KINDS;
  }

  /**
   * Returns the kind with this name.
   *
   * @throws InvalidJobException naming all kinds when there is no such kind
   */
  public static RunnableKind named(String text) {
    return KINDS.stream()
        .filter(kind -> kind.text().equals(text))
        .findFirst()
        .orElseThrow(() -> new InvalidJobException("kind", "must be " + either(KINDS, " or ")));
  }

  /** Returns the kind of a stored job. */
  static RunnableKind stored(String text) {
    return text.equals(DROP.text()) ? DROP : named(text);
  }

  /**
   * Checks that jobs of a kind take an option.
   *
   * @param field the name of the option in the request
   * @throws InvalidJobException naming the kinds that take it
   */
  public static void requireTakes(JobKind kind, JobOption option, String field) {
    if (!kind.options().contains(option)) {
      List<RunnableKind> taking = KINDS.stream().filter(k -> k.options().contains(option)).toList();
      throw new InvalidJobException(field, "only for " + either(taking, " and "));
    }
  }

  private static String either(List<RunnableKind> kinds, String last) {
    String all = kinds.stream().map(JobKind::text).collect(Collectors.joining(", "));
    int comma = all.lastIndexOf(", ");
    return comma < 0 ? all : all.substring(0, comma) + last + all.substring(comma + 2);
  }
}
