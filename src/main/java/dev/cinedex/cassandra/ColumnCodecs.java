package dev.cinedex.cassandra;

import com.datastax.oss.driver.api.core.type.codec.TypeCodec;
import com.datastax.oss.driver.api.core.type.codec.TypeCodecs;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.Function;

/**
 * The codecs of the column types that entities have. To look a codec up in the driver's registry
 * takes longer than to decode a value with it.
 */
public final class ColumnCodecs {
  private static final TypeCodec<String> TEXT = new TextCodec();

  private static final Map<String, TypeCodec<?>> CODECS =
      Map.of(
          "uuid",
          TypeCodecs.UUID,
          "text",
          TEXT,
          "int",
          TypeCodecs.INT,
          "date",
          TypeCodecs.DATE,
          "frozen<set<text>>",
          TypeCodecs.setOf(TEXT),
          "frozen<list<text>>",
          TypeCodecs.listOf(TEXT));

  private ColumnCodecs() {}

  /**
   * Returns the codec of a column.
   *
   * @param cqlType the type as CQL writes it
   * @throws NullPointerException when no entity has columns of the type
   */
  @SuppressWarnings("unchecked") // the values of a column have the Java type of its codec
  public static TypeCodec<Object> of(String cqlType) {
    return (TypeCodec<Object>) Objects.requireNonNull(CODECS.get(cqlType), cqlType);
  }

  /** Returns the codecs of several columns, in their order. */
  public static <T> List<TypeCodec<Object>> of(List<T> columns, Function<T, String> cqlType) {
    return columns.stream().map(column -> of(cqlType.apply(column))).toList();
  }
}
