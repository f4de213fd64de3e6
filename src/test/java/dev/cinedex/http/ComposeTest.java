package dev.cinedex.http;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.TextNode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.yaml.snakeyaml.Yaml;

/** The containers are open to this machine alone, and find what they mount. */
class ComposeTest {
  private static final Path FOLDER = Path.of("docker");

  private final JsonNode services = yaml("compose.yml").get("services");

  @Test
  void everyPortIsOnLoopback() {
    List<String> ports = new ArrayList<>();
    services.forEach(service -> service.path("ports").forEach(port -> ports.add(port.asText())));

    assertThat(ports).hasSize(4).allMatch(port -> port.matches("127\\.0\\.0\\.1:\\d+:\\d+"));
  }

  @Test
  void everyFileThatIsMountedExistsAndIsNotWritten() {
    List<String> files = new ArrayList<>();
    services.findValues("volumes").forEach(all -> all.forEach(each -> files.add(each.asText())));
    files.removeIf(each -> !each.startsWith("."));

    assertThat(files)
        .hasSize(5)
        .allSatisfy(
            file -> {
              assertThat(FOLDER.resolve(file.replaceAll(":.*", ""))).isRegularFile();
              assertThat(file).endsWith(":ro");
            });
  }

  @Test
  void thereIsMonitoringOnlyWithItsProfile() {
    for (String name : List.of("prometheus", "grafana")) {
      JsonNode service = services.get(name);
      assertThat(service.get("profiles")).hasSize(1).first().isEqualTo(text("monitoring"));
      assertThat(service.get("image").asText()).matches(".+:v?\\d+\\.\\d+\\.\\d+");
    }
  }

  @Test
  void threeNodesJoinOneAfterTheOtherBeforeTheSchemaIsMade() {
    JsonNode added = yaml("three-nodes.yml").get("services");
    List<String> order = List.of("cassandra", "cassandra2", "cassandra3", "schema");

    for (int i = 1; i < order.size(); i++) {
      assertThat(added.at("/%s/depends_on/%s/condition".formatted(order.get(i), order.get(i - 1))))
          .isEqualTo(text("service_healthy"));
    }
    for (String name : List.of("schema", "cinedex")) {
      assertThat(added.at("/" + name + "/environment/CASSANDRA_CONTACT_POINTS"))
          .isEqualTo(text("cassandra,cassandra2,cassandra3"));
    }
    for (String name : List.of("cassandra2", "cassandra3")) {
      JsonNode node = added.get(name);
      assertThat(node.at("/environment/CASSANDRA_SEEDS")).isEqualTo(text("cassandra"));
      for (String setting : List.of("image", "healthcheck", "stop_grace_period", "restart")) {
        assertThat(node.get(setting)).isEqualTo(services.get("cassandra").get(setting));
      }
      assertThat(node.has("ports")).isFalse();
    }
  }

  @Test
  void grafanaLetsAnybodyLookAndHasNoUserWithAPassword() {
    JsonNode settings = services.at("/grafana/environment");

    assertThat(settings.get("GF_AUTH_ANONYMOUS_ORG_ROLE").asText()).isEqualTo("Viewer");
    assertThat(settings.get("GF_SECURITY_DISABLE_INITIAL_ADMIN_CREATION").asText())
        .isEqualTo("true");
    assertThat(settings.get("GF_AUTH_BASIC_ENABLED").asText()).isEqualTo("false");
    assertThat(settings.has("GF_SECURITY_ADMIN_PASSWORD")).isFalse();
  }

  @Test
  void prometheusReachesTheAdminPortAndGrafanaReachesPrometheus() {
    assertThat(yaml("prometheus.yml").findValue("targets").get(0)).isEqualTo(text("cinedex:8081"));
    assertThat(services.at("/cinedex/environment/ADMIN_HOST").asText()).isEqualTo("0.0.0.0");
    assertThat(yaml("grafana/datasource.yml").findValue("url").asText())
        .isEqualTo("http://prometheus:9090");
  }

  @Test
  void grafanaFindsTheDashboardWhereItIsMounted() {
    String folder = yaml("grafana/dashboards.yml").findValue("path").asText();
    JsonNode grafana = services.get("grafana");

    assertThat(grafana.get("volumes"))
        .contains(text("./dashboard.json:" + folder + "/cinedex.json:ro"));
    assertThat(grafana.at("/environment/GF_DASHBOARDS_DEFAULT_HOME_DASHBOARD_PATH").asText())
        .isEqualTo(folder + "/cinedex.json");
  }

  @Test
  void theContainersOfCinedexWriteNothingAndGainNoRights() {
    for (String name : List.of("schema", "cinedex")) {
      JsonNode service = services.get(name);
      assertThat(service.get("read_only").asBoolean()).isTrue();
      assertThat(service.get("tmpfs")).containsExactly(text("/tmp"));
      assertThat(service.get("cap_drop")).containsExactly(text("ALL"));
      assertThat(service.get("security_opt")).containsExactly(text("no-new-privileges:true"));
    }
  }

  @Test
  void theBaseImageHasADigestAndComposeTakesItsTagWhichNeedsNoRegistry() {
    assertThat(FOLDER.resolve("Dockerfile"))
        .content()
        .containsPattern("(?m)^ARG JAVA_IMAGE=eclipse-temurin:17-jre@sha256:[0-9a-f]{64}$")
        .containsOnlyOnce("FROM ")
        .contains("FROM ${JAVA_IMAGE}");
    assertThat(services.at("/schema/build/args/JAVA_IMAGE"))
        .isEqualTo(text("${JAVA_IMAGE:-eclipse-temurin:17-jre}"));
  }

  private static JsonNode text(String value) {
    return new TextNode(value);
  }

  private static JsonNode yaml(String file) {
    try {
      // SnakeYAML, which Jackson reads YAML with, also merges mappings.
      return new ObjectMapper()
          .valueToTree(new Yaml().load(Files.readString(FOLDER.resolve(file))));
    } catch (IOException e) {
      throw new AssertionError(file, e);
    }
  }
}
