package dev.cinedex.entity;

import dev.cinedex.text.Utf8Order;
import java.time.LocalDate;
import java.util.Collection;
import java.util.Collections;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;

/** The types that the values of attributes have. */
public enum ValueType {
  TEXT("text"),
  INT("int"),
  DATE("date"),
  /** A set of texts, in the order of their UTF-8 bytes, as Cassandra returns it. */
  TEXT_SET("frozen<set<text>>"),
  /** A list of texts in the order given, each text once. */
  TEXT_LIST("frozen<list<text>>");

  private final String cql;

  ValueType(String cql) {
    this.cql = cql;
  }

  /** The type as CQL writes it. */
  public String cql() {
    return cql;
  }

  public boolean isMultiValued() {
    return this == TEXT_SET || this == TEXT_LIST;
  }

  /**
   * Returns the value in the one form in which equal values are equal: sets sorted, lists without
   * repetitions, both unmodifiable.
   *
   * @throws ClassCastException when the value is of another type
   */
  Object normalized(Object value) {
    return switch (this) {
      case TEXT -> String.class.cast(value);
      case INT -> Integer.class.cast(value);
      case DATE -> LocalDate.class.cast(value);
      case TEXT_SET -> sorted(texts(value));
      case TEXT_LIST -> List.copyOf(new LinkedHashSet<>(texts(value)));
    };
  }

  @SuppressWarnings("unchecked") // an attribute's type parameter says so
  private static Collection<String> texts(Object value) {
    return (Collection<String>) value;
  }

  private static Set<String> sorted(Collection<String> texts) {
    Set<String> sorted = new TreeSet<>(Utf8Order.COMPARATOR);
    sorted.addAll(texts);
    return Collections.unmodifiableSet(sorted);
  }
}
