package dev.cinedex.browser;

import java.util.List;

/** Values that are content, and never markup, code, an address, or the name of a property. */
final class Hostile {
  static final String IMAGE = "<img src=x onerror=\"window.hacked=1\">";
  static final String SCRIPT = "\"><script>window.hacked=1</script>";
  static final String TEMPLATE = "${7*7}{{7*7}}";
  static final String OVERRIDE = "evil\u202Eexe.ivom";
  static final String LONG = "W".repeat(500);
  static final String PATH = "a/b?c#d%2F&e=f";
  static final String PROPERTY = "__proto__";

  static final List<String> VALUES =
      List.of(IMAGE, SCRIPT, TEMPLATE, OVERRIDE, LONG, PATH, PROPERTY);

  private Hostile() {}
}
