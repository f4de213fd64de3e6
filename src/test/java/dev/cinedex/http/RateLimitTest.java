package dev.cinedex.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.cinedex.metrics.Metrics;
import jakarta.servlet.http.HttpServletRequest;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class RateLimitTest {
  private final RateLimit limit =
      new RateLimit(10, Duration.ofHours(10), "At most 10", new Metrics());

  private void assertRefused(String client, long tokens) {
    assertRefused(limit.account(client), tokens, "");
  }

  private static void assertRefused(RateLimit.Account account, long tokens, String wait) {
    assertThatThrownBy(() -> account.charge(tokens))
        .isInstanceOf(ProblemException.class)
        .hasMessageStartingWith("At most 10. Try again in " + wait);
  }

  private void take(String client, long tokens) {
    limit.account(client).charge(tokens);
  }

  @Test
  void aClientHasAFullBucketAndNoMore() {
    take("a", 4);
    assertRefused("a", 7);
    take("a", 6);
    assertRefused("a", 1);
  }

  @Test
  void clientsDoNotShareABucket() {
    take("a", 10);
    take("b", 10);
    assertRefused("a", 1);
  }

  @Test
  void whatCostsMoreThanAFullBucketTakesAFullOne() {
    take("a", 1_000);
    take("b", 1);
    assertRefused("b", 1_000);
  }

  @Test
  void aRequestTakesAFullBucketAtMostInAllItsSteps() {
    RateLimit.Account request = limit.account("a");
    request.charge(1);
    request.charge(250);
    request.charge(250);

    assertRefused("a", 1);
  }

  /** The wait that it is told is for the whole request. */
  @Test
  void aRequestThatIsRefusedLaterGetsBackWhatItTook() {
    take("a", 3);
    RateLimit.Account request = limit.account("a");
    request.charge(4);
    assertRefused(request, 5, "7200 s"); // for 9 of 7, at 1 an hour

    take("a", 7);
    assertRefused("a", 1);
  }

  @ParameterizedTest
  @CsvSource({
    "192.0.2.7, 192.0.2.7",
    "[2001:db8:1:2:3:4:5:6], 20010db800010002",
    "2001:db8:1:2:ffff::1%eth0, 20010db800010002",
    "unknown, unknown"
  })
  void anAddressOfVersion6IsItsNetwork(String sent, String address) {
    HttpServletRequest request = Stubs.of(HttpServletRequest.class, Map.of("getRemoteAddr", sent));

    assertThat(RateLimit.address(request)).isEqualTo(address);
  }
}
