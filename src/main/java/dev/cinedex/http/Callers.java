package dev.cinedex.http;

import dev.cinedex.access.Caller;
import dev.cinedex.access.Credentials;
import dev.cinedex.access.Role;
import jakarta.servlet.Filter;
import jakarta.servlet.FilterChain;
import jakarta.servlet.ServletException;
import jakarta.servlet.ServletRequest;
import jakarta.servlet.ServletResponse;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import jakarta.ws.rs.container.ContainerRequestContext;
import jakarta.ws.rs.core.HttpHeaders;
import java.io.IOException;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Finds out who sent a request, and leaves it in an attribute of the request. Where keys are
 * needed, only the pages and the health of the service are answered without one.
 */
public final class Callers implements Filter {
  private static final String ATTRIBUTE = Callers.class.getName();
  private static final Pattern BEARER = Pattern.compile("(?i)Bearer +(\\S+) *");
  private static final Pattern DOCUMENT = Pattern.compile("/openapi\\.(yaml|json)");

  /** The same for every reason: it must not tell how close a guess was. */
  private static final Problem REFUSAL =
      Problem.of(
          ProblemKind.UNAUTHENTICATED,
          "Send a valid API key as 'Authorization: Bearer cdx_…'. An operator makes one with 'java -jar cinedex.jar keys create NAME ROLE config.yml'");

  private final Function<String, Optional<Caller>> callerOf;
  private final Optional<Caller> withoutKey;
  private final Predicate<HttpServletRequest> open;
  private final Role least;
  private final RateLimit failures;
  private final ProblemWriter problems;

  /**
   * @param credentials checks the key or token of a request; empty to let everybody do everything,
   *     whatever a request brings
   * @param open tells which requests are answered without a key
   * @param least the role that all others need
   * @param failures limits how often an address may send a wrong key. A valid key is answered also
   *     from there, because many clients can share one address
   */
  private Callers(
      Optional<Credentials> credentials,
      Predicate<HttpServletRequest> open,
      Role least,
      RateLimit failures,
      ProblemWriter problems) {
    Optional<Caller> everybody = Optional.of(Caller.ANONYMOUS);
    this.withoutKey = credentials.isPresent() ? Optional.empty() : everybody;
    this.callerOf =
        credentials
            .<Function<String, Optional<Caller>>>map(known -> known::caller)
            .orElse(key -> everybody);
    this.open = open;
    this.least = least;
    this.failures = failures;
    this.problems = problems;
  }

  /** Returns the filter of the port of the API, where each operation needs a role of its own. */
  static Callers ofClients(
      Optional<Credentials> credentials, RateLimit failures, ProblemWriter problems) {
    return new Callers(credentials, Callers::isPublic, Role.READER, failures, problems);
  }

  /** Returns the filter of the admin port, whose tools are for operators. */
  static Callers ofAdministrators(
      Optional<Credentials> credentials, RateLimit failures, ProblemWriter problems) {
    return new Callers(credentials, AdminGuard::isOpen, Role.OPERATOR, failures, problems);
  }

  /** Returns who sent a request. */
  public static Caller of(HttpServletRequest request) {
    return (Caller) Objects.requireNonNull(request.getAttribute(ATTRIBUTE));
  }

  /** Returns who sent a request; null when nobody knows. */
  static @Nullable Caller find(HttpServletRequest request) {
    return (Caller) request.getAttribute(ATTRIBUTE);
  }

  /** Returns who sent a request. */
  public static Caller of(ContainerRequestContext request) {
    return (Caller) Objects.requireNonNull(request.getProperty(ATTRIBUTE));
  }

  /**
   * Checks that a caller has a role.
   *
   * @throws ProblemException when the role of the caller does not include it
   */
  static void require(Caller caller, Role needed) {
    if (!caller.role().includes(needed)) {
      throw new ProblemException(
          ProblemKind.WRONG_ROLE,
          "'%s' has the role %s, and this needs the role %s. Use a key or a token that has it"
              .formatted(caller.name(), caller.role().text(), needed.text()));
    }
  }

  @Override
  public void doFilter(ServletRequest request, ServletResponse response, FilterChain chain)
      throws IOException, ServletException {
    HttpServletRequest http = (HttpServletRequest) request;
    String header = http.getHeader(HttpHeaders.AUTHORIZATION);
    Optional<Caller> caller = caller(header);
    caller.ifPresent(known -> request.setAttribute(ATTRIBUTE, known));
    HttpServletResponse answer = (HttpServletResponse) response;
    boolean isAllowed;
    try {
      isAllowed = open.test(http) || isAllowed(caller, http, header != null, answer);
    } catch (ProblemException e) {
      problems.write(answer, e.problem());
      return;
    }
    if (isAllowed) {
      chain.doFilter(request, response);
    }
  }

  /**
   * Returns whether the caller is known; if not, answers the request.
   *
   * @throws ProblemException when the caller lacks the least role, or sent too many wrong keys
   */
  private boolean isAllowed(
      Optional<Caller> caller,
      HttpServletRequest request,
      boolean hasKey,
      HttpServletResponse response)
      throws IOException {
    if (caller.isPresent()) {
      require(caller.get(), least);
      return true;
    }
    if (hasKey) {
      failures.account(RateLimit.address(request)).charge(1);
    }
    response.setHeader(HttpHeaders.WWW_AUTHENTICATE, "Bearer realm=\"cinedex\"");
    problems.write(response, REFUSAL);
    return false;
  }

  private Optional<Caller> caller(@Nullable String header) {
    if (header == null) {
      return withoutKey;
    }
    Matcher bearer = BEARER.matcher(header);
    return bearer.matches() ? callerOf.apply(bearer.group(1)) : withoutKey;
  }

  private static boolean isPublic(HttpServletRequest request) {
    return StartingGuard.isAboutHealth(request)
        || Pages.isOf(request)
        || DOCUMENT.matcher(request.getRequestURI()).matches();
  }
}
