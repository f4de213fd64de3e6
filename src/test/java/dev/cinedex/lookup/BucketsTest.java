package dev.cinedex.lookup;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.UUID;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Golden values of a part of the storage format: another rule would not find the rows it wrote. */
class BucketsTest {
  @ParameterizedTest
  @CsvSource(
      textBlock =
          """
          # id,                                  1,  4, 16, 64, 100, 256, 1024
          f0b70336-bc30-5a9f-bb64-65607359f0c5,  0,  0, 12, 12,  48,  12,   12
          00000000-0000-4000-8000-000000000006,  0,  2,  6,  6,  42,   6,    6
          6f9619ff-8b86-d011-b42d-00c04fc964ff,  0,  1,  1, 17,  77, 209,  465
          c0ffee00-1234-4678-9abc-def012345678,  0,  0,  0, 48,  84, 240,  240
          00000000-0000-0000-0000-000000000000,  0,  0,  0,  0,   0,   0,    0
          """)
  void anIdKeepsItsBucket(
      UUID id, int of1, int of4, int of16, int of64, int of100, int of256, int of1024) {
    assertThat(Buckets.of(id, 1)).isEqualTo(of1);
    assertThat(Buckets.of(id, 4)).isEqualTo(of4);
    assertThat(Buckets.of(id, 16)).isEqualTo(of16);
    assertThat(Buckets.of(id, 64)).isEqualTo(of64);
    assertThat(Buckets.of(id, 100)).isEqualTo(of100);
    assertThat(Buckets.of(id, 256)).isEqualTo(of256);
    assertThat(Buckets.of(id, 1024)).isEqualTo(of1024);
  }
}
