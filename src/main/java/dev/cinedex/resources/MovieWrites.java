package dev.cinedex.resources;

import dev.cinedex.ledger.Change;
import dev.cinedex.ledger.Effect;
import dev.cinedex.ledger.EntityWriter;
import dev.cinedex.ledger.Head;
import dev.cinedex.ledger.Written;
import jakarta.ws.rs.core.Response;
import jakarta.ws.rs.core.Response.ResponseBuilder;
import jakarta.ws.rs.core.Response.Status;
import java.util.UUID;
import java.util.function.Function;

/**
 * Writes changes of movies and answers them; a dry run is answered by what it would write. A write
 * is answered by 202 when it is accepted, but not all of its lookup rows are acknowledged.
 */
public final class MovieWrites {
  private final EntityWriter writer;
  private final long previewBytes;

  /**
   * @param previewBytes the bytes of rows that the answer to a dry run shows whole
   */
  public MovieWrites(EntityWriter writer, long previewBytes) {
    this.writer = writer;
    this.previewBytes = previewBytes;
  }

  Response write(
      UUID id, Change change, boolean dryRun, Function<Written, ResponseBuilder> answer) {
    return (dryRun
            ? Response.ok(DryRunView.of(id, writer.preview(id, change), previewBytes))
            : answer.apply(writer.write(id, change)))
        .build();
  }

  /** Answers with the movie as it is after the write. */
  static ResponseBuilder movie(Written written) {
    return movie(written, written.effect() == Effect.CREATED ? Status.CREATED : Status.OK);
  }

  /**
   * @param status the status when all lookup rows are acknowledged
   */
  static ResponseBuilder movie(Written written, Status status) {
    return answer(written, status).entity(MovieView.of(written.head()));
  }

  /** Answers without a body. */
  static ResponseBuilder deleted(Written written) {
    return answer(written, Status.NO_CONTENT);
  }

  private static ResponseBuilder answer(Written written, Status status) {
    Head head = written.head();
    return Response.status(written.projected() ? status : Status.ACCEPTED)
        .tag(Preconditions.tag(head));
  }
}
