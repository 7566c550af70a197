/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.spring.boot;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.InputStream;
import java.net.URL;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** What editors know of the properties. */
class MetadataTest {

  @Test
  void everyPropertyIsDescribed() throws IOException {
    Map<String, String> described = new TreeMap<>();
    for (JsonNode property : ours("properties")) {
      described.put(property.get("name").asString(), property.path("description").asString(""));
    }
    assertThat(described.keySet())
        .containsExactlyInAnyOrderElementsOf(
            Arrays.stream(UtflowCodecProperties.class.getRecordComponents())
                .map(component -> "utflow.codec." + kebab(component.getName()))
                .toList());
    assertThat(described.values()).allMatch(description -> description.endsWith("."));
  }

  @Test
  void charsetsAreProposedAndNoneIsExcluded() throws IOException {
    assertThat(ours("hints"))
        .singleElement()
        .satisfies(
            hint -> {
              assertThat(hint.get("name").asString()).isEqualTo("utflow.codec.charset");
              assertThat(hint.get("providers").get(0).get("name").asString()).isEqualTo("any");
            });
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
