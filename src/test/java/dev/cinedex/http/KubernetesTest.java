package dev.cinedex.http;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.StreamSupport;
import org.junit.jupiter.api.Test;
import org.yaml.snakeyaml.Yaml;

/** The example for Kubernetes fits the image, the configuration and itself. */
class KubernetesTest {
  private static final List<JsonNode> OBJECTS = objects();

  private final JsonNode pod = object("Deployment").at("/spec/template/spec");
  private final List<JsonNode> containers =
      List.of(pod.at("/initContainers/0"), pod.at("/containers/0"));

  @Test
  void everySettingIsAVariableOfTheConfiguration() throws IOException {
    String configuration = Files.readString(Path.of("config.yml"));

    object("ConfigMap")
        .get("data")
        .fieldNames()
        .forEachRemaining(name -> assertThat(configuration).contains("${" + name + ":-"));
    assertThat(containers)
        .allMatch(each -> each.at("/envFrom/0/configMapRef/name").asText().equals("cinedex"));
  }

  @Test
  void theSecretsAreFilesThatOnlyTheServiceReads() {
    JsonNode settings = object("ConfigMap").get("data");
    JsonNode secrets = pod.at("/volumes/0");

    assertThat(secrets.at("/secret/defaultMode").asInt()).isEqualTo(0400);
    for (JsonNode container : containers) {
      JsonNode mount = container.at("/volumeMounts/0");
      assertThat(mount.get("name")).isEqualTo(secrets.get("name"));
      for (String file : List.of("KEYS_FILE", "CASSANDRA_PASSWORD_FILE")) {
        assertThat(settings.get(file).asText()).startsWith(mount.get("mountPath").asText() + "/");
      }
    }
  }

  @Test
  void nothingIsWrittenAndNoRightsAreGained() throws IOException {
    JsonNode user = pod.get("securityContext");
    assertThat(Files.readString(Path.of("docker", "Dockerfile")))
        .contains("USER %s:%s".formatted(user.get("runAsUser"), user.get("runAsGroup")));
    assertThat(user.get("runAsNonRoot").asBoolean()).isTrue();
    assertThat(pod.get("automountServiceAccountToken").asBoolean(true)).isFalse();
    for (JsonNode container : containers) {
      JsonNode rights = container.get("securityContext");
      assertThat(rights.get("readOnlyRootFilesystem").asBoolean()).isTrue();
      assertThat(rights.get("allowPrivilegeEscalation").asBoolean(true)).isFalse();
      assertThat(rights.at("/capabilities/drop/0").asText()).isEqualTo("ALL");
    }
  }

  @Test
  void theProbesAskTheHealthOfTheService() {
    JsonNode service = containers.get(1);

    assertThat(probe(service, "livenessProbe")).isEqualTo("/health-check?type=alive");
    assertThat(probe(service, "startupProbe")).isEqualTo("/health-check?type=alive");
    assertThat(probe(service, "readinessProbe")).isEqualTo("/health-check?type=ready");
    assertThat(pod.get("terminationGracePeriodSeconds").asInt()).isEqualTo(120);
  }

  private static String probe(JsonNode container, String name) {
    assertThat(container.at("/" + name + "/httpGet/port").asText()).isEqualTo("http");
    return container.at("/" + name + "/httpGet/path").asText();
  }

  @Test
  void oneOfTwoReplicasIsAlwaysThere() {
    JsonNode spec = object("Deployment").get("spec");

    assertThat(spec.get("replicas").asInt()).isEqualTo(2);
    assertThat(spec.at("/strategy/rollingUpdate/maxUnavailable").asInt(1)).isZero();
    assertThat(object("PodDisruptionBudget").at("/spec/minAvailable").asInt()).isEqualTo(1);
  }

  @Test
  void everySelectorFindsThePods() {
    JsonNode labels = object("Deployment").at("/spec/template/metadata/labels");

    assertThat(object("Deployment").at("/spec/selector/matchLabels")).isEqualTo(labels);
    assertThat(object("PodDisruptionBudget").at("/spec/selector/matchLabels")).isEqualTo(labels);
    assertThat(OBJECTS.stream().filter(each -> each.get("kind").asText().equals("Service")))
        .hasSize(2)
        .allMatch(service -> service.at("/spec/selector").equals(labels));
  }

  private static JsonNode object(String kind) {
    return OBJECTS.stream()
        .filter(each -> each.get("kind").asText().equals(kind))
        .findFirst()
        .orElseThrow();
  }

  private static List<JsonNode> objects() {
    try {
      Iterable<Object> all =
          new Yaml().loadAll(Files.readString(Path.of("docker", "kubernetes.yml")));
      ObjectMapper mapper = new ObjectMapper();
      return StreamSupport.stream(all.spliterator(), false)
          .map(each -> mapper.<JsonNode>valueToTree(each))
          .toList();
    } catch (IOException e) {
      throw new AssertionError(e);
    }
  }
}
