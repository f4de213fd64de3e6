package dev.cinedex.imports;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.cinedex.files.Format;
import dev.cinedex.files.ListText;
import dev.cinedex.ledger.Decision;
import dev.cinedex.ledger.Effect;
import dev.cinedex.ledger.Head;
import dev.cinedex.ledger.Writes;
import dev.cinedex.ledger.Written;
import dev.cinedex.movie.MovieJson;
import dev.cinedex.movie.Movies;
import io.dropwizard.jersey.validation.Validators;
import java.io.ByteArrayInputStream;
import java.util.ArrayDeque;
import java.util.List;
import java.util.Queue;
import java.util.UUID;
import org.junit.jupiter.api.Test;

class MovieWritesTest {
  private static final Head HEAD =
      new Head(UUID.randomUUID(), 1, Movies.heat(), null, null, null, false);

  @Test
  void aMovieWhoseRowsNeedASecondWriteCountsAsWritten() throws Exception {
    Queue<Written> answers =
        new ArrayDeque<>(
            List.of(
                new Written(HEAD, Effect.CREATED, false),
                new Written(HEAD, Effect.UNCHANGED, true)));
    MovieWrites writes =
        new MovieWrites((id, change) -> answers.remove(), new AdaptiveLimit(ImportRun.WRITERS));

    Written written = writes.write(HEAD.entityId(), head -> Decision.write(Movies.heat()));

    assertThat(written.effect()).isEqualTo(Effect.CREATED);
    assertThat(answers).isEmpty();
  }

  @Test
  void anErrorOfAWriterStopsTheImport() {
    Writes broken =
        (id, change) -> {
          throw new OutOfMemoryError("thrown by a test");
        };
    ImportOptions options =
        new ImportOptions(
            Format.NDJSON, new ListText(ListText.DEFAULT_SEPARATOR), Existing.KEEP, null);
    String lines =
        String.join(
            "\n",
            Movies.json("A", List.of("G"), List.of("x")),
            Movies.json("B", List.of("G"), List.of("x")));

    assertThatThrownBy(
            () ->
                new Import(broken, new MovieJson(Validators.newValidator()), options)
                    .run(
                        new ByteArrayInputStream(lines.getBytes(UTF_8)),
                        Checkpoint.START,
                        new IgnoringListener()))
        .isInstanceOf(ImportFailedException.class)
        .hasMessageContaining("OutOfMemoryError");
  }
}
