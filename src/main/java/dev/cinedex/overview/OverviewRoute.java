package dev.cinedex.overview;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.google.common.hash.Hashing;
import dev.cinedex.access.Caller;
import dev.cinedex.access.Role;
import dev.cinedex.http.DirectReads.Route;
import dev.cinedex.http.DirectRequest;
import dev.cinedex.overview.OverviewView.CallerView;
import jakarta.servlet.http.HttpServletResponse;
import jakarta.ws.rs.core.HttpHeaders;
import jakarta.ws.rs.core.MediaType;
import java.io.IOException;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * The path {@code /overview}. It is answered before Jersey, which cannot answer while an instance
 * that opens late adds its resources.
 */
public final class OverviewRoute implements Function<List<String>, Optional<Route>> {
  private static final List<String> PATH = List.of("overview");

  private final Overview overview;
  private final ObjectMapper mapper;
  private volatile @Nullable Written last;

  public OverviewRoute(Overview overview, ObjectMapper mapper) {
    this.overview = overview;
    this.mapper = mapper;
  }

  /** An overview as a caller saw it. */
  private record Written(OverviewView view, Caller caller, String json, String tag) {}

  @Override
  public Optional<Route> apply(List<String> path) {
    return path.equals(PATH)
        ? Optional.of(new Route("readOverview", this::answer))
        : Optional.empty();
  }

  private void answer(DirectRequest request, HttpServletResponse response) throws IOException {
    request.parameters(List.of());
    request.mediaType(List.of(MediaType.APPLICATION_JSON));
    Written written = written(overview.view(), request.caller());
    response.setHeader(HttpHeaders.ETAG, written.tag);
    if (request.hasTag(written.tag)) {
      response.setStatus(HttpServletResponse.SC_NOT_MODIFIED);
      return;
    }
    response.setContentType(MediaType.APPLICATION_JSON);
    if (!request.isHead()) {
      response.getOutputStream().write(written.json.getBytes(UTF_8));
    }
  }

  private Written written(OverviewView view, Caller caller) throws JsonProcessingException {
    Written before = last;
    if (before != null && before.view.equals(view) && before.caller.equals(caller)) {
      return before;
    }
    List<String> roles = caller.role().included().stream().map(Role::text).toList();
    String json = mapper.writeValueAsString(view.seenBy(new CallerView(caller.name(), roles)));
    Written now =
        new Written(
            view, caller, json, "\"" + Hashing.murmur3_128().hashString(json, UTF_8) + "\"");
    last = now;
    return now;
  }
}
