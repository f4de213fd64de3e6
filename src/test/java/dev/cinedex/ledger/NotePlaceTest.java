package dev.cinedex.ledger;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import java.util.UUID;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Golden values of a note's partition: with another rule an instance of another version would not
 * find the note of a claim, and would leave it to a sweeper.
 */
class NotePlaceTest {
  @ParameterizedTest
  @CsvSource(
      textBlock =
          """
          # entity id,                           claim id,                             shard, minute
          f0b70336-bc30-5a9f-bb64-65607359f0c5, 5f4fd000-96a3-11ee-8000-0242ac120002,     0, 2023-12-09T14:58:00Z
          6f9619ff-8b86-d011-b42d-00c04fc964ff, c6b1a400-0d10-11f0-b123-0242ac120002,    49, 2025-03-30T02:43:00Z
          c0ffee00-1234-4678-9abc-def012345678, 13814000-1dd2-11b2-bfff-ffffffffffff,    63, 1970-01-01T00:00:00Z
          """)
  void aClaimKeepsThePlaceOfItsNote(UUID id, UUID claimId, int shard, Instant minute) {
    assertThat(Note.of(id, claimId)).isEqualTo(new Note(shard, minute, id, claimId));
  }

  @Test
  void claimsOfTheSameMomentHaveOnePlaceAndAMinuteHasAllShards() {
    Instant now = Instant.parse("2026-11-26T12:00:00Z");

    assertThat(IntStream.range(0, 50).map(i -> shard(now.plusMillis(i)))).containsOnly(shard(now));
    assertThat(IntStream.range(0, 60_000).map(i -> shard(now.plusMillis(i))).distinct())
        .hasSize(Note.SHARDS);
  }

  private static int shard(Instant now) {
    return Note.of(UUID.randomUUID(), Note.claimId(now)).shard();
  }
}
