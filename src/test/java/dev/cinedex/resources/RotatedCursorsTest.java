package dev.cinedex.resources;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.cinedex.catalog.CursorKeys;
import dev.cinedex.http.ProblemException;
import dev.cinedex.lists.ListQuery;
import dev.cinedex.lookup.Tables;
import java.nio.ByteBuffer;
import java.time.Clock;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.junit.jupiter.api.Test;

/** Cursors while their key is rotated, by several instances whose clocks differ. */
class RotatedCursorsTest {
  private static final Instant BEGIN = Instant.parse("2026-11-26T12:00:00Z");
  private static final int FIRST = 0;
  private static final int NEXT = 1;
  private static final int LAST = 2;
  private static final List<Instant> BEGINS = List.of(Instant.EPOCH, BEGIN, BEGIN.plusSeconds(60));

  private static final List<Object> AFTER =
      List.of("Heat", UUID.fromString("f0b70336-bc30-5a9f-bb64-65607359f0c5"));

  private final ListQuery query = ListQuery.all(Tables.byActor(), List.of("Al Pacino"));

  private static Cursors at(Instant now, int... keys) {
    Map<Instant, ByteBuffer> secrets = new HashMap<>();
    for (int key : keys) {
      secrets.put(BEGINS.get(key), ByteBuffer.wrap(new byte[] {(byte) key}));
    }
    CursorKeys all = CursorKeys.of(secrets);
    return new Cursors(() -> all, Clock.fixed(now, ZoneOffset.UTC));
  }

  @Test
  void untilItBeginsANewKeyDoesNotSign() {
    String cursor = at(BEGIN.minusSeconds(1), FIRST, NEXT).encode(query, AFTER);

    assertThat(cursor).doesNotContain(".");
    assertThat(at(BEGIN, FIRST).decode(cursor, query)).isEqualTo(AFTER);
  }

  @Test
  void aNewKeySignsWithItsIdAndBothAreAccepted() {
    String before = at(BEGIN.minusSeconds(1), FIRST, NEXT).encode(query, AFTER);
    String after = at(BEGIN, FIRST, NEXT).encode(query, AFTER);

    assertThat(after).startsWith(Long.toString(BEGIN.getEpochSecond(), 36) + ".");
    Cursors slowClock = at(BEGIN.minusSeconds(20), FIRST, NEXT);
    assertThat(slowClock.decode(before, query)).isEqualTo(AFTER);
    assertThat(slowClock.decode(after, query)).isEqualTo(AFTER);
    assertThat(at(BEGIN.plusSeconds(20), FIRST, NEXT).decode(before, query)).isEqualTo(AFTER);
  }

  @Test
  void theCursorsOfADeletedKeyAreRefused() {
    String old = at(BEGIN, FIRST).encode(query, AFTER);

    assertRefused(old, at(BEGIN.plusSeconds(60), NEXT, LAST));
  }

  @Test
  void theIdOfAnotherKeyDoesNotHelp() {
    String cursor = at(BEGIN, FIRST, NEXT).encode(query, AFTER);
    String id = cursor.substring(0, cursor.indexOf('.') + 1);
    String body = cursor.substring(id.length());

    assertRefused(body, at(BEGIN, FIRST, NEXT));
    assertRefused(at(BEGIN, LAST).encode(query, AFTER), at(BEGIN, FIRST, NEXT));
    assertRefused(id + id + body, at(BEGIN, FIRST, NEXT));
    assertRefused("." + at(BEGIN, FIRST).encode(query, AFTER), at(BEGIN, FIRST, NEXT));
  }

  private void assertRefused(String cursor, Cursors cursors) {
    assertThatThrownBy(() -> cursors.decode(cursor, query))
        .isInstanceOf(ProblemException.class)
        .hasMessageContaining("a key that was replaced");
  }
}
