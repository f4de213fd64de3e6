package dev.cinedex.http;

import com.codahale.metrics.Meter;
import io.dropwizard.core.Configuration;
import io.dropwizard.core.server.AbstractServerFactory;
import io.dropwizard.core.setup.Environment;
import io.dropwizard.jersey.setup.JerseyEnvironment;
import io.dropwizard.jetty.MutableServletContextHandler;
import io.dropwizard.jetty.setup.ServletEnvironment;
import io.dropwizard.util.DataSize;
import jakarta.servlet.DispatcherType;
import jakarta.servlet.Filter;
import jakarta.servlet.FilterChain;
import jakarta.servlet.ServletException;
import jakarta.servlet.ServletRequest;
import jakarta.servlet.ServletResponse;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import jakarta.ws.rs.HttpMethod;
import java.io.IOException;
import java.util.EnumSet;
import org.eclipse.jetty.server.handler.EagerContentHandler;
import org.eclipse.jetty.server.handler.EagerContentHandler.RetainedContentLoaderFactory;

/** Registers what every request passes: limits, filters, and the mapping of errors to problems. */
public final class HttpSetup {
  private HttpSetup() {}

  public static void register(Configuration configuration, Limits limits, Environment environment) {
    JerseyEnvironment jersey = environment.jersey();
    jersey.register(new QueryParameters());
    jersey.register(new StrictParameters());
    jersey.register(new EncodingFilter());
    jersey.register(new HeadersFilter());
    answerErrorsByProblems(configuration, environment);
    addServletFilters(limits, environment);
    serveDocumentation(environment.servlets());
    MutableServletContextHandler context = environment.getApplicationContext();
    // Otherwise Jetty refuses an encoded slash in a name, whatever the connector allows.
    context.getServletHandler().setDecodeAmbiguousURIs(true);
    context.insertHandler(new EagerContentHandler(wholeBodies()));
  }

  /**
   * Waits for the body, without a thread, before anything is answered. Otherwise a request that is
   * refused before its body has arrived costs the connection, and the client is not told. A piece
   * of a body counts for more than its bytes, because it may hold a buffer of 8 KiB. The rest of a
   * body that is larger is left for its reader.
   */
  private static RetainedContentLoaderFactory wholeBodies() {
    return new RetainedContentLoaderFactory(4 * StrictBodyReader.MAX_BYTES, 1 << 10, false);
  }

  /** Covers errors in Jersey, and in Jetty before it reaches Jersey. */
  private static void answerErrorsByProblems(Configuration configuration, Environment environment) {
    if (configuration.getServerFactory() instanceof AbstractServerFactory server) {
      server.setRegisterDefaultExceptionMappers(false);
      // Do not decompress bodies: after a failure Dropwizard may send a second answer.
      server.getGzipFilterFactory().setBufferSize(DataSize.bytes(0));
    }
    environment.jersey().register(new ProblemMappers());
    ProblemErrorHandler errors = new ProblemErrorHandler(environment.getObjectMapper());
    environment.getApplicationContext().setErrorHandler(errors);
    environment.lifecycle().addServerLifecycleListener(server -> server.setErrorHandler(errors));
  }

  /** Adds the filters that run around Jersey. */
  private static void addServletFilters(Limits limits, Environment environment) {
    Meter refused = environment.metrics().meter("cinedex.http.refused-requests");
    environment
        .servlets()
        .addFilter("limits", new ConcurrencyLimits(limits, environment.getObjectMapper(), refused))
        .addMappingForUrlPatterns(EnumSet.of(DispatcherType.REQUEST), false, "/*");
    environment
        .servlets()
        .addFilter("head", (Filter) HttpSetup::withoutLength)
        .addMappingForUrlPatterns(EnumSet.of(DispatcherType.REQUEST), false, "/*");
  }

  /** Jersey makes no body for HEAD; without this Jetty would report its length as 0. */
  private static void withoutLength(
      ServletRequest request, ServletResponse response, FilterChain chain)
      throws IOException, ServletException {
    chain.doFilter(request, response);
    boolean head = ((HttpServletRequest) request).getMethod().equals(HttpMethod.HEAD);
    if (head && ((HttpServletResponse) response).getStatus() < 400) {
      response.flushBuffer();
    }
  }

  private static void serveDocumentation(ServletEnvironment servlets) {
    servlets
        .addServlet("docs", new AssetsServlet("/docs", "/docs", "index.html"))
        .addMapping("/docs/*");
    servlets
        .addServlet("swagger-ui", new AssetsServlet(SwaggerUi.FOLDER, "/docs/ui", null))
        .addMapping("/docs/ui/*");
  }
}
