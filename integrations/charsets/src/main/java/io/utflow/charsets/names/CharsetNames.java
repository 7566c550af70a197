/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.charsets.names;

import io.utflow.codec.source.NearNames;
import java.nio.charset.Charset;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.ServiceConfigurationError;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;

/**
 * The names and aliases of the charsets of this JVM, gathered once. {@link Charset} asks every
 * provider for a name that it does not know, each time; a peer may send any number of such names.
 * Immutable.
 */
final class CharsetNames {
  private static final AtomicBoolean BEGUN = new AtomicBoolean();

  private static volatile @Nullable CharsetNames gathered;

  /** Whether the thread that gathers is doing so: a provider may look up names meanwhile. */
  private static boolean gathering;

  private final Map<String, JvmCharset> byName = new HashMap<>();
  private final List<JvmCharset> all = new ArrayList<>();
  private final Map<String, List<JvmCharset>> bySqueezedAlias = new HashMap<>();

  private CharsetNames(Iterable<Charset> charsets) {
    for (Charset charset : charsets) {
      JvmCharset encoding = JvmCharset.of(charset);
      all.add(encoding);
      put(charset.name(), encoding);
    }
    for (Charset charset : charsets) {
      JvmCharset encoding = JvmCharset.of(charset);
      for (String alias : charset.aliases()) {
        put(alias, encoding);
        List<JvmCharset> near =
            bySqueezedAlias.computeIfAbsent(NearNames.squeezed(alias), any -> new ArrayList<>(1));
        if (!near.contains(encoding)) {
          near.add(encoding);
        }
      }
    }
  }

  /** Where two charsets claim a name, it is that of the one the JDK finds by it. */
  private void put(String name, JvmCharset encoding) {
    String lower = name.toLowerCase(Locale.ROOT);
    JvmCharset other = byName.putIfAbsent(lower, encoding);
    if (other != null && other != encoding && Charset.isSupported(name)) {
      byName.put(lower, JvmCharset.of(Charset.forName(name)));
    }
  }

  /** The names, if they are gathered; else null, and a thread of its own begins to gather them. */
  static @Nullable CharsetNames ifGathered() {
    CharsetNames names = gathered;
    if (names == null && BEGUN.compareAndSet(false, true)) {
      begin();
    }
    return names;
  }

  private static void begin() {
    try {
      // Without the inheritable thread-locals and the context loader of the caller.
      Thread thread = new Thread(null, CharsetNames::gathered, "utflow-charset-names", 0, false);
      thread.setDaemon(true);
      thread.setContextClassLoader(null);
      thread.start();
    } catch (RuntimeException | Error refused) {
      // The first message that needs the names gathers them.
    }
  }

  /**
   * The names, as soon as they are gathered; null where a provider fails, or is being asked for its
   * charsets by this thread.
   */
  static @Nullable CharsetNames gathered() {
    CharsetNames names = gathered;
    return names == null ? gather() : names;
  }

  private static synchronized @Nullable CharsetNames gather() {
    if (gathered == null && !gathering) {
      gathering = true;
      try {
        gathered = new CharsetNames(Charset.availableCharsets().values());
      } catch (RuntimeException | ServiceConfigurationError failure) {
        // So does each lookup of an unknown charset; those that are known are found one by one.
        return null;
      } finally {
        gathering = false;
      }
    }
    return gathered;
  }

  /** The charset of a name or alias in lower case. */
  @Nullable JvmCharset find(String lowerCase) {
    return byName.get(lowerCase);
  }

  /** Adds the names that are near to a given one: canonical ones, and aliases that are equal. */
  void propose(NearNames near) {
    for (JvmCharset encoding : all) {
      near.add(encoding.name(), encoding.name(), encoding::isStreamed);
    }
    for (JvmCharset encoding : bySqueezedAlias.getOrDefault(near.given(), List.of())) {
      near.add(near.given(), encoding.name(), encoding::isStreamed);
    }
  }

  /** The canonical names of the charsets that can be read as streams. */
  List<String> streamed() {
    return all.stream().filter(JvmCharset::isStreamed).map(JvmCharset::name).toList();
  }
}
