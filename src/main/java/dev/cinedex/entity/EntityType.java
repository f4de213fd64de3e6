package dev.cinedex.entity;

import com.google.common.base.Ascii;
import com.google.common.base.CaseFormat;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.UUID;

/** A kind of entity: its name, its tables, and its attributes in order. */
public final class EntityType {
  private final String name;
  private final List<Attribute<?>> attributes;
  private final List<Rounded> rounded;

  private EntityType(String name, List<Attribute<?>> attributes, List<Rounded> rounded) {
    this.name = name;
    this.attributes = List.copyOf(attributes);
    this.rounded = List.copyOf(rounded);
  }

  /** Gives each attribute its position, in the order in which they are added. */
  public static final class Builder {
    private final String name;
    private final List<Attribute<?>> attributes = new ArrayList<>();
    private final List<Rounded> rounded = new ArrayList<>();

    /**
     * @param name in the singular, as in {@code customer_id}
     */
    public Builder(String name) {
      this.name = name;
    }

    public <T> Attribute<T> add(Attribute<T> attribute) {
      Attribute<T> placed = attribute.at(attributes.size());
      attributes.add(placed);
      return placed;
    }

    public Rounded add(Rounded column) {
      rounded.add(column);
      return column;
    }

    public EntityType build() {
      return new EntityType(name, attributes, rounded);
    }
  }

  public String name() {
    return name;
  }

  /** The ledger's table, such as {@code customers}. */
  public String table() {
    return name + "s";
  }

  /** The table of notes, such as {@code unsettled_customers}. */
  public String noteTable() {
    return "unsettled_" + table();
  }

  /** The column of the id, such as {@code customer_id}, in every table. */
  public String idColumn() {
    return name + "_id";
  }

  /** The id's name in JSON, such as {@code customerId}. */
  public String idField() {
    return CaseFormat.LOWER_UNDERSCORE.to(CaseFormat.LOWER_CAMEL, idColumn());
  }

  /** Names one entity at the beginning of a message: {@code Customer 4bb1…}. */
  public String titled(UUID id) {
    return Ascii.toUpperCase(name.charAt(0)) + name.substring(1) + " " + id;
  }

  /** The attributes, in order. */
  public List<Attribute<?>> attributes() {
    return attributes;
  }

  public List<Rounded> rounded() {
    return rounded;
  }

  public Optional<Attribute<?>> attribute(String attributeName) {
    return attributes.stream()
        .filter(attribute -> attribute.name().equals(attributeName))
        .<Attribute<?>>map(attribute -> attribute)
        .findFirst();
  }

  /** Returns the multi-valued attribute whose elements have the name. */
  public Optional<Attribute<?>> attributeOfElement(String elementName) {
    return attributes.stream()
        .filter(attribute -> attribute.elementName().filter(elementName::equals).isPresent())
        .<Attribute<?>>map(attribute -> attribute)
        .findFirst();
  }

  public Optional<Rounded> rounded(String columnName) {
    return rounded.stream().filter(column -> column.name().equals(columnName)).findFirst();
  }

  @Override
  public String toString() {
    return name;
  }
}
