/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.codec.engine;

import io.utflow.codec.form.CharsetForm;
import io.utflow.codec.form.CharsetForms;
import java.nio.charset.Charset;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/** A charset of the JVM, whose encoding is made when it is first asked for. Thread-safe. */
final class JdkEncoding {
  /** By the canonical name, so there are no more than charsets. */
  private static final Map<String, JdkEncoding> ALL = new ConcurrentHashMap<>();

  private final Charset charset;
  private volatile @Nullable Encoding encoding;

  /** Null until it is asked for: to find it out takes up to a millisecond. */
  private volatile @Nullable Reason reasonForNone;

  /** Why there is no encoding; null if there is one. */
  private record Reason(@Nullable String text) {}

  private JdkEncoding(Charset charset) {
    this.charset = charset;
  }

  /** The one of a charset. */
  static JdkEncoding of(Charset charset) {
    JdkEncoding known = ALL.get(charset.name());
    return known == null
        ? ALL.computeIfAbsent(charset.name(), any -> new JdkEncoding(charset))
        : known;
  }

  /** The canonical name of the charset. */
  String name() {
    return charset.name();
  }

  /** The encoding; null if the charset cannot be streamed. */
  @Nullable Encoding encoding() {
    Encoding made = encoding;
    return made == null && reasonForNone() == null ? make() : made;
  }

  private synchronized @Nullable Encoding make() {
    if (encoding == null) {
      CharsetForm form = CharsetForms.of(charset);
      encoding = form == null ? null : Encoding.ofCharset(form);
    }
    return encoding;
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
