package dev.cinedex.http;

import static java.util.stream.Collectors.partitioningBy;

import dev.cinedex.metrics.Metrics;
import io.dropwizard.core.Configuration;
import io.dropwizard.core.server.AbstractServerFactory;
import io.dropwizard.core.setup.Environment;
import io.dropwizard.jersey.errors.EofExceptionWriterInterceptor;
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
import java.time.Duration;
import java.time.InstantSource;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.eclipse.jetty.server.Connector;
import org.eclipse.jetty.server.NetworkConnectionLimit;
import org.eclipse.jetty.server.Server;

/** Registers what every request passes: limits, filters, and the mapping of errors to problems. */
public final class HttpSetup {
  /** Dropwizard's name of the connectors of the admin port. */
  private static final String ADMIN = "admin";

  private static final int ADMIN_CONNECTIONS = 100;

  private HttpSetup() {}

  /** Registers everything. */
  public static void register(
      Configuration configuration, Gates gates, Metrics metrics, Environment environment) {
    registerFilters(environment.jersey());
    answerErrorsByProblems(configuration, environment);
    limitServer(TrustedProxies.of(configuration.getServerFactory()), gates.limits(), environment);
    AllowedHosts hosts = AllowedHosts.of(configuration.getServerFactory());
    MemoryBudget memory = new MemoryBudget(Runtime.getRuntime().maxMemory(), gates.limits());
    metrics.gauge(
        "cinedex_bytes_in_flight",
        "Memory that the requests which are running have reserved, at most half of the heap",
        memory::reservedBytes);
    ServletEnvironment servlets = environment.servlets();
    ProblemWriter problems = new ProblemWriter(environment.getObjectMapper());
    addFilter(servlets, "request-ids", new RequestIds());
    addFilter(servlets, "metrics", new RequestMetrics(metrics));
    if (gates.credentials().isPresent()) {
      audit(ofStrangers(gates.limits(), metrics), environment);
    }
    addFilter(servlets, "security-headers", new SecurityHeaders());
    addFilter(servlets, "site", new SiteGuard(hosts, StartingGuard::isAboutHealth, problems));
    RateLimit wrongKeys = ofStrangers(gates.limits(), metrics);
    addFilter(servlets, "callers", Callers.ofClients(gates.credentials(), wrongKeys, problems));
    addFilter(servlets, "starting", new StartingGuard(gates.open(), problems));
    addFilter(servlets, "limits", new ConcurrencyLimits(gates.limits(), memory, problems, metrics));
    addFilter(servlets, "head", HttpSetup::withoutLength);
    Callers administrators = Callers.ofAdministrators(gates.credentials(), wrongKeys, problems);
    guardAdmin(configuration, administrators, environment);
    Pages.register(environment.servlets());
    MutableServletContextHandler context = environment.getApplicationContext();
    // Otherwise Jetty refuses an encoded slash in a name, whatever the connector allows.
    context.getServletHandler().setDecodeAmbiguousURIs(true);
    context.insertHandler(
        new BodyCollector(memory.bodies(), metrics, environment.getObjectMapper()));
    context.insertHandler(new SlowReaders(SlowReaders.GRACE));
  }

  private static void registerFilters(JerseyEnvironment jersey) {
    jersey.register(new RoleFilter());
    jersey.register(new QueryParameters());
    jersey.register(new StrictParameters());
    jersey.register(new ContentTypeFilter());
    jersey.register(new EncodingFilter());
    jersey.register(new HeadersFilter());
  }

  /** Returns a limit of what an address may do in a minute without a valid key. */
  private static RateLimit ofStrangers(Limits limits, Metrics metrics) {
    int most = limits.failedSignIns();
    String rule =
        "Too many wrong keys came from this address: at most %d a minute (limits.failedSignIns)"
            .formatted(most);
    return new RateLimit(most, Duration.ofMinutes(1), rule, metrics);
  }

  /** Records what clients of both ports do. */
  private static void audit(RateLimit strangers, Environment environment) {
    InstantSource clock = InstantSource.system();
    addFilter(environment.servlets(), "audit", Audit.ofClients(clock, strangers));
    addFilter(environment.admin(), "audit", Audit.ofAdministrators(clock, strangers));
  }

  /**
   * Covers errors in Jersey, and in Jetty before it reaches Jersey. A client that leaves is no
   * error.
   */
  private static void answerErrorsByProblems(Configuration configuration, Environment environment) {
    if (configuration.getServerFactory() instanceof AbstractServerFactory server) {
      server.setRegisterDefaultExceptionMappers(false);
      // Do not decompress bodies: after a failure Dropwizard may send a second answer.
      server.getGzipFilterFactory().setBufferSize(DataSize.bytes(0));
    }
    environment.jersey().register(new ProblemMappers());
    environment.jersey().register(new EofExceptionWriterInterceptor(environment.metrics()));
    ProblemErrorHandler errors = new ProblemErrorHandler(environment.getObjectMapper());
    environment.getApplicationContext().setErrorHandler(errors);
    environment.lifecycle().addServerLifecycleListener(server -> server.setErrorHandler(errors));
  }

  private static void limitServer(TrustedProxies proxies, Limits limits, Environment environment) {
    ServerStart.prepare(
        environment.lifecycle(),
        server -> {
          proxies.restrict(server);
          limitConnections(server, limits.connections());
          SlowReaders.boundSendBuffers(server);
        });
  }

  /**
   * Limits the connections of clients, and those of the admin port, which must answer meanwhile.
   */
  static void limitConnections(Server server, int ofClients) {
    Map<Boolean, List<Connector>> connectors =
        Stream.of(server.getConnectors())
            .collect(partitioningBy(connector -> ADMIN.equals(connector.getName())));
    connectors.forEach(
        (admin, each) ->
            server.addBean(
                new NetworkConnectionLimit(
                    admin ? ADMIN_CONNECTIONS : ofClients, each.toArray(Connector[]::new))));
  }

  private static void guardAdmin(
      Configuration configuration, Callers administrators, Environment environment) {
    boolean tools =
        configuration.getServerFactory() instanceof CinedexServerFactory ours && ours.adminTools();
    ProblemWriter problems = new ProblemWriter(environment.getObjectMapper());
    AllowedHosts hosts = AllowedHosts.of(configuration.getServerFactory());
    addFilter(environment.admin(), "security-headers", new SecurityHeaders());
    addFilter(environment.admin(), "site", new SiteGuard(hosts, AdminGuard::isOpen, problems));
    addFilter(environment.admin(), "tools", new AdminGuard(tools, problems));
    addFilter(environment.admin(), "callers", administrators);
  }

  private static void addFilter(ServletEnvironment servlets, String name, Filter filter) {
    servlets
        .addFilter(name, filter)
        .addMappingForUrlPatterns(EnumSet.of(DispatcherType.REQUEST), true, "/*");
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
}
