package dev.cinedex.lookup;

import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;

/** The names that a declaration may give to tables and columns. */
public final class Names {
  /** The tables of the service itself, besides those of its entity. */
  public static final List<String> OWN_TABLES =
      List.of(
          "sweeper_progress",
          "live_instances",
          "lookup_tables",
          "lookup_jobs",
          "lookup_findings",
          "lookup_leases");

  /** The names that requests use besides those of key columns. */
  public static final List<String> PARAMETERS =
      List.of("limit", "cursor", "order", "prefix", "from", "to", "read", "expand");

  static final String FORM = "[a-z][a-z0-9_]{0,47}";
  private static final Pattern NAME = Pattern.compile(FORM);

  /** Reserved words of CQL; source: Cassandra's documentation, "Appendix A: CQL keywords". */
  private static final Set<String> CQL_WORDS =
      Set.of(
          ("add allow alter and apply asc authorize batch begin by columnfamily create default delete"
                  + " desc describe drop entries execute from full grant if in index infinity insert into"
                  + " is keyspace limit materialized mbean mbeans modify nan norecursive not null of on or"
                  + " order primary rename replace revoke schema select set table to token truncate"
                  + " unlogged unset update use using view where with")
              .split(" "));

  private Names() {}

  /** Returns whether CQL takes the text for a name without quotes. */
  static boolean isName(String text) {
    return NAME.matcher(text).matches() && !CQL_WORDS.contains(text);
  }
}
