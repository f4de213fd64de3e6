package dev.cinedex.imports;

import dev.cinedex.imports.Import.Existing;
import dev.cinedex.ledger.EntityWriter;
import dev.cinedex.movie.MovieJson;
import java.io.IOException;
import java.io.InputStream;
import java.util.Objects;

/** The movies that the embedded service starts with. Loading them again brings nothing back. */
public final class SampleMovies {
  private final EntityWriter writer;
  private final MovieJson json;

  public SampleMovies(EntityWriter writer, MovieJson json) {
    this.writer = writer;
    this.json = json;
  }

  /** Writes those that never existed: not those that the user changed or deleted. */
  public void load() throws IOException {
    try (InputStream file =
        Objects.requireNonNull(SampleMovies.class.getResourceAsStream("/sample.ndjson"))) {
      new Import(writer, json, Existing.KEEP, null)
          .run(
              file,
              new Import.Listener() {
                @Override
                public void lineDone() {}

                @Override
                public void rejected(long lineNumber, String line, String reason) {
                  throw new IllegalStateException(
                      "SampleMovies, line " + lineNumber + ": " + reason);
                }
              });
    }
  }
}
