package dev.cinedex.ledger;

import static org.assertj.core.api.Assertions.assertThat;

import dev.cinedex.entity.EntityState;
import dev.cinedex.movie.Movies;
import java.util.List;
import java.util.Objects;
import java.util.UUID;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class KnownHeadsTest {
  private final KnownHeads heads = new KnownHeads();
  private final UUID id = UUID.randomUUID();

  @Test
  void aHeadIsTakenOnce() {
    Head head = head(id, 7, Movies.heat());

    heads.remember(head);

    assertThat(heads.take(UUID.randomUUID())).isNull();
    assertThat(heads.take(id)).isSameAs(head);
    assertThat(heads.take(id)).isNull();
  }

  @Test
  void aDeletedEntityIsRememberedToo() {
    heads.remember(head(id, 8, null));

    assertThat(Objects.requireNonNull(heads.take(id)).exists()).isFalse();
  }

  @Test
  void nothingIsRememberedOfAnEntityThatOthersWrite() {
    heads.remember(head(id, 7, Movies.heat()));

    heads.othersWrite(id);
    heads.remember(head(id, 9, Movies.heat()));

    assertThat(heads.take(id)).isNull();
  }

  @Test
  void headsTakeEightMebibytesAtMost() {
    String text = "x".repeat(100_000);
    EntityState large = Movies.with(Movies.heat()).synopsis(text).state();
    List<UUID> ids = Stream.generate(UUID::randomUUID).limit(1_000).toList();

    ids.forEach(each -> heads.remember(head(each, 1, large)));

    long bytes = ids.stream().map(heads::take).filter(Objects::nonNull).count() * text.length();
    assertThat(bytes).isBetween(4L << 20, 8L << 20);
  }

  private static Head head(UUID id, long version, @Nullable EntityState state) {
    return new Head(id, version, state, null, UUID.randomUUID(), null, true);
  }
}
