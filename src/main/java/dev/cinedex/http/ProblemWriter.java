package dev.cinedex.http;

import com.fasterxml.jackson.databind.ObjectMapper;
import jakarta.servlet.http.HttpServletResponse;
import jakarta.ws.rs.core.HttpHeaders;
import java.io.IOException;

/** Answers with a problem outside Jersey. */
record ProblemWriter(ObjectMapper mapper) {
  void write(HttpServletResponse response, Problem problem) throws IOException {
    response.setStatus(problem.status());
    response.setContentType(Problem.MEDIA_TYPE);
    response.setHeader(HttpHeaders.CACHE_CONTROL, "no-store");
    if (problem.retryAfter() > 0) {
      response.setIntHeader(HttpHeaders.RETRY_AFTER, problem.retryAfter());
    }
    response.getOutputStream().write(mapper.writeValueAsBytes(problem.ofThisRequest()));
  }
}
