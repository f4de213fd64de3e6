package dev.cinedex.lookup;

import com.fasterxml.jackson.annotation.JsonCreator;
import com.fasterxml.jackson.annotation.JsonValue;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A column of the partition key, as it is declared.
 *
 * @param name the column's name
 * @param feeds what gives the column its values: one attribute or element, or several when it is
 *     overloaded
 */
public record KeyPart(String name, List<String> feeds) {
  public KeyPart {
    feeds = List.copyOf(feeds);
  }

  /**
   * Reads a column as YAML has it.
   *
   * @param yaml a name, or a name with a list of feeds: {@code {contact: [phone, mail]}}
   */
  @JsonCreator(mode = JsonCreator.Mode.DELEGATING)
  static KeyPart of(Object yaml) {
    if (yaml instanceof Map<?, ?> named && named.size() == 1) {
      Map.Entry<?, ?> part = named.entrySet().iterator().next();
      Object feeds = part.getValue();
      return new KeyPart(
          String.valueOf(part.getKey()),
          texts(feeds instanceof List<?> several ? several : Collections.singletonList(feeds)));
    }
    String name = String.valueOf(yaml);
    return new KeyPart(name, List.of(name));
  }

  /** Turns null into the text "null", so that validation can reject it by name. */
  static List<String> texts(@Nullable List<?> yaml) {
    return yaml == null ? List.of() : yaml.stream().map(String::valueOf).toList();
  }

  @JsonValue
  Object yaml() {
    return isOverloaded() ? Map.of(name, feeds) : name;
  }

  boolean isOverloaded() {
    return !feeds.equals(List.of(name));
  }
}
