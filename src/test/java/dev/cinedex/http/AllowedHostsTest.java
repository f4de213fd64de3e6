package dev.cinedex.http;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Set;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class AllowedHostsTest {
  private static final AllowedHosts LOCAL = new AllowedHosts(Set.of(), true);
  private static final AllowedHosts OPEN = new AllowedHosts(Set.of(), false);
  private static final AllowedHosts LISTED = new AllowedHosts(Set.of("movies.example.org"), false);

  @ParameterizedTest
  @ValueSource(strings = {"localhost", "LOCALHOST", "127.0.0.1", "127.8.9.1", "[::1]", "::1"})
  void aLoopbackNameIsAlwaysAllowed(String host) {
    assertThat(LOCAL.allow(host)).isTrue();
    assertThat(OPEN.allow(host)).isTrue();
    assertThat(LISTED.allow(host)).isTrue();
  }

  @ParameterizedTest
  @CsvSource(
      textBlock =
          """
          evil.example.org     | false | false | false
          localhost.evil.org   | false | false | false
          127.0.0.1.evil.org   | false | false | false
          movies.example.org   | false | false | true
          Movies.Example.Org   | false | false | true
          cinedex              | false | true  | false
          10.1.2.3             | false | true  | false
          [2001:db8::1]        | false | true  | false
          """,
      delimiter = '|')
  void anotherNameIsAllowedWhereItIsSafeOrListed(
      String host, boolean onLoopback, boolean beyondLoopback, boolean withAList) {
    assertThat(LOCAL.allow(host)).isEqualTo(onLoopback);
    assertThat(OPEN.allow(host)).isEqualTo(beyondLoopback);
    assertThat(LISTED.allow(host)).isEqualTo(withAList);
  }

  @ParameterizedTest
  @CsvSource({
    "10.1.2.3,         false, true,  true",
    "127.0.0.1,        true,  true,  true",
    "evil.example.org, false, false, false"
  })
  void aProbeMayUseTheAddressOfAPod(
      String host, boolean onLoopback, boolean beyondLoopback, boolean withAList) {
    assertThat(LOCAL.allowProbe(host)).isEqualTo(onLoopback);
    assertThat(OPEN.allowProbe(host)).isEqualTo(beyondLoopback);
    assertThat(LISTED.allowProbe(host)).isEqualTo(withAList);
  }
}
