package dev.cinedex.entity;

import java.util.Arrays;
import java.util.Collection;
import java.util.Collections;
import java.util.List;
import java.util.Objects;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * The state of one entity, without its identity and version: a value for each attribute. Immutable.
 * Two states are equal when every value is: that is what makes an identical write a no-op.
 */
public final class EntityState {
  private final EntityType type;
  private final @Nullable Object[] values;

  private EntityState(EntityType type, @Nullable Object[] values) {
    this.type = type;
    this.values = values;
  }

  /**
   * @param values gives the value of each attribute; null for none
   * @throws IllegalArgumentException when an attribute that is not optional has no value
   */
  public static EntityState of(EntityType type, Function<Attribute<?>, @Nullable Object> values) {
    List<Attribute<?>> attributes = type.attributes();
    @Nullable Object[] state = new Object[attributes.size()];
    for (int i = 0; i < state.length; i++) {
      state[i] = normalized(attributes.get(i), values.apply(attributes.get(i)));
    }
    return new EntityState(type, state);
  }

  private static @Nullable Object normalized(Attribute<?> attribute, @Nullable Object value) {
    if (value != null) {
      return attribute.type().normalized(value);
    }
    if (attribute.isOptional()) {
      return null;
    }
    throw new IllegalArgumentException("The attribute '%s' has no value".formatted(attribute));
  }

  public static Builder builder(EntityType type) {
    return new Builder(type);
  }

  /** Collects the values of a state. */
  public static final class Builder {
    private final EntityType type;
    private final @Nullable Object[] values;

    private Builder(EntityType type) {
      this.type = type;
      this.values = new Object[type.attributes().size()];
    }

    public <T> Builder set(Attribute<T> attribute, @Nullable T value) {
      values[attribute.position()] = value;
      return this;
    }

    /**
     * @throws IllegalArgumentException when an attribute that is not optional has no value
     */
    public EntityState build() {
      return of(type, attribute -> values[attribute.position()]);
    }
  }

  public EntityType type() {
    return type;
  }

  /** Returns the value of each attribute, in their order; null where it has none. */
  public List<@Nullable Object> values() {
    return Collections.unmodifiableList(Arrays.asList(values));
  }

  /** Returns the attribute's value; null when it has none. */
  @SuppressWarnings("unchecked") // the builder takes values of the attribute's type alone
  public <T> @Nullable T get(Attribute<T> attribute) {
    return (T) values[attribute.position()];
  }

  /** Returns the value of an attribute that is not optional. */
  public <T> T require(Attribute<T> attribute) {
    return Objects.requireNonNull(get(attribute), attribute.name());
  }

  /** Returns the elements of a multi-valued attribute; none of another. */
  public Collection<?> elements(Attribute<?> attribute) {
    return get(attribute) instanceof Collection<?> elements ? elements : List.of();
  }

  /** Returns whether there is a value, or at least one element. */
  public boolean has(Attribute<?> attribute) {
    Object value = get(attribute);
    return value instanceof Collection<?> elements ? !elements.isEmpty() : value != null;
  }

  /** Returns this state with another value of one attribute. */
  public <T> EntityState with(Attribute<T> attribute, @Nullable T value) {
    @Nullable Object[] changed = values.clone();
    changed[attribute.position()] = normalized(attribute, value);
    return new EntityState(type, changed);
  }

  @Override
  public boolean equals(@Nullable Object other) {
    return other instanceof EntityState state
        && type == state.type
        && Arrays.equals(values, state.values);
  }

  @Override
  public int hashCode() {
    return Arrays.hashCode(values);
  }

  @Override
  public String toString() {
    return type + Arrays.toString(values);
  }
}
