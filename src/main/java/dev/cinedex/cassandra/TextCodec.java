package dev.cinedex.cassandra;

import com.datastax.oss.driver.api.core.ProtocolVersion;
import com.datastax.oss.driver.api.core.type.DataType;
import com.datastax.oss.driver.api.core.type.codec.TypeCodec;
import com.datastax.oss.driver.api.core.type.codec.TypeCodecs;
import com.datastax.oss.driver.api.core.type.reflect.GenericType;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;

/**
 * A codec of texts that decodes with {@link String#String(byte[], int, int,
 * java.nio.charset.Charset)}. The driver's codec uses a {@link java.nio.charset.CharsetDecoder},
 * which takes more time, and most values of rows are texts. Everything else is done by the driver's
 * codec.
 */
final class TextCodec implements TypeCodec<String> {
  private static final char REPLACEMENT = '\uFFFD';

  private final TypeCodec<String> codec = TypeCodecs.TEXT;

  @Override
  public @Nullable String decode(@Nullable ByteBuffer bytes, ProtocolVersion version) {
    if (bytes == null || !bytes.hasArray()) {
      return codec.decode(bytes, version);
    }
    String text =
        new String(
            bytes.array(),
            bytes.arrayOffset() + bytes.position(),
            bytes.remaining(),
            StandardCharsets.UTF_8);
    // A string replaces bytes that are not UTF-8; the driver's codec refuses them.
    return text.indexOf(REPLACEMENT) < 0 ? text : codec.decode(bytes, version);
  }

  @Override
  public @Nullable ByteBuffer encode(@Nullable String text, ProtocolVersion version) {
    return codec.encode(text, version);
  }

  @Override
  public String format(@Nullable String text) {
    return codec.format(text);
  }

  @Override
  public @Nullable String parse(@Nullable String literal) {
    return codec.parse(literal);
  }

  @Override
  public GenericType<String> getJavaType() {
    return codec.getJavaType();
  }

  @Override
  public DataType getCqlType() {
    return codec.getCqlType();
  }
}
