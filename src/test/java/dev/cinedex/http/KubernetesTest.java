package dev.cinedex.http;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.introspect.Annotated;
import com.fasterxml.jackson.databind.introspect.JacksonAnnotationIntrospector;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.fabric8.kubernetes.api.model.ConfigMap;
import io.fabric8.kubernetes.api.model.Service;
import io.fabric8.kubernetes.api.model.apps.Deployment;
import io.fabric8.kubernetes.api.model.networking.v1.NetworkPolicy;
import io.fabric8.kubernetes.api.model.policy.v1.PodDisruptionBudget;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.StreamSupport;
import org.junit.jupiter.api.Test;
import org.yaml.snakeyaml.Yaml;

/** The example for Kubernetes fits the image, the configuration and itself. */
class KubernetesTest {
  private static final List<JsonNode> OBJECTS = objects();

  /** The models are made from the schemas that Kubernetes publishes. */
  private static final Map<String, Class<?>> MODELS =
      Map.of(
          "v1 ConfigMap",
          ConfigMap.class,
          "apps/v1 Deployment",
          Deployment.class,
          "v1 Service",
          Service.class,
          "policy/v1 PodDisruptionBudget",
          PodDisruptionBudget.class,
          "networking.k8s.io/v1 NetworkPolicy",
          NetworkPolicy.class);

  private final JsonNode pod = object("Deployment").at("/spec/template/spec");
  private final List<JsonNode> containers =
      List.of(pod.at("/initContainers/0"), pod.at("/containers/0"));

  @Test
  void everyObjectFitsTheSchemaOfItsKind() throws IOException {
    for (JsonNode object : OBJECTS) {
      assertThat(strictly(object)).isNotNull();
    }
    JsonNode wrong = object("Deployment").deepCopy();
    ((ObjectNode) wrong.at("/spec/template/spec/containers/0")).put("imagePull", "Always");
    assertThatThrownBy(() -> strictly(wrong)).hasMessageContaining("imagePull");
  }

  /** Reads an object, and refuses fields that its kind does not have. */
  private static Object strictly(JsonNode object) throws IOException {
    String kind = object.get("apiVersion").asText() + " " + object.get("kind").asText();
    ObjectMapper mapper =
        JsonMapper.builder()
            .enable(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES)
            .annotationIntrospector(
                new JacksonAnnotationIntrospector() {
                  @Override
                  public Boolean hasAnySetter(Annotated annotated) {
                    return false; // the models keep what they do not know
                  }
                })
            .build();
    return mapper.treeToValue(object, requireNonNull(MODELS.get(kind), kind));
  }

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
  void theSecretsAreFilesThatOnlyTheirContainerReads() {
    JsonNode settings = object("ConfigMap").get("data");
    JsonNode schema = containers.get(0);
    JsonNode service = containers.get(1);

    for (JsonNode container : containers) {
      JsonNode mount = container.at("/volumeMounts/0");
      JsonNode secrets = volume(mount.get("name").asText());
      assertThat(secrets.at("/secret/defaultMode").asInt()).isEqualTo(0400);
      for (String file : List.of("KEYS_FILE", "CASSANDRA_PASSWORD_FILE")) {
        assertThat(settings.get(file).asText()).startsWith(mount.get("mountPath").asText() + "/");
      }
    }
    assertThat(schema.at("/volumeMounts/0/name")).isNotEqualTo(service.at("/volumeMounts/0/name"));
    assertThat(schema.at("/env/0/name").asText()).isEqualTo("CASSANDRA_USERNAME");
    assertThat(schema.at("/env/0/value")).isNotEqualTo(settings.get("CASSANDRA_USERNAME"));
    assertThat(service.has("env")).isFalse();
  }

  private JsonNode volume(String name) {
    return StreamSupport.stream(pod.get("volumes").spliterator(), false)
        .filter(volume -> volume.get("name").asText().equals(name))
        .findFirst()
        .orElseThrow();
  }

  @Test
  void theAdminPortIsForPrometheusAlone() {
    JsonNode policy = object("NetworkPolicy").get("spec");
    JsonNode ofAll = policy.at("/ingress/0");
    JsonNode ofPrometheus = policy.at("/ingress/1");

    assertThat(policy.at("/policyTypes/0").asText()).isEqualTo("Ingress");
    assertThat(policy.get("ingress")).hasSize(2);
    assertThat(ofAll.at("/ports/0/port").asText()).isEqualTo("http");
    assertThat(ofAll.get("ports")).hasSize(1);
    assertThat(ofPrometheus.at("/ports/0/port").asText()).isEqualTo("admin");
    assertThat(ofPrometheus.get("from")).isNotEmpty();
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
    assertThat(object("NetworkPolicy").at("/spec/podSelector/matchLabels")).isEqualTo(labels);
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
