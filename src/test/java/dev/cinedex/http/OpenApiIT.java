package dev.cinedex.http;

import static dev.cinedex.http.TestService.get;
import static dev.cinedex.http.TestService.json;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.domain.JavaMethod;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import jakarta.ws.rs.HttpMethod;
import jakarta.ws.rs.Path;
import java.io.IOException;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** The OpenAPI document is complete, and the service serves it. */
class OpenApiIT {
  private static final java.nio.file.Path FILE =
      java.nio.file.Path.of("src", "main", "resources", "openapi.yaml");

  private static final List<String> WITHOUT_JERSEY =
      List.of(
          "/overview",
          "/actors/{actor}/movies",
          "/genres/{genre}/movies",
          "/lookups/{table}/movies");

  private final OpenApi api = OpenApi.committed();

  @Test
  void theCommittedDocumentIsTheServedOne() throws IOException {
    assertThat(get("/openapi.yaml").body()).isEqualTo(Files.readString(FILE));
    assertThat(json(get("/openapi.json"))).isEqualTo(api.document());
  }

  /** The metrics and the audit have the names of the methods. */
  @Test
  void everyMethodIsDocumentedByItsNameAndNoOther() {
    JavaClasses classes =
        new ClassFileImporter(List.of(new ImportOption.DoNotIncludeTests()))
            .importPackages("dev.cinedex.resources");
    Map<String, String> methods = new TreeMap<>();
    classes.stream()
        .filter(type -> type.isAnnotatedWith(Path.class))
        .flatMap(type -> type.getMethods().stream())
        .filter(method -> method.isMetaAnnotatedWith(HttpMethod.class))
        .forEach(method -> methods.put(operation(method), method.getName()));

    Map<String, String> documented = api.operationIds();
    for (String path : WITHOUT_JERSEY) {
      assertThat(
              TestService.send("OPTIONS", path.replaceAll("[{}]", ""), "")
                  .headers()
                  .firstValue("Allow"))
          .hasValue("GET,HEAD,OPTIONS");
      assertThat(documented.remove("GET " + path)).isNotNull();
    }
    assertThat(documented).isEqualTo(methods);
  }

  private static String operation(JavaMethod method) {
    String verb =
        method.getAnnotations().stream()
            .map(annotation -> annotation.getRawType().getSimpleName())
            .filter(name -> name.equals(name.toUpperCase(Locale.ROOT)))
            .findFirst()
            .orElseThrow();
    String type = method.getOwner().getAnnotationOfType(Path.class).value();
    String own =
        method.isAnnotatedWith(Path.class) ? method.getAnnotationOfType(Path.class).value() : "";
    return verb + " " + ("/" + type + "/" + own).replaceAll("/+", "/").replaceAll("(.)/$", "$1");
  }

  @Test
  void everyExampleIsOfItsSchema() {
    api.document()
        .at("/components/schemas")
        .properties()
        .forEach(
            schema -> {
              JsonNode example = schema.getValue().path("example");
              if (!example.isMissingNode()) {
                assertThat(api.errors(schema.getValue(), example)).as(schema.getKey()).isEmpty();
              }
            });
    for (JsonNode content : api.document().findValues("content")) {
      content.forEach(
          body -> {
            if (body.has("example")) {
              assertThat(api.errors(body.get("schema"), body.get("example"))).isEmpty();
            }
          });
    }
  }

  @Test
  void everyKindOfProblemIsDocumented() throws IOException {
    List<String> kinds = Arrays.stream(ProblemKind.values()).map(ProblemKind::type).toList();
    String page = Files.readString(java.nio.file.Path.of("src", "docs", "http-api.md"));

    JsonNode documented = api.document().at("/components/schemas/Problem/properties/type/enum");
    assertThat(documented).extracting(JsonNode::asText).contains("about:blank").containsAll(kinds);
    assertThat(documented).hasSize(kinds.size() + 1);
    assertThat(kinds)
        .allSatisfy(
            kind -> assertThat(page).contains("\n### `" + kind.replaceAll(".*:", "") + "`\n"));
  }

  @Test
  void thePageWithTheDocumentNeedsNothingFromElsewhere() {
    for (String path : List.of("/docs", "/docs/")) {
      HttpResponse<String> page = get(path);
      assertThat(page.statusCode()).isEqualTo(200);
      assertThat(page.headers().firstValue("Content-Type").orElseThrow()).startsWith("text/html");
      List<String> sources =
          Pattern.compile("(?:src|href)=\"([^\"]*)\"")
              .matcher(page.body())
              .results()
              .map(found -> found.group(1))
              .toList();
      assertThat(sources).hasSize(4).contains("data:,"); // no icon
      for (String source : sources.subList(1, 4)) {
        assertThat(source).startsWith("/docs/");
        assertThat(get(source).statusCode()).as(source).isEqualTo(200);
      }
    }
    assertThat(get("/docs/start.js").body()).contains("/openapi.json");
  }
}
