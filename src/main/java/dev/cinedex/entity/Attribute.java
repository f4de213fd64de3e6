package dev.cinedex.entity;

import com.google.common.base.CaseFormat;
import com.google.common.collect.Sets;
import java.time.LocalDate;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * One attribute of an entity. Its name is that of its column in the ledger and in lookup tables; an
 * entity type gives it its position.
 *
 * @param <T> the type of its values
 */
public final class Attribute<T> {
  private static final long MANY = 1_000;

  private final Shape shape;
  private final Set<Trait> traits;
  private final long distinctValues;
  private final int position;
  private final String jsonName;

  /**
   * The form of the values.
   *
   * @param elementName the name of one element of a multi-valued attribute; null for others
   * @param maxElements the number of elements that a valid entity may have; 1 for single values
   */
  private record Shape(
      String name, ValueType type, @Nullable String elementName, int maxElements) {}

  private enum Trait {
    OPTIONAL,
    EXPLICIT_NULL,
    KEY
  }

  private Attribute(Shape shape, Set<Trait> traits, long distinctValues, int position) {
    this.shape = shape;
    this.traits = Sets.immutableEnumSet(traits);
    this.distinctValues = distinctValues;
    this.position = position;
    this.jsonName = CaseFormat.LOWER_UNDERSCORE.to(CaseFormat.LOWER_CAMEL, shape.name);
  }

  public static Attribute<String> text(String name) {
    return single(name, ValueType.TEXT, Set.of(Trait.KEY));
  }

  /** A text that is too long for keys. */
  public static Attribute<String> longText(String name) {
    return single(name, ValueType.TEXT, Set.of());
  }

  public static Attribute<Integer> integer(String name) {
    return single(name, ValueType.INT, Set.of(Trait.KEY));
  }

  public static Attribute<LocalDate> date(String name) {
    return single(name, ValueType.DATE, Set.of(Trait.KEY));
  }

  /**
   * @param elementName the name of one element, such as {@code color} of {@code colors}
   * @param maxElements the number of elements that a valid entity may have, 1 or more
   */
  public static Attribute<Set<String>> set(String name, String elementName, int maxElements) {
    return several(name, ValueType.TEXT_SET, elementName, maxElements);
  }

  /** Returns an attribute as {@link #set} does, whose elements have an order of their own. */
  public static Attribute<List<String>> list(String name, String elementName, int maxElements) {
    return several(name, ValueType.TEXT_LIST, elementName, maxElements);
  }

  private static <T> Attribute<T> single(String name, ValueType type, Set<Trait> traits) {
    return new Attribute<>(new Shape(name, type, null, 1), traits, MANY, -1);
  }

  private static <T> Attribute<T> several(
      String name, ValueType type, String elementName, int maxElements) {
    return new Attribute<>(new Shape(name, type, elementName, maxElements), Set.of(), MANY, -1);
  }

  /** Returns the same attribute, which a valid entity may lack. */
  public Attribute<T> optional() {
    return with(Trait.OPTIONAL);
  }

  /** Returns the same attribute, for which the JSON of a state says null where it is absent. */
  public Attribute<T> explicitNull() {
    return with(Trait.EXPLICIT_NULL);
  }

  private Attribute<T> with(Trait trait) {
    return new Attribute<>(shape, Sets.union(traits, Set.of(trait)), distinctValues, position);
  }

  /**
   * Returns the same attribute with few distinct values (or elements): partitions by it grow large.
   */
  public Attribute<T> about(long expectedValues) {
    return new Attribute<>(shape, traits, expectedValues, position);
  }

  Attribute<T> at(int newPosition) {
    return new Attribute<>(shape, traits, distinctValues, newPosition);
  }

  public String name() {
    return shape.name;
  }

  /** The name in JSON: {@code releaseYear} for {@code release_year}. */
  public String jsonName() {
    return jsonName;
  }

  public ValueType type() {
    return shape.type;
  }

  /** The place among the attributes of its entity type, from 0. */
  public int position() {
    return position;
  }

  /** The name of one element; empty when there is only one value. */
  public Optional<String> elementName() {
    return Optional.ofNullable(shape.elementName);
  }

  public int maxElements() {
    return shape.maxElements;
  }

  /**
   * Returns whether a valid entity may lack the attribute; then a key may have it only in a table
   * of entities that have it.
   */
  public boolean isOptional() {
    return traits.contains(Trait.OPTIONAL);
  }

  boolean hasExplicitNull() {
    return traits.contains(Trait.EXPLICIT_NULL);
  }

  /** Returns whether the value itself may be part of a key; of multi-valued ones elements may. */
  public boolean mayBeKey() {
    return traits.contains(Trait.KEY);
  }

  public long distinctValues() {
    return distinctValues;
  }

  @Override
  public String toString() {
    return shape.name;
  }
}
