package dev.cinedex.ledger;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import java.util.UUID;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Golden values of a note's partition: with another rule nobody would find the notes that exist.
 */
class NotePlaceTest {
  @ParameterizedTest
  @CsvSource(
      textBlock =
          """
          # entity id,                           claim id,                             shard, minute
          f0b70336-bc30-5a9f-bb64-65607359f0c5, 5f4fd000-96a3-11ee-8000-0242ac120002,    12, 2023-12-09T14:58:00Z
          6f9619ff-8b86-d011-b42d-00c04fc964ff, c6b1a400-0d10-11f0-b123-0242ac120002,    17, 2025-03-30T02:43:00Z
          c0ffee00-1234-4678-9abc-def012345678, 13814000-1dd2-11b2-8000-000000000000,    48, 1970-01-01T00:00:00Z
          """)
  void aClaimKeepsThePlaceOfItsNote(UUID id, UUID claimId, int shard, Instant minute) {
    assertThat(Note.of(id, claimId)).isEqualTo(new Note(shard, minute, id, claimId));
  }
}
