package dev.cinedex.http;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import org.eclipse.jetty.http.HttpHeader;
import org.eclipse.jetty.http.HttpStatus;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.Response;
import org.eclipse.jetty.server.handler.ErrorHandler;
import org.eclipse.jetty.util.Callback;
import org.jspecify.annotations.Nullable;

/** Answers with a problem when Jetty refuses a request before Jersey sees it. */
final class ProblemErrorHandler extends ErrorHandler {
  private final ObjectMapper mapper;

  ProblemErrorHandler(ObjectMapper mapper) {
    this.mapper = mapper;
  }

  @Override
  public boolean errorPageForMethod(String method) {
    return true;
  }

  @Override
  protected void generateResponse(
      Request request,
      Response response,
      int code,
      @Nullable String message,
      @Nullable Throwable cause,
      Callback callback) {
    response.getHeaders().put(HttpHeader.CONTENT_TYPE, Problem.MEDIA_TYPE);
    SecurityHeaders.HEADERS.forEach(response.getHeaders()::put);
    String given = response.getHeaders().get(RequestIds.HEADER);
    String id = given == null ? RequestIds.of(request) : given; // from the filter, which logged it
    response.getHeaders().put(RequestIds.HEADER, id);
    response.write(true, problem(code, message, id), callback);
  }

  private ByteBuffer problem(int status, @Nullable String message, String id) {
    String title = HttpStatus.getMessage(status);
    String detail = message == null ? title : message;
    try {
      return ByteBuffer.wrap(
          mapper.writeValueAsBytes(Problem.of(status, title, detail).ofRequest(id)));
    } catch (JsonProcessingException e) {
      throw new UncheckedIOException(e);
    }
  }
}
