/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.spark;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;

/** Which files are read, and in splits of how many bytes. */
record FileOptions(
    List<String> paths,
    @Nullable String nameFilter,
    boolean recursive,
    OptionalLong splitBytes,
    Map<String, String> ofHadoop) {

  static FileOptions of(OptionValues options) {
    return new FileOptions(
        paths(options),
        options.find("pathGlobFilter"),
        options.flag("recursiveFileLookup"),
        options.parse("splitBytes", OptionalLong.empty(), FileOptions::positive),
        options.dotted());
  }

  /** Spark hands over one path as such, and several as an array of JSON. */
  private static List<String> paths(OptionValues options) {
    List<String> paths = new ArrayList<>(options.parse("paths", List.of(), FileOptions::array));
    String path = options.find("path");
    if (path != null) {
      paths.add(path);
    }
    if (paths.isEmpty()) {
      throw new IllegalArgumentException("say what to read: load(path)");
    }
    return List.copyOf(paths);
  }

  private static List<String> array(String json) {
    try {
      return List.of(new ObjectMapper().readValue(json, String[].class));
    } catch (JsonProcessingException e) {
      throw new IllegalArgumentException("give an array of JSON", e);
    }
  }

  private static OptionalLong positive(String value) {
    long bytes = Long.parseLong(value);
    if (bytes < 1) {
      throw new IllegalArgumentException("give 1 or more");
    }
    return OptionalLong.of(bytes);
  }
}
