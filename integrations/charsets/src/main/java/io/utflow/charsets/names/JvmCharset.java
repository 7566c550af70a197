/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.charsets.names;

import io.utflow.charsets.table.CharsetProbe;
import io.utflow.codec.source.EncodingDefinition;
import java.nio.charset.Charset;
import java.util.Comparator;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/**
 * A charset of the JVM, and whether it can be read as a stream. Thread-safe.
 *
 * <p>Charsets of two providers may have one canonical name and different tables, as the IBM037 of
 * the JDK and that of ICU4J. The name of the encoding tells them apart: it is one by which the JVM
 * finds this charset and no other.
 */
final class JvmCharset {
  /** One of each charset, so there are no more than those. */
  private static final Map<Key, JvmCharset> ALL = new ConcurrentHashMap<>();

  private final Charset charset;
  private final EncodingDefinition definition;

  /** Null until it is asked for: to find it out takes up to a millisecond. */
  private volatile @Nullable Reason reasonForNone;

  /** The identity of a charset: {@link Charset#equals} compares only names. */
  private record Key(Class<?> type, String name) {
    // The JVM keeps in a cache of its own the class whose generated methods ran last, and with it
    // our class loader.
    @Override
    public boolean equals(@Nullable Object other) {
      return other instanceof Key key && type == key.type && name.equals(key.name);
    }

    @Override
    public int hashCode() {
      return 31 * type.hashCode() + name.hashCode();
    }
  }

  /** Why there is no encoding; null if there is one. */
  private record Reason(@Nullable String text) {}

  private JvmCharset(Charset charset) {
    this.charset = charset;
    this.definition =
        new EncodingDefinition(
            nameOf(charset), charset.name(), () -> CharsetForms.of(charset), Kernels::of);
  }

  /** The one of a charset. */
  static JvmCharset of(Charset charset) {
    Key key = new Key(charset.getClass(), charset.name());
    JvmCharset known = ALL.get(key);
    return known == null ? ALL.computeIfAbsent(key, any -> new JvmCharset(charset)) : known;
  }

  /**
   * The canonical name, if it finds the charset; else the longest alias that does (with ICU4J this
   * is the one that tells the version of the table); else an alias that finds nothing, because no
   * name finds the charset.
   */
  private static String nameOf(Charset charset) {
    if (finds(charset.name(), charset)) {
      return charset.name();
    }
    return charset.aliases().stream()
        .filter(alias -> finds(alias, charset))
        .max(Comparator.comparing(String::length).thenComparing(Comparator.reverseOrder()))
        .orElseGet(() -> charset.name() + " of " + charset.getClass().getName());
  }

  private static boolean finds(String name, Charset charset) {
    Charset found = JvmCharsets.charset(name);
    return found != null
        && found.getClass() == charset.getClass()
        && found.name().equals(charset.name())
        && CommonNames.find(name.toLowerCase(Locale.ROOT)) == null;
  }

  /** Whether a name is the canonical name of the charset or one of its aliases, in any case. */
  static boolean isListed(String name, Charset charset) {
    return charset.name().equalsIgnoreCase(name)
        || charset.aliases().stream().anyMatch(name::equalsIgnoreCase);
  }

  /** The name of the encoding, by which it is found. */
  String name() {
    return definition.name();
  }

  /** The encoding; null if the charset cannot be streamed. */
  @Nullable EncodingDefinition definition() {
    return isStreamed() ? definition : null;
  }

  /** Whether no other charset is found by the canonical name. */
  boolean hasCanonicalName() {
    return name().equals(charset.name());
  }

  /** A probe that tells how its bytes are read. */
  CharsetProbe probe() {
    return new CharsetProbe(charset);
  }

  boolean isOfTheJdk() {
    return CharsetForms.isOfTheJdk(charset);
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
