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
  private final RateLimit failures;
  private final ProblemWriter problems;

  private Callers(
      Function<String, Optional<Caller>> callerOf,
      Optional<Caller> withoutKey,
      RateLimit failures,
      ProblemWriter problems) {
    this.failures = failures;
    this.callerOf = callerOf;
    this.withoutKey = withoutKey;
    this.problems = problems;
  }

  /**
   * @param credentials checks the key or token of a request; empty to let everybody do everything,
   *     whatever a request brings
   * @param failures limits how often an address may send a wrong key. A valid key is answered also
   *     from there, because many clients can share one address
   */
  static Callers who(
      Optional<Credentials> credentials, RateLimit failures, ProblemWriter problems) {
    Optional<Caller> everybody = Optional.of(Caller.ANONYMOUS);
    return credentials
        .map(known -> new Callers(known::caller, Optional.empty(), failures, problems))
        .orElseGet(() -> new Callers(key -> everybody, everybody, failures, problems));
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
    if (caller.isEmpty() && !isPublic(http)) {
      refuse(http, header != null, (HttpServletResponse) response);
      return;
    }
    caller.ifPresent(known -> request.setAttribute(ATTRIBUTE, known));
    chain.doFilter(request, response);
  }

  private void refuse(HttpServletRequest request, boolean hasKey, HttpServletResponse response)
      throws IOException {
    try {
      if (hasKey) {
        failures.account(RateLimit.address(request)).charge(1);
      }
      response.setHeader(HttpHeaders.WWW_AUTHENTICATE, "Bearer realm=\"cinedex\"");
      problems.write(response, REFUSAL);
    } catch (ProblemException e) {
      problems.write(response, e.problem());
    }
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
