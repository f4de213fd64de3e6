package dev.cinedex.resources;

import static java.util.Objects.requireNonNull;

import com.fasterxml.jackson.annotation.JsonValue;
import dev.cinedex.entity.Attribute;
import dev.cinedex.entity.EntityState;
import dev.cinedex.ledger.Head;
import dev.cinedex.lists.ListEntry;
import dev.cinedex.lookup.Column;
import dev.cinedex.lookup.LookupRow;
import dev.cinedex.movie.Movie;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.UUID;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * A movie in an answer. Alone it has every attribute; in a list it has the attributes that the list
 * knows.
 *
 * @param fields the fields that have a value, in order
 */
record MovieView(@JsonValue Map<String, Object> fields) {

  static MovieView of(Head head) {
    EntityState state = requireNonNull(head.state());
    return of(head.entityId(), state::get, null, head.version());
  }

  static MovieView of(ListEntry entry) {
    LookupRow row = entry.row();
    EntityState state = entry.state();
    return of(
        row.entityId(),
        attribute -> state == null ? row.value(attribute) : state.get(attribute),
        row.value(Column.ROLE),
        entry.version());
  }

  private static MovieView of(
      UUID id,
      Function<Attribute<?>, @Nullable Object> values,
      @Nullable Object role,
      @Nullable Long version) {
    Map<String, Object> fields = new LinkedHashMap<>();
    fields.put("id", id);
    for (Attribute<?> attribute : Movie.ENTITY.attributes()) {
      put(fields, attribute.jsonName(), values.apply(attribute));
    }
    put(fields, Column.ROLE, role);
    put(fields, "version", version);
    return new MovieView(fields);
  }

  private static void put(Map<String, Object> fields, String name, @Nullable Object value) {
    if (value != null) {
      fields.put(name, value);
    }
  }
}
