package dev.cinedex.http;

import dev.cinedex.http.StaticFile.Part;
import jakarta.servlet.ServletException;
import jakarta.servlet.http.HttpServlet;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import jakarta.ws.rs.core.HttpHeaders;
import java.io.IOException;
import java.util.Map;

/** Serves files by name, from memory. */
final class FilesServlet extends HttpServlet {
  private static final long serialVersionUID = 1;

  private final transient Map<String, StaticFile> files;
  private final transient Map<String, String> headers;

  /**
   * @param files by the paths below the path of the servlet
   * @param headers of each answer
   */
  FilesServlet(Map<String, StaticFile> files, Map<String, String> headers) {
    this.files = files;
    this.headers = headers;
  }

  @Override
  protected void service(HttpServletRequest request, HttpServletResponse response)
      throws ServletException, IOException {
    headers.forEach(response::setHeader);
    if (SafeMethods.contains(request.getMethod())) {
      super.service(request, response);
    } else {
      response.setHeader(HttpHeaders.ALLOW, SafeMethods.ALLOW);
      response.sendError(HttpServletResponse.SC_METHOD_NOT_ALLOWED);
    }
  }

  @Override
  protected void doOptions(HttpServletRequest request, HttpServletResponse response) {
    response.setHeader(HttpHeaders.ALLOW, SafeMethods.ALLOW); // the superclass would add TRACE
  }

  @Override
  protected void doGet(HttpServletRequest request, HttpServletResponse response)
      throws IOException {
    String path = request.getPathInfo() == null ? "" : request.getPathInfo();
    StaticFile file = files.get(path);
    if (file == null) {
      response.sendError(
          HttpServletResponse.SC_NOT_FOUND, "This file does not exist. See / and /docs");
      return;
    }
    response.setHeader(HttpHeaders.ETAG, file.tag());
    response.setHeader(HttpHeaders.CACHE_CONTROL, "no-cache");
    String range = request.getHeader("Range");
    if (file.tag().equals(request.getHeader(HttpHeaders.IF_NONE_MATCH))) {
      response.setStatus(HttpServletResponse.SC_NOT_MODIFIED);
    } else if (range == null) {
      send(file, file.whole(), response);
    } else {
      sendPart(file, file.part(range), response);
    }
  }

  private static void sendPart(StaticFile file, Part part, HttpServletResponse response)
      throws IOException {
    int length = file.length();
    if (part.isEmpty()) {
      response.setHeader("Content-Range", "bytes */" + length);
      response.sendError(
          HttpServletResponse.SC_REQUESTED_RANGE_NOT_SATISFIABLE,
          "Range: ask for one range of bytes within the %d bytes of the file".formatted(length));
      return;
    }
    response.setStatus(HttpServletResponse.SC_PARTIAL_CONTENT);
    response.setHeader(
        "Content-Range", "bytes %d-%d/%d".formatted(part.from(), part.to() - 1, length));
    send(file, part, response);
  }

  private static void send(StaticFile file, Part part, HttpServletResponse response)
      throws IOException {
    response.setContentType(file.mediaType());
    response.setContentLength(part.length());
    file.write(part, response.getOutputStream());
  }
}
