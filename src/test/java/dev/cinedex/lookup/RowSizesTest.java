package dev.cinedex.lookup;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.datastax.oss.driver.api.core.ProtocolVersion;
import com.datastax.oss.driver.api.core.type.codec.TypeCodec;
import com.datastax.oss.driver.api.core.type.codec.TypeCodecs;
import java.time.LocalDate;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.UUID;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

class RowSizesTest {
  private static final int OF_EACH_VALUE = 16;

  static Stream<Arguments> values() {
    return Stream.of(
        Arguments.of("", TypeCodecs.TEXT),
        Arguments.of("Amélie 日 🎬", TypeCodecs.TEXT),
        Arguments.of(1995, TypeCodecs.INT),
        Arguments.of(1_795_422_373_410_311L, TypeCodecs.BIGINT),
        Arguments.of(LocalDate.of(1995, 12, 15), TypeCodecs.DATE),
        Arguments.of(UUID.randomUUID(), TypeCodecs.UUID),
        Arguments.of(List.of(), TypeCodecs.listOf(TypeCodecs.TEXT)),
        Arguments.of(List.of("Al Pacino", "Ö"), TypeCodecs.listOf(TypeCodecs.TEXT)),
        Arguments.of(Set.of("Crime", "Drama"), TypeCodecs.setOf(TypeCodecs.TEXT)));
  }

  @ParameterizedTest
  @MethodSource("values")
  <T> void aValueHasTheSizeThatTheDriverEncodes(T value, TypeCodec<T> codec) {
    int encoded = codec.encode(value, ProtocolVersion.V4).remaining();

    assertThat(new RowSizes().of(List.of(value))).isEqualTo(OF_EACH_VALUE + encoded);
  }

  @Test
  void aRowHasTheSizesOfItsValues() {
    RowSizes sizes = new RowSizes();
    List<String> actors = List.of("Al Pacino");

    assertThat(sizes.of(Arrays.asList(actors, null, "x"))).isEqualTo(3 * OF_EACH_VALUE + 17 + 1);
    assertThat(sizes.of(List.of(actors))).isEqualTo(OF_EACH_VALUE + 17);
  }

  @Test
  void anotherTypeIsRefused() {
    assertThatThrownBy(() -> new RowSizes().of(List.of(1.5))).hasMessageContaining("Double");
  }
}
