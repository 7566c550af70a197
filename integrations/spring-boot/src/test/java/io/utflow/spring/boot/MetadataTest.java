/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.spring.boot;

import static org.assertj.core.api.Assertions.assertThat;

import io.utflow.guard.TextGuard;
import java.io.IOException;
import java.io.InputStream;
import java.lang.reflect.Parameter;
import java.net.URL;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** What editors know of the properties. */
class MetadataTest {
  private static final List<Class<? extends Record>> PROPERTIES =
      List.of(
          UtflowCodecProperties.class,
          UtflowMetricsProperties.class,
          UtflowWebSocketProperties.class);
  private static final Path PAGE =
      Path.of(System.getProperty("basedir", "."), "../../docs/guide/webflux.md");
  private static final Pattern ROW =
      Pattern.compile("^\\| `(utflow[\\w.-]+)` \\| (?:`([^`]+)`|none) \\|", Pattern.MULTILINE);

  @Test
  void everyPropertyIsDescribed() throws IOException {
    Map<String, String> described = new TreeMap<>();
    for (JsonNode property : ours("properties")) {
      described.put(name(property), property.path("description").asString(""));
      assertThat(property.path("type").asString("")).as(name(property)).isNotEmpty();
    }
    assertThat(described.keySet()).isEqualTo(declared().keySet());
    assertThat(described.values()).allMatch(description -> description.endsWith("."));
  }

  @Test
  void defaultsAreThoseThatHold() throws IOException {
    assertThat(inMetadata()).isEqualTo(declared());
  }

  @Test
  void thePageListsThem() throws IOException {
    Map<String, String> listed = new TreeMap<>();
    ROW.matcher(Files.readString(PAGE))
        .results()
        .forEach(row -> listed.put(row.group(1), String.valueOf(row.group(2))));
    assertThat(listed).isEqualTo(inMetadata());
  }

  /** With the default, which is {@code null} where a property is not set. */
  private static Map<String, String> inMetadata() throws IOException {
    Map<String, String> defaults = new TreeMap<>();
    for (JsonNode property : ours("properties")) {
      defaults.put(name(property), property.path("defaultValue").asString("null"));
    }
    return defaults;
  }

  private static Map<String, String> declared() {
    Map<String, String> defaults = new TreeMap<>();
    for (Class<? extends Record> properties : PROPERTIES) {
      String prefix = properties.getAnnotation(ConfigurationProperties.class).prefix() + ".";
      for (Parameter each : properties.getDeclaredConstructors()[0].getParameters()) {
        DefaultValue value = each.getAnnotation(DefaultValue.class);
        defaults.put(prefix + kebab(each.getName()), value == null ? "null" : value.value()[0]);
      }
    }
    return defaults;
  }

  private static String name(JsonNode node) {
    return node.get("name").asString();
  }

  @Test
  void charsetsAreProposedAndNoneIsExcluded() throws IOException {
    assertThat(ours("hints"))
        .filteredOn(hint -> name(hint).equals("utflow.codec.charset"))
        .singleElement()
        .satisfies(
            hint ->
                assertThat(hint.get("providers").get(0).get("name").asString()).isEqualTo("any"));
  }

  @Test
  void guardsAreProposedByTheirNames() throws IOException {
    List<TextGuard> guards = new ArrayList<>();
    for (JsonNode hint : ours("hints")) {
      if (name(hint).equals("utflow.codec.guard")) {
        hint.get("values")
            .forEach(value -> guards.add(TextGuard.preset(value.get("value").asString())));
      }
    }
    assertThat(guards).hasSize(8).doesNotHaveDuplicates();
  }

  /** Of all that the class path has, Boot's too. */
  private static List<JsonNode> ours(String kind) throws IOException {
    List<JsonNode> found = new ArrayList<>();
    String path = "META-INF/spring-configuration-metadata.json";
    for (URL url : Collections.list(MetadataTest.class.getClassLoader().getResources(path))) {
      try (InputStream json = url.openStream()) {
        for (JsonNode node : JsonMapper.shared().readTree(json).path(kind)) {
          if (node.get("name").asString().startsWith("utflow.")) {
            found.add(node);
          }
        }
      }
    }
    return found;
  }

  private static String kebab(String camel) {
    return camel.replaceAll("(?=[A-Z])", "-").toLowerCase(Locale.ROOT);
  }
}
