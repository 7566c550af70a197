/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.spring;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** A native image finds by name what it was told of, or JSON would not be read in its charset. */
class NativeImageMetadataTest {
  private static final Pattern NAME = Pattern.compile("\"name\": \"([^\"]+)\"");
  private static final String METADATA =
      "/META-INF/native-image/io.utflow/utflow-spring/reflect-config.json";

  @Test
  void theMetadataNamesWhatIsLookedUp() throws IOException {
    List<String> lookedUp =
        Stream.of(UtflowCodecs.OF_JACKSON_3, UtflowCodecs.OF_JACKSON_2)
            .flatMap(List::stream)
            .toList();
    try (InputStream in = UtflowCodecs.class.getResourceAsStream(METADATA)) {
      String json = new String(in.readAllBytes(), StandardCharsets.UTF_8);
      assertThat(NAME.matcher(json).results().map(name -> name.group(1)))
          .containsExactlyInAnyOrderElementsOf(lookedUp);
    }
  }
}
