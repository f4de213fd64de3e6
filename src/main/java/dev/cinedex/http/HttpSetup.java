package dev.cinedex.http;

import com.codahale.metrics.Meter;
import dev.cinedex.http.ConcurrencyLimits.Limits;
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

/** What every request passes: limits, filters, and errors that are problems wherever they arise. */
public final class HttpSetup {
  /** Where its WebJar has it; the version is that of the POM. */
  private static final String SWAGGER_UI = "/META-INF/resources/webjars/swagger-ui/5.34.1";

  private HttpSetup() {}

  public static void register(Configuration configuration, Limits limits, Environment environment) {
    JerseyEnvironment jersey = environment.jersey();
    jersey.register(new QueryParameters());
    jersey.register(new EncodingFilter());
    jersey.register(new HeadersFilter());
    makeErrorsProblems(configuration, environment);
    limit(limits, environment);
    document(environment);
    MutableServletContextHandler context = environment.getApplicationContext();
    // Else Jetty refuses an encoded slash in a name, whatever the connector allows.
    context.getServletHandler().setDecodeAmbiguousURIs(true);
    context.insertHandler(new EagerContentHandler(wholeBodies()));
  }

  /**
   * Waits for the body, without a thread, before anything is answered: else a request that is
   * refused before its body has come costs the connection, and nothing tells the client so. A piece
   * of a body counts for more than its bytes, since it may hold a buffer of 8 KiB. Of a body that
   * is larger the rest is left to be read.
   */
  private static RetainedContentLoaderFactory wholeBodies() {
    return new RetainedContentLoaderFactory(4 * RequestBodies.MOST_BYTES, 1 << 10, false);
  }

  /** Jersey's, Jetty's before Jersey, and ours. */
  private static void makeErrorsProblems(Configuration configuration, Environment environment) {
    if (configuration.getServerFactory() instanceof AbstractServerFactory server) {
      server.setRegisterDefaultExceptionMappers(false);
      // No unpacking of bodies, after whose failure Dropwizard may answer once more.
      server.getGzipFilterFactory().setBufferSize(DataSize.bytes(0));
    }
    environment.jersey().register(new ProblemMapper());
    ProblemErrorHandler errors = new ProblemErrorHandler(environment.getObjectMapper());
    environment.getApplicationContext().setErrorHandler(errors);
    environment.lifecycle().addServerLifecycleListener(server -> server.setErrorHandler(errors));
  }

  /** What goes on around Jersey. */
  private static void limit(Limits limits, Environment environment) {
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

  /** Else Jetty calls the length of an answer 0 whose body Jersey has not made for a HEAD. */
  private static void withoutLength(
      ServletRequest request, ServletResponse response, FilterChain chain)
      throws IOException, ServletException {
    chain.doFilter(request, response);
    boolean head = ((HttpServletRequest) request).getMethod().equals(HttpMethod.HEAD);
    if (head && ((HttpServletResponse) response).getStatus() < 400) {
      response.flushBuffer();
    }
  }

  private static void document(Environment environment) {
    ServletEnvironment servlets = environment.servlets();
    servlets
        .addServlet("docs", new AssetsServlet("/docs", "/docs", "index.html"))
        .addMapping("/docs/*");
    servlets
        .addServlet("swagger-ui", new AssetsServlet(SWAGGER_UI, "/docs/ui", null))
        .addMapping("/docs/ui/*");
  }
}
