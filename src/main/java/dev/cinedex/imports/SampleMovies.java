package dev.cinedex.imports;

import dev.cinedex.files.Format;
import dev.cinedex.files.ListText;
import dev.cinedex.ledger.EntityWriter;
import dev.cinedex.movie.MovieJson;
import java.io.IOException;
import java.io.InputStream;
import java.util.Objects;

/** The movies that the embedded service starts with. */
public final class SampleMovies {
  private static final String FILE = "/sample.ndjson";
  private static final ImportOptions OPTIONS =
      new ImportOptions(
          Format.NDJSON, new ListText(ListText.DEFAULT_SEPARATOR), Existing.KEEP, null);

  private final EntityWriter writer;
  private final MovieJson json;

  public SampleMovies(EntityWriter writer, MovieJson json) {
    this.writer = writer;
    this.json = json;
  }

  /** Writes the movies that never existed here; leaves those that were changed or deleted. */
  public void load() throws IOException {
    try (InputStream file =
        Objects.requireNonNull(SampleMovies.class.getResourceAsStream(FILE), FILE)) {
      new Import(writer, json, OPTIONS).run(file, Checkpoint.START, new Strict());
    }
  }

  private static final class Strict implements ImportListener {
    @Override
    public void lineDone() {}

    @Override
    public void reached(Checkpoint checkpoint) {}

    @Override
    public void rejected(long lineNumber, String line, String reason) {
      throw new IllegalStateException("%s, line %d: %s".formatted(FILE, lineNumber, reason));
    }
  }
}
