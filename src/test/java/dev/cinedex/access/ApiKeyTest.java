package dev.cinedex.access;

import static org.assertj.core.api.Assertions.assertThat;

import java.security.SecureRandom;
import java.util.Locale;
import org.junit.jupiter.api.Test;

class ApiKeyTest {
  private final ApiKey key = ApiKey.random(new SecureRandom());

  @Test
  void aKeyIsReadAgain() {
    assertThat(ApiKey.parse(key.text())).contains(key);
    assertThat(key.text()).matches("cdx_[a-z2-7]{8}_[a-z2-7]{52}[0-9a-f]{8}").contains(key.id());
  }

  @Test
  void twoKeysDiffer() {
    ApiKey other = ApiKey.random(new SecureRandom());

    assertThat(other.id()).isNotEqualTo(key.id());
    assertThat(other.sha256()).isNotEqualTo(key.sha256());
  }

  @Test
  void aTypingErrorIsNoKey() {
    char last = key.text().charAt(60);
    String typed =
        key.text().substring(0, 60) + (last == 'a' ? 'b' : 'a') + key.text().substring(61);

    assertThat(ApiKey.parse(typed)).isEmpty();
  }

  @Test
  void anyOtherTextIsNoKey() {
    assertThat(ApiKey.parse("")).isEmpty();
    assertThat(ApiKey.parse("cdx_")).isEmpty();
    assertThat(ApiKey.parse(key.text() + " ")).isEmpty();
    assertThat(ApiKey.parse(key.text().toUpperCase(Locale.ROOT))).isEmpty();
  }

  @Test
  void theTextForLogsHasNoSecret() {
    assertThat(key.toString()).contains(key.id()).hasSizeLessThan(20);
  }
}
