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
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Where the value of each setting is from: the file, a variable of the environment that the file
 * names, or a system property, as Dropwizard reads them. A setting that is in none of them has the
 * default of its class, and is not listed.
 */
final class SettingsOrigins {
  /** Dropwizard's beginning of a system property that overrides a setting. */
  private static final String OVERRIDE = "dw.";

  private static final Pattern VARIABLE = Pattern.compile("\\$\\{(\\w+)(?::-([^}]*))?\\}");
  private static final Pattern SECRET = Pattern.compile("(?i).*(password|passphrase|secret)");

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
      boolean isSecret = SECRET.matcher(path).matches() && !value.isEmpty();
      return "%s: %s  # %s"
          .formatted(path, isSecret ? "(hidden)" : value, origin == null ? file : origin);
    }
  }

  /** Returns the settings of a file, in its order, and then those of system properties alone. */
  List<Setting> of(String yaml) throws IOException {
    Map<String, String> leaves = new LinkedHashMap<>();
    collect("", new YAMLMapper().readTree(yaml), leaves);
    List<Setting> settings = new ArrayList<>();
    leaves.forEach((path, value) -> settings.add(setting(path, value)));
    for (String name : new TreeSet<>(properties.stringPropertyNames())) {
      if (name.startsWith(OVERRIDE) && !leaves.containsKey(name.substring(OVERRIDE.length()))) {
        settings.add(overridden(name.substring(OVERRIDE.length()), name));
      }
    }
    return settings;
  }

  private static void collect(String path, JsonNode node, Map<String, String> leaves) {
    if (node.isObject() && !node.isEmpty()) {
      String prefix = path.isEmpty() ? "" : path + ".";
      node.properties().forEach(each -> collect(prefix + each.getKey(), each.getValue(), leaves));
    } else if (node.isArray() && !node.isEmpty()) {
      for (int i = 0; i < node.size(); i++) {
        collect("%s[%d]".formatted(path, i), node.get(i), leaves);
      }
    } else {
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
