package dev.cinedex.resources;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.google.common.hash.Hashing;
import dev.cinedex.http.ProblemException;
import dev.cinedex.lists.ListQuery;
import dev.cinedex.lists.ListQuery.Range;
import dev.cinedex.lookup.Tables;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Base64;
import java.util.List;
import java.util.UUID;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A cursor is refused when this service did not make it for this list. */
class RefusedCursorsTest {
  private static final byte[] SECRET = new byte[32];
  private static final List<Object> AFTER =
      List.of("Heat", UUID.fromString("f0b70336-bc30-5a9f-bb64-65607359f0c5"));

  private final ListQuery query =
      new ListQuery(Tables.byActor(), List.of("Al Pacino"), false, new Range("H", null), null);
  private final Cursors cursors = TestCursors.signedWith(SECRET);

  @Test
  void aCursorOfAnotherServiceIsRefused() {
    Cursors other = TestCursors.signedWith("another secret".getBytes(StandardCharsets.UTF_8));

    assertThatThrownBy(() -> cursors.decode(other.encode(query, AFTER), query))
        .isInstanceOf(ProblemException.class)
        .hasMessageContaining("not made by this service");
  }

  @Test
  void aCursorOfAnotherListIsRefused() {
    ListQuery other = ListQuery.all(Tables.byActor(), List.of("Al Pacino"));

    assertThatThrownBy(() -> cursors.decode(cursors.encode(query, AFTER), other))
        .isInstanceOf(ProblemException.class)
        .hasMessageContaining("belongs to another list");
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "x", "AAAA", "!", "e30"})
  void textThatIsNoCursorIsRefused(String text) {
    assertThatThrownBy(() -> cursors.decode(text, query))
        .isInstanceOf(ProblemException.class)
        .hasMessageContaining("is damaged");
  }

  @Test
  void aCursorOfAnotherVersionIsRefused() {
    byte[] content = "{\"version\":2,\"list\":[],\"after\":[]}".getBytes(StandardCharsets.UTF_8);
    byte[] signature = Hashing.hmacSha256(SECRET).hashBytes(content).asBytes();
    byte[] cursor = Arrays.copyOf(signature, 16 + content.length);
    System.arraycopy(content, 0, cursor, 16, content.length);

    assertThatThrownBy(() -> cursors.decode(Base64.getUrlEncoder().encodeToString(cursor), query))
        .hasMessageContaining("another version");
  }
}
