package dev.cinedex.lookup;

import static java.util.stream.Collectors.joining;

import dev.cinedex.entity.Attribute;
import dev.cinedex.entity.EntityType;
import dev.cinedex.entity.Rounded;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * Makes the columns of a key, each as it is named.
 *
 * @param present the attributes that an entity must have to be in the table
 * @param roles the feeds of the overloaded column; none when there is no such column
 */
record KeyColumns(EntityType entity, String table, List<Attribute<?>> present, List<String> roles) {
  private static final Pattern ORDERED = Pattern.compile("(\\S+)(?:\\s+(asc|desc))?");

  Column partition(KeyPart part) {
    return part.isOverloaded() ? overloaded(part) : column("partition", part.name());
  }

  Column clustering(String ordered) {
    Matcher matcher = ORDERED.matcher(ordered.strip());
    if (!matcher.matches()) {
      throw invalid(
          "clustering", "'%s' is not 'COLUMN', 'COLUMN asc' or 'COLUMN desc'".formatted(ordered));
    }
    return column("clustering", matcher.group(1)).ordered("desc".equals(matcher.group(2)));
  }

  private Column overloaded(KeyPart part) {
    if (isTaken(part.name())) {
      throw invalid(
          "partition",
          "'%s' cannot name a column that several attributes feed; the name must match %s, must not be a word of CQL or a parameter of lists, and must not be the name of another column"
              .formatted(part.name(), Names.FORM));
    }
    if (part.feeds().isEmpty()) {
      throw invalid(
          "partition", "nothing feeds '%s'; allowed: %s".formatted(part.name(), elements()));
    }
    Map<String, Attribute<?>> feeds = new LinkedHashMap<>();
    for (String feed : part.feeds()) {
      if (feeds.put(feed, feed(part, feed)) != null) {
        throw invalid("partition", "'%s' feeds '%s' twice".formatted(feed, part.name()));
      }
    }
    return Column.overloaded(part.name(), feeds);
  }

  private boolean isTaken(String name) {
    return !Names.isName(name)
        || Names.PARAMETERS.contains(name)
        || List.of(entity.idColumn(), Column.BUCKET, Column.VERSION, Column.ROLE).contains(name)
        || entity.attribute(name).isPresent()
        || entity.attributeOfElement(name).isPresent()
        || entity.rounded(name).isPresent();
  }

  private Attribute<?> feed(KeyPart part, String feed) {
    return entity
        .attributeOfElement(feed)
        .orElseThrow(
            () ->
                invalid(
                    "partition",
                    "'%s' cannot feed '%s'; allowed: %s".formatted(feed, part.name(), elements())));
  }

  private Column column(String field, String name) {
    if (name.equals(Column.ROLE) && !roles.isEmpty()) {
      return Column.role(roles);
    }
    Optional<Rounded> rounded = entity.rounded(name);
    if (rounded.isPresent()) {
      return Column.rounded(rounded.get());
    }
    Optional<Attribute<?>> attribute = entity.attribute(name).filter(Attribute::mayBeKey);
    if (attribute.isPresent()) {
      return value(field, attribute.get());
    }
    return entity
        .attributeOfElement(name)
        .map(Column::element)
        .orElseThrow(
            () ->
                invalid(
                    field, "'%s' cannot be part of a key; allowed: %s".formatted(name, allowed())));
  }

  private Column value(String field, Attribute<?> attribute) {
    if (attribute.isOptional() && !present.contains(attribute)) {
      throw invalid(
          field,
          "'%s' can be part of a key only with 'where: %s present', because a %s may lack it"
              .formatted(attribute, attribute, entity));
    }
    return Column.value(attribute);
  }

  private String allowed() {
    return Stream.of(
            entity.attributes().stream()
                .filter(Attribute::mayBeKey)
                .map(Attribute::name)
                .collect(joining(", ")),
            entity.rounded().stream().map(Rounded::name).collect(joining(", ")),
            elements(),
            roles.isEmpty() ? "" : Column.ROLE)
        .filter(names -> !names.isEmpty())
        .collect(joining(", "));
  }

  private String elements() {
    return entity.attributes().stream()
        .flatMap(attribute -> attribute.elementName().stream())
        .collect(joining(", "));
  }

  private InvalidLookupException invalid(String field, String reason) {
    return new InvalidLookupException(table, field, reason);
  }
}
