/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.charsets.names;

import io.utflow.codec.source.EncodingDefinition;
import java.nio.charset.Charset;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/** A charset of the JVM, and whether it can be read as a stream. Thread-safe. */
final class JvmCharset {
  /** By the canonical name, so there are no more than charsets. */
  private static final Map<String, JvmCharset> ALL = new ConcurrentHashMap<>();

  private final Charset charset;
  private final EncodingDefinition definition;

  /** Null until it is asked for: to find it out takes up to a millisecond. */
  private volatile @Nullable Reason reasonForNone;

  /** Why there is no encoding; null if there is one. */
  private record Reason(@Nullable String text) {}

  private JvmCharset(Charset charset) {
    this.charset = charset;
    this.definition =
        new EncodingDefinition(
            charset.name(), charset.name(), () -> CharsetForms.of(charset), Kernels::of);
  }

  /** The one of a charset. */
  static JvmCharset of(Charset charset) {
    JvmCharset known = ALL.get(charset.name());
    return known == null
        ? ALL.computeIfAbsent(charset.name(), any -> new JvmCharset(charset))
        : known;
  }

  /** The canonical name of the charset. */
  String name() {
    return charset.name();
  }

  /** The encoding; null if the charset cannot be streamed. */
  @Nullable EncodingDefinition definition() {
    return isStreamed() ? definition : null;
  }

  boolean isStreamed() {
    return reasonForNone() == null;
  }

  /** Why the charset cannot be streamed; null if it can. */
  @Nullable String reasonForNone() {
    Reason reason = reasonForNone;
    if (reason == null) {
      reason = new Reason(CharsetForms.reasonForNone(charset));
      reasonForNone = reason;
    }
    return reason.text();
  }
}
