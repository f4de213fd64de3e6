package dev.cinedex.resources;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;

class MemoryFilterTest {
  @Test
  void everyOperationThatReservesMemoryOfItsOwnIsDocumented() {
    String document = new String(OpenApiDocument.yaml(), StandardCharsets.UTF_8);

    assertThat(MemoryFilter.BY_OPERATION.keySet())
        .allSatisfy(
            operation -> assertThat(document).contains("operationId: %s\n".formatted(operation)));
  }
}
