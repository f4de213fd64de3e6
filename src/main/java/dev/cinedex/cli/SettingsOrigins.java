package dev.cinedex.cli;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.dataformat.yaml.YAMLMapper;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * The origins of the values of settings: the file, variables of the environment that the file
 * names, and system properties, as Dropwizard reads them. A setting that is in none of them has the
 * default of its class.
 */
final class SettingsOrigins {
  /** Dropwizard's beginning of a system property that overrides a setting. */
  private static final String OVERRIDE = "dw.";

  private static final Pattern VARIABLE = Pattern.compile("\\$\\{(\\w+)(?::-([^}]*))?\\}");

  /** Names of settings whose values are secrets. */
  private static final Pattern SECRET =
      Pattern.compile("(?i).*(password|passphrase|secret|token|credential|api_?key)");

  private final Map<String, String> environment;
  private final Properties properties;

  SettingsOrigins(Map<String, String> environment, Properties properties) {
    this.environment = environment;
    this.properties = properties;
  }

  /**
   * A setting with its value.
   *
   * @param path of the setting, such as {@code limits.reads}
   * @param origin of the value; null for the file
   */
  record Setting(String path, String value, @Nullable String origin) {
    /** Returns the setting as a line for people, without the value of a secret. */
    String line(Path file) {
      String name = path.replaceFirst("(\\[\\d+])*$", "").replaceFirst(".*\\.", "");
      boolean isSecret = SECRET.matcher(name).matches() && !value.isEmpty();
      return "%s: %s  # %s"
          .formatted(path, isSecret ? "(hidden)" : value, origin == null ? file : origin);
    }
  }

  /** Returns the settings of a file, in its order, and then those of system properties alone. */
  List<Setting> of(String yaml) throws IOException {
    Map<String, String> leaves = new LinkedHashMap<>();
    collect("", new YAMLMapper().readTree(yaml), leaves);
    List<Setting> settings = new ArrayList<>();
    List<String> overridden =
        properties.stringPropertyNames().stream()
            .filter(name -> name.startsWith(OVERRIDE))
            .map(name -> name.substring(OVERRIDE.length()))
            .sorted()
            .toList();
    leaves.keySet().removeIf(path -> overridden.stream().anyMatch(whole -> isPartOf(path, whole)));
    leaves.forEach((path, value) -> settings.add(setting(path, value)));
    overridden.stream()
        .filter(path -> !leaves.containsKey(path))
        .forEach(path -> settings.add(overridden(path, OVERRIDE + path)));
    return settings;
  }

  /**
   * Returns the settings that have the default of their class.
   *
   * @param given all others
   * @param effective the whole configuration
   */
  static List<Setting> defaults(List<Setting> given, JsonNode effective) {
    Map<String, String> leaves = new LinkedHashMap<>();
    collect("", effective, leaves);
    return leaves.entrySet().stream()
        .filter(leaf -> given.stream().noneMatch(each -> isSame(each.path(), leaf.getKey())))
        .map(leaf -> new Setting(leaf.getKey(), leaf.getValue(), "default"))
        .toList();
  }

  /** Returns whether two paths are the same, or one is part of the other. */
  private static boolean isSame(String path, String other) {
    return path.equals(other) || isPartOf(path, other) || isPartOf(other, path);
  }

  private static boolean isPartOf(String path, String whole) {
    return path.startsWith(whole + "[") || path.startsWith(whole + ".");
  }

  private static void collect(String path, JsonNode node, Map<String, String> leaves) {
    if (node.isObject() && !node.isEmpty()) {
      String prefix = path.isEmpty() ? "" : path + ".";
      // A dot in a name is written as Dropwizard reads it in a system property.
      node.properties()
          .forEach(
              each -> collect(prefix + each.getKey().replace(".", "\\."), each.getValue(), leaves));
    } else if (node.isArray() && !node.isEmpty()) {
      for (int i = 0; i < node.size(); i++) {
        collect("%s[%d]".formatted(path, i), node.get(i), leaves);
      }
    } else if (!node.isNull()) {
      leaves.put(path, node.isContainerNode() ? node.toString() : node.asText());
    }
  }

  private Setting setting(String path, String written) {
    if (properties.containsKey(OVERRIDE + path)) {
      return overridden(path, OVERRIDE + path);
    }
    List<String> origins = new ArrayList<>();
    StringBuilder value = new StringBuilder();
    Matcher variable = VARIABLE.matcher(written);
    while (variable.find()) {
      String name = variable.group(1);
      String given = environment.get(name);
      origins.add(given == null ? name + " is not set" : name);
      String replaced = given == null ? String.valueOf(variable.group(2)) : given;
      variable.appendReplacement(value, Matcher.quoteReplacement(replaced));
    }
    variable.appendTail(value);
    return new Setting(
        path, value.toString(), origins.isEmpty() ? null : String.join(", ", origins));
  }

  private Setting overridden(String path, String property) {
    return new Setting(path, properties.getProperty(property), "-D" + property);
  }
}
