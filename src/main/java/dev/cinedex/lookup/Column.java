package dev.cinedex.lookup;

import dev.cinedex.entity.Attribute;
import dev.cinedex.entity.EntityType;
import dev.cinedex.entity.Rounded;
import dev.cinedex.entity.ValueType;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** A column of a lookup table, and where its value comes from. */
public final class Column {
  /** The entity's version that wrote the row. */
  public static final String VERSION = "version";

  /** The attribute that a row of an overloaded table comes from. */
  public static final String ROLE = "role";

  static final String BUCKET = "bucket";

  private final String name;
  private final String cqlType;
  private final boolean descending;
  private final ColumnSource source;

  private Column(String name, String cqlType, boolean descending, ColumnSource source) {
    this.name = name;
    this.cqlType = cqlType;
    this.descending = descending;
    this.source = source;
  }

  static Column id(EntityType entity) {
    return new Column(entity.idColumn(), "uuid", false, new ColumnSource.Id());
  }

  static Column value(Attribute<?> attribute) {
    return new Column(
        attribute.name(), attribute.type().cql(), false, new ColumnSource.Value(attribute));
  }

  /** A column of the elements of a multi-valued attribute. */
  static Column element(Attribute<?> attribute) {
    return text(attribute.elementName().orElseThrow(), new ColumnSource.Element(attribute));
  }

  static Column rounded(Rounded rounded) {
    return new Column(
        rounded.name(), ValueType.INT.cql(), false, new ColumnSource.Rounding(rounded));
  }

  /** A column that several multi-valued attributes feed, each under its role. */
  static Column overloaded(String name, Map<String, Attribute<?>> feeds) {
    Map<String, ColumnSource> sources = new LinkedHashMap<>();
    feeds.forEach((role, attribute) -> sources.put(role, new ColumnSource.Element(attribute)));
    return text(name, new ColumnSource.PerRole(name, sources));
  }

  static Column role(List<String> roles) {
    Map<String, ColumnSource> sources = new LinkedHashMap<>();
    roles.forEach(role -> sources.put(role, new ColumnSource.Constant(role)));
    return text(ROLE, new ColumnSource.PerRole(ROLE, sources));
  }

  static Column bucket(int buckets) {
    return new Column(BUCKET, ValueType.INT.cql(), false, new ColumnSource.Bucket(buckets));
  }

  private static Column text(String name, ColumnSource source) {
    return new Column(name, ValueType.TEXT.cql(), false, source);
  }

  Column ordered(boolean descendingOrder) {
    return new Column(name, cqlType, descendingOrder, source);
  }

  public String name() {
    return name;
  }

  /** The type as CQL writes it. */
  public String cqlType() {
    return cqlType;
  }

  /** Returns whether the rows of a partition are ordered from the greatest value down. */
  public boolean descending() {
    return descending;
  }

  ColumnSource source() {
    return source;
  }

  @Override
  public String toString() {
    return name;
  }
}
