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

/** Files of the class path; what is not there is a problem like any other. */
final class AssetsServlet extends AssetServlet {
  private static final long serialVersionUID = 1;
  private static final List<String> METHODS = List.of("GET", "HEAD", "OPTIONS");

  /**
   * @param resources their folder
   * @param index of the folder itself
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
    response.setHeader(HttpHeaders.ALLOW, String.join(",", METHODS)); // else with TRACE
  }

  @Override
  protected void doGet(HttpServletRequest request, HttpServletResponse response)
      throws ServletException, IOException {
    super.doGet(request, response);
    if (response.getStatus() == HttpServletResponse.SC_NOT_FOUND && !response.isCommitted()) {
      response.sendError(HttpServletResponse.SC_NOT_FOUND, "There is no such page");
    }
  }
}
