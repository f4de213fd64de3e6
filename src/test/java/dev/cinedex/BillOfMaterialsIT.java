package dev.cinedex;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.io.InputStream;
import java.lang.module.ModuleDescriptor.Version;
import java.util.Map;
import java.util.Properties;
import java.util.Set;
import java.util.TreeMap;
import java.util.jar.JarEntry;
import java.util.jar.JarFile;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** The jar says which libraries are in it, and none of them has a version that is refused. */
class BillOfMaterialsIT {
  /** Libraries that nimbus-jose-jwt and netty-common contain under names of their own. */
  private static final Set<String> WITHIN_OTHERS =
      Set.of("com.google.code.gson:gson", "org.jctools:jctools-core");

  private static JarFile jar;

  /** Versions by group and name, with a colon in between. */
  private static final Map<String, String> LISTED = new TreeMap<>();

  @BeforeAll
  static void read() throws IOException {
    jar = new JarFile("target/cinedex.jar");
    JsonNode bill =
        new ObjectMapper().readTree(stream(jar.getJarEntry("META-INF/sbom/cinedex.cdx.json")));
    for (JsonNode component : bill.get("components")) {
      LISTED.put(
          component.get("group").asText() + ":" + component.get("name").asText(),
          component.get("version").asText());
    }
  }

  @AfterAll
  static void close() throws IOException {
    jar.close();
  }

  private static InputStream stream(JarEntry entry) throws IOException {
    return jar.getInputStream(entry);
  }

  @Test
  void everyLibraryInTheJarIsListed() throws IOException {
    Map<String, String> contained = new TreeMap<>();
    for (JarEntry entry :
        jar.stream().filter(each -> each.getName().endsWith("/pom.properties")).toList()) {
      Properties library = new Properties();
      library.load(stream(entry));
      contained.put(
          library.getProperty("groupId") + ":" + library.getProperty("artifactId"),
          library.getProperty("version"));
    }
    contained.keySet().removeIf(name -> name.startsWith("dev.cinedex:"));
    contained.keySet().removeAll(WITHIN_OTHERS);

    assertThat(contained).hasSizeGreaterThan(50);
    assertThat(LISTED).containsAllEntriesOf(contained);
  }

  @Test
  void noLibraryHasAVersionThatIsRefused() throws IOException {
    Properties oldest = new Properties();
    try (InputStream list =
        BillOfMaterialsIT.class.getResourceAsStream("/refused-versions.properties")) {
      oldest.load(list);
    }

    assertThat(oldest.stringPropertyNames())
        .isNotEmpty()
        .allSatisfy(
            library -> {
              assertThat(LISTED).containsKey(library);
              assertThat(Version.parse(LISTED.get(library)))
                  .as(library)
                  .isGreaterThanOrEqualTo(Version.parse(oldest.getProperty(library)));
            });
  }
}
