package dev.cinedex.cassandra;

import static com.datastax.oss.driver.api.core.ProtocolVersion.DEFAULT;
import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.datastax.oss.driver.api.core.type.codec.TypeCodecs;
import java.nio.ByteBuffer;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class TextCodecTest {
  private final TextCodec codec = new TextCodec();

  @ParameterizedTest
  @ValueSource(strings = {"", "Heat", "Amélie", "千と千尋の神隠し", "🎬 \uFFFD", "\u0000"})
  void decodesWhatTheDriverEncodes(String text) {
    ByteBuffer bytes = TypeCodecs.TEXT.encode(text, DEFAULT);
    ByteBuffer direct = ByteBuffer.allocateDirect(100).put(bytes.duplicate()).flip();

    assertThat(codec.decode(bytes, DEFAULT)).isEqualTo(text);
    assertThat(codec.decode(bytes.asReadOnlyBuffer(), DEFAULT)).isEqualTo(text);
    assertThat(codec.decode(direct, DEFAULT)).isEqualTo(text);
    assertThat(codec.encode(text, DEFAULT)).isEqualTo(bytes);
  }

  @Test
  void decodesAPartOfAnArrayAndLeavesTheBufferAsItWas() {
    ByteBuffer part = ByteBuffer.wrap(" Heat and more".getBytes(US_ASCII), 1, 4).slice();

    assertThat(codec.decode(part, DEFAULT)).isEqualTo("Heat");
    assertThat(codec.decode(part, DEFAULT)).isEqualTo("Heat");
  }

  @Test
  void decodesNoValueAsNull() {
    assertThat(codec.decode(null, DEFAULT)).isNull();
  }

  @Test
  void refusesWhatIsNotUtf8AsTheDriverDoes() {
    ByteBuffer loneSurrogate = ByteBuffer.wrap(new byte[] {(byte) 0xED, (byte) 0xA0, (byte) 0x80});

    assertThatThrownBy(() -> TypeCodecs.TEXT.decode(loneSurrogate, DEFAULT))
        .isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> codec.decode(loneSurrogate, DEFAULT))
        .isInstanceOf(IllegalArgumentException.class);
  }

  @Test
  void decodesTheElementsOfAList() {
    List<String> actors = List.of("Al Pacino", "Chloë Sevigny");
    ByteBuffer bytes = TypeCodecs.listOf(TypeCodecs.TEXT).encode(actors, DEFAULT);

    assertThat(ColumnCodecs.of("frozen<list<text>>").decode(bytes, DEFAULT)).isEqualTo(actors);
  }
}
