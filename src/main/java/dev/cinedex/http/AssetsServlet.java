package dev.cinedex.http;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.dropwizard.servlets.assets.AssetServlet;
import jakarta.servlet.ServletException;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import jakarta.ws.rs.core.HttpHeaders;
import java.io.IOException;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Serves files of the class path, and answers with a problem when there is no such file. */
final class AssetsServlet extends AssetServlet {
  private static final long serialVersionUID = 1;
  private static final List<String> METHODS = List.of("GET", "HEAD", "OPTIONS");

  /**
   * @param resources the folder of the files
   * @param index the file that is sent for the folder itself
   */
  AssetsServlet(String resources, String path, @Nullable String index) {
    super(resources, path, index, UTF_8);
  }

  @Override
  protected void service(HttpServletRequest request, HttpServletResponse response)
      throws ServletException, IOException {
    if (METHODS.contains(request.getMethod())) {
      super.service(request, response);
    } else {
      response.setHeader(HttpHeaders.ALLOW, String.join(",", METHODS));
      response.sendError(HttpServletResponse.SC_METHOD_NOT_ALLOWED);
    }
  }

  @Override
  protected void doOptions(HttpServletRequest request, HttpServletResponse response) {
    response.setHeader(
        HttpHeaders.ALLOW, String.join(",", METHODS)); // the superclass would add TRACE
  }

  @Override
  protected void doGet(HttpServletRequest request, HttpServletResponse response)
      throws ServletException, IOException {
    super.doGet(request, response);
    if (response.getStatus() == HttpServletResponse.SC_NOT_FOUND && !response.isCommitted()) {
      response.sendError(HttpServletResponse.SC_NOT_FOUND, "This page does not exist. See /docs");
    }
  }
}
