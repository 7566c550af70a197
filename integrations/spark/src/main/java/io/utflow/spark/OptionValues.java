/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.spark;

import java.util.Arrays;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** The options of one read, and which of them were asked for. */
final class OptionValues {
  private final Map<String, String> values = new TreeMap<>(String.CASE_INSENSITIVE_ORDER);
  private final TreeSet<String> known = new TreeSet<>(String.CASE_INSENSITIVE_ORDER);

  OptionValues(Map<String, String> values) {
    this.values.putAll(values);
  }

  @Nullable String find(String name) {
    known.add(name);
    return values.get(name);
  }

  <T extends @Nullable Object> T parse(String name, T otherwise, Function<String, T> parser) {
    String value = find(name);
    if (value == null) {
      return otherwise;
    }
    try {
      return parser.apply(value.strip());
    } catch (IllegalArgumentException | IllegalStateException e) {
      throw new IllegalArgumentException(
          "option %s, %s: %s".formatted(name, value, e.getMessage()), e);
    }
  }

  <E extends Enum<E>> E constant(String name, E otherwise) {
    E[] constants = otherwise.getDeclaringClass().getEnumConstants();
    return parse(
        name,
        otherwise,
        value -> {
          String constant = value.toUpperCase(Locale.ROOT).replace('-', '_');
          return Arrays.stream(constants)
              .filter(each -> each.name().equals(constant))
              .findFirst()
              .orElseThrow(
                  () -> new IllegalArgumentException("use one of " + Arrays.toString(constants)));
        });
  }

  boolean flag(String name) {
    return parse(
        name,
        false,
        value ->
            switch (value.toLowerCase(Locale.ROOT)) {
              case "true" -> true;
              case "false" -> false;
              default -> throw new IllegalArgumentException("use true or false");
            });
  }

  /** Those that are meant for Hadoop. */
  Map<String, String> dotted() {
    return values.entrySet().stream()
        .filter(each -> each.getKey().indexOf('.') >= 0)
        .collect(Collectors.toMap(Map.Entry::getKey, Map.Entry::getValue));
  }

  /** Fails if there is an unknown option, since it would have no effect. */
  void refuseOthers() {
    for (String name : values.keySet()) {
      if (name.indexOf('.') < 0 && !known.contains(name)) {
        throw new IllegalArgumentException("option %s: use some of %s".formatted(name, known));
      }
    }
  }
}
