package dev.cinedex.resources;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import org.junit.jupiter.api.Test;

class ResourcesOfInstanceTest {
  @Test
  void eachClassNeedsItsObjectAndEachObjectItsClass() {
    ResourcesOfInstance resources =
        new ResourcesOfInstance(List.of(OpenApiYamlResource.class, OpenApiJsonResource.class));
    OpenApiYamlResource yaml = new OpenApiYamlResource();

    assertThatThrownBy(() -> resources.open(List.of(yaml)))
        .hasMessageContaining("OpenApiJsonResource");
    assertThatThrownBy(
            () -> resources.open(List.of(yaml, new OpenApiJsonResource(), "of no class")))
        .hasMessageContaining("String");
  }
}
