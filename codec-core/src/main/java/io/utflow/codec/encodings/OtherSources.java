/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.codec.encodings;

import io.utflow.codec.source.EncodingDefinition;
import io.utflow.codec.source.EncodingSource;
import java.nio.charset.Charset;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.ServiceConfigurationError;
import java.util.ServiceLoader;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** The encodings of other artifacts. Each is made once, when it is first asked for. */
final class OtherSources {
  /** All sources; none where one cannot be loaded, see {@link #PROBLEM}. */
  static final List<EncodingSource> ALL = new ArrayList<>();

  /** Why a source beside the core cannot be loaded; null if all are. */
  static final @Nullable String PROBLEM = load();

  /** By the names of definitions, so there are no more than those. */
  private static final Map<String, Encoding> MADE = new ConcurrentHashMap<>();

  private OtherSources() {}

  /**
   * By the core's own class loader: what a thread has for its context decides nothing. A source on
   * the class path cannot see into a core on the module path, and is an error to the JVM; to a
   * peer's name it is a missing charset.
   */
  private static @Nullable String load() {
    ClassLoader loader = EncodingSource.class.getClassLoader();
    try {
      ServiceLoader.load(EncodingSource.class, loader).forEach(ALL::add);
      return null;
    } catch (LinkageError | ServiceConfigurationError failure) {
      return failure.toString();
    }
  }

  /** The encoding of the first source that answers; null if no source does. */
  static @Nullable Encoding first(Function<EncodingSource, @Nullable EncodingDefinition> question) {
    for (EncodingSource source : ALL) {
      EncodingDefinition definition = question.apply(source);
      if (definition != null) {
        return MADE.computeIfAbsent(definition.name(), any -> Encoding.of(definition));
      }
    }
    return null;
  }

  /** Why a name that something has is no encoding; null if nothing has it. */
  static @Nullable String whyNot(String name) {
    return firstReason(source -> source.whyNot(name));
  }

  /** Why a charset is no encoding; null if no source knows it. */
  static @Nullable String whyNot(Charset charset) {
    return firstReason(source -> source.whyNot(charset));
  }

  private static @Nullable String firstReason(Function<EncodingSource, @Nullable String> question) {
    for (EncodingSource source : ALL) {
      String reason = question.apply(source);
      if (reason != null) {
        return reason;
      }
    }
    return null;
  }
}
