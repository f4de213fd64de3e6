package dev.cinedex.http;

import static org.assertj.core.api.Assertions.assertThat;

import io.dropwizard.lifecycle.AutoCloseableManager;
import java.util.List;
import org.junit.jupiter.api.Test;

/** What a service does when it stops: Dropwizard stops its parts in the reverse of this order. */
class StopIT {
  @Test
  void settlingEndsBeforeTheInstanceClosesItsSession() {
    List<Object> parts = TestService.parts();

    assertThat(parts).filteredOn(part -> part instanceof AutoCloseableManager).hasSize(1);
    assertThat(parts)
        .filteredOn(
            part -> part instanceof AutoCloseableManager || part.toString().contains("(settling)"))
        .last()
        .asString()
        .contains("(settling)");
  }
}
