/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.charsets.names;

import io.utflow.codec.source.NearNames;
import java.nio.charset.Charset;
import java.nio.charset.spi.CharsetProvider;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.ServiceConfigurationError;
import java.util.ServiceLoader;
import java.util.Set;
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

  private final Map<String, JvmCharset> byName = new LinkedHashMap<>();
  private final Map<String, List<JvmCharset>> bySqueezedName = new HashMap<>();

  private CharsetNames(Iterable<Charset> charsets) {
    charsets.forEach(charset -> put(charset.name()));
    charsets.forEach(charset -> charset.aliases().forEach(this::put));
    // A charset whose canonical name is another's is not in the JVM's list, and found by aliases.
    for (CharsetProvider provider :
        ServiceLoader.load(CharsetProvider.class, ClassLoader.getSystemClassLoader())) {
      provider
          .charsets()
          .forEachRemaining(
              charset -> {
                put(charset.name());
                charset.aliases().forEach(this::put);
              });
    }
  }

  /**
   * Adds a name for the charset that the JVM finds by it, unless the name has another meaning here.
   */
  private void put(String name) {
    String lower = name.toLowerCase(Locale.ROOT);
    if (byName.containsKey(lower) || CommonNames.find(lower) != null) {
      return;
    }
    JvmCharset encoding = JvmCharsets.lookUp(name);
    if (encoding == null) {
      return;
    }
    byName.put(lower, encoding);
    List<JvmCharset> near =
        bySqueezedName.computeIfAbsent(NearNames.squeezed(name), any -> new ArrayList<>(1));
    if (!near.contains(encoding)) {
      near.add(encoding);
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
    for (JvmCharset encoding : all()) {
      near.add(encoding.name(), encoding.name(), encoding::isStreamed);
    }
    for (JvmCharset encoding : bySqueezedName.getOrDefault(near.given(), List.of())) {
      near.add(near.given(), encoding.name(), encoding::isStreamed);
    }
  }

  /**
   * The canonical names of the charsets that can be read as streams; not the aliases of those whose
   * canonical name is another's: to try their coders takes long, and few are asked for.
   */
  List<String> streamed() {
    return all().stream()
        .filter(JvmCharset::hasCanonicalName)
        .filter(JvmCharset::isStreamed)
        .map(JvmCharset::name)
        .toList();
  }

  private Set<JvmCharset> all() {
    return new LinkedHashSet<>(byName.values());
  }
}
