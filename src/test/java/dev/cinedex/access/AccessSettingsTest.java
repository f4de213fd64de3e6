package dev.cinedex.access;

import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.cinedex.access.AccessSettings.Security;
import dev.cinedex.errors.StartupException;
import java.util.Map;
import org.junit.jupiter.api.Test;

class AccessSettingsTest {
  @Test
  void onLoopbackNoKeyIsNeeded() {
    assertThatCode(() -> AccessSettings.DEFAULT.requireSafe(true)).doesNotThrowAnyException();
  }

  @Test
  void beyondLoopbackKeysAreNeeded() {
    assertThatThrownBy(() -> AccessSettings.DEFAULT.requireSafe(false))
        .isInstanceOf(StartupException.class)
        .hasMessageContaining("KEYS_FILE")
        .hasMessageContaining("SECURITY=open");
    assertThatCode(() -> new AccessSettings(Security.KEYS, "keys", null).requireSafe(false))
        .doesNotThrowAnyException();
  }

  @Test
  void somebodyCanSayThatItIsOpen() {
    assertThatCode(() -> new AccessSettings(Security.OPEN, "", null).requireSafe(false))
        .doesNotThrowAnyException();
  }

  @Test
  void openBesideKeysIsRefused() {
    assertThatThrownBy(() -> new AccessSettings(Security.OPEN, "keys", null).requireSafe(true))
        .isInstanceOf(StartupException.class)
        .hasMessageContaining("only one of them");
  }

  @Test
  void anIssuerOfTokensWithoutItsKeysIsRefused() {
    TokenSettings half = new TokenSettings("", "https://issuer.test", "cinedex", "r", Map.of());

    assertThatThrownBy(() -> new AccessSettings(Security.KEYS, null, half).requireSafe(true))
        .isInstanceOf(StartupException.class)
        .hasMessageContaining("JWKS_FILE");
  }
}
