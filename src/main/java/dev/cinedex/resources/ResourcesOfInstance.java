package dev.cinedex.resources;

import static java.util.function.Function.identity;
import static java.util.stream.Collectors.toUnmodifiableMap;

import io.dropwizard.jersey.setup.JerseyEnvironment;
import jakarta.inject.Singleton;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.glassfish.jersey.internal.inject.AbstractBinder;

/**
 * The resources that need the instance. Jersey learns their classes when it starts, and asks for
 * the objects with the first request to each of them: by then the instance is open.
 */
final class ResourcesOfInstance extends AbstractBinder {
  /** It is above the rank of the objects that Jersey would make itself. */
  private static final int RANK = 1;

  private final List<Class<?>> types;
  private volatile Map<Class<?>, Object> resources = Map.of();

  ResourcesOfInstance(List<Class<?>> types) {
    this.types = List.copyOf(types);
  }

  void register(JerseyEnvironment jersey) {
    types.forEach(jersey::register);
    jersey.register(this);
  }

  /**
   * Gives Jersey the objects.
   *
   * @param all one object of each class
   * @throws IllegalArgumentException when one is missing, or Jersey does not know its class
   */
  void open(List<Object> all) {
    Map<Class<?>, Object> byType =
        all.stream().collect(toUnmodifiableMap(Object::getClass, identity()));
    if (!byType.keySet().equals(Set.copyOf(types))) {
      throw new IllegalArgumentException(
          "Jersey knows %s, but there are %s".formatted(types, byType.keySet()));
    }
    resources = byType;
  }

  @Override
  protected void configure() {
    types.forEach(this::bindTo);
  }

  private <T> void bindTo(Class<T> type) {
    bindFactory(() -> type.cast(Objects.requireNonNull(resources.get(type), type::getName)))
        .to(type)
        .in(Singleton.class)
        .ranked(RANK);
  }
}
