/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.codec;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import io.utflow.codec.testing.CountingCharsetProvider;
import io.utflow.codec.testing.OverEncodings;
import java.nio.charset.Charset;
import java.util.List;
import java.util.Locale;
import java.util.function.Consumer;
import java.util.stream.IntStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Names come from peers, who may send any number of unknown ones, of any length. */
@OverEncodings
class UnknownNamesTest {
  private static final int NAMES = 500;

  @BeforeEach
  void theNamesAreGathered() {
    TextEncoding.names();
  }

  static List<Consumer<String>> lookups() {
    return List.of(
        TextEncoding::find,
        name -> catchThrowable(() -> TextEncoding.forName(name)),
        name -> catchThrowable(() -> TextEncoding.forWebLabel(name)),
        name -> catchThrowable(() -> TextEncoding.ofContentType("text/plain;charset=" + name)));
  }

  @ParameterizedTest
  @MethodSource("lookups")
  void noProviderOfCharsetsIsAsked(Consumer<String> lookup) {
    long before = CountingCharsetProvider.lookups();
    IntStream.range(0, NAMES)
        .mapToObj(Integer::toString)
        .forEach(
            i -> {
              lookup.accept("bogus" + i);
              lookup.accept("web-bogus" + i);
              lookup.accept("x".repeat(NAMES) + i);
              lookup.accept("Shift_JIS" + i);
            });
    assertThat(CountingCharsetProvider.lookups()).isEqualTo(before);
  }

  @Test
  void theProviderIsOneOfThisJvm() {
    long before = CountingCharsetProvider.lookups();
    assertThat(Charset.isSupported("x-none-of-these-either")).isFalse();
    assertThat(CountingCharsetProvider.lookups()).isGreaterThan(before);
  }

  @Test
  void eachNameAndAliasMeansWhatItMeansToTheJvm() {
    for (Charset listed : Charset.availableCharsets().values()) {
      for (String name : listed.aliases()) {
        Charset charset = Charset.forName(name);
        TextEncoding meant = TextEncoding.find(charset.name()).orElse(null);
        boolean disputed = name.equalsIgnoreCase("unicode") || name.startsWith("ISO-10646-UCS-2");
        if (!disputed && !isOwn(name) && !isOfWindows(name)) {
          for (String form :
              List.of(name, name.toLowerCase(Locale.ROOT), name.toUpperCase(Locale.ROOT))) {
            assertThat(TextEncoding.find(form).orElse(null)).as(form).isSameAs(meant);
          }
        }
      }
    }
  }

  /** Whether the JVM alone has IBM's table by a name that means that of Windows. */
  private static boolean isOfWindows(String name) {
    return name.matches("(?i)(cp)?(874|932|949|950)");
  }

  /** Whether the encoding is one of ours, of which the JDK has another. */
  private static boolean isOwn(String name) {
    return name.toLowerCase(Locale.ROOT).contains("iso2022cn")
        || name.equalsIgnoreCase("ISO-2022-CN");
  }
}
