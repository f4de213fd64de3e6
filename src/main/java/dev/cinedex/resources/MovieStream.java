package dev.cinedex.resources;

import com.fasterxml.jackson.databind.ObjectMapper;
import dev.cinedex.lists.EntityList;
import dev.cinedex.lists.ListEntry;
import jakarta.ws.rs.core.StreamingOutput;
import java.io.IOException;
import java.io.OutputStream;
import java.util.List;
import java.util.function.Function;

/**
 * A whole list as NDJSON, one movie on each line. It is read as fast as the client takes it: the
 * thread waits for the socket.
 *
 * @param nextPage reads the page that follows a position
 */
record MovieStream(
    EntityList first, Function<List<Object>, EntityList> nextPage, ObjectMapper mapper)
    implements StreamingOutput {

  /** The rows that are read together, and are in memory at the same time. */
  static final int PAGE = 200;

  @Override
  public void write(OutputStream out) throws IOException {
    EntityList page = first;
    while (true) {
      for (ListEntry entry : page.entries()) {
        out.write(mapper.writeValueAsBytes(MovieView.of(entry)));
        out.write('\n');
      }
      if (page.next() == null) {
        return;
      }
      page = nextPage.apply(page.next());
    }
  }
}
