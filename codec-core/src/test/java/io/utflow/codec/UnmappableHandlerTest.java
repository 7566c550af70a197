/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.codec;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Characters that the encoding cannot encode are what a handler says. */
class UnmappableHandlerTest {
  private static final EncoderSpec ASCII = EncoderSpec.of(TextEncoding.forName("US-ASCII"));
  private static final String TEXT = "a\u00E9b\uD83D\uDE00\u00E9c";

  private static String name(IllFormedSequence it) {
    return it.diagnosticValue() == 0xE9 ? "e" : "<" + Long.toHexString(it.diagnosticValue()) + ">";
  }

  private static String written(EncoderSpec spec, String text) {
    return new String(spec.encode(text), StandardCharsets.US_ASCII);
  }

  @Test
  void theAnswerIsWrittenWhateverTheCut() {
    EncoderSpec spec = ASCII.onUnmappable(UnmappablePolicy.handledBy(UnmappableHandlerTest::name));
    String expected = "aeb<1f600>ec";
    byte[] utf8 = TEXT.getBytes(StandardCharsets.UTF_8);
    for (int length = 1; length <= utf8.length; length++) {
      TextEncoder encoder = spec.newEncoder();
      ByteArrayOutputStream encoded = new ByteArrayOutputStream();
      for (int from = 0; from < TEXT.length(); from += length) {
        int to = Math.min(TEXT.length(), from + length);
        encoded.writeBytes(encoder.encode(TEXT.substring(from, to)));
      }
      encoded.writeBytes(encoder.finish());
      assertThat(encoded.toString(StandardCharsets.US_ASCII)).isEqualTo(expected);

      TextTranscoder transcoder = DecoderSpec.of(TextEncoding.UTF_8).newTranscoder(spec);
      ByteBuffer out = ByteBuffer.allocate(64);
      for (int from = 0; from < utf8.length; from += length) {
        int to = Math.min(utf8.length, from + length);
        // Room for a byte at a time: the answer waits.
        ByteBuffer in = ByteBuffer.wrap(Arrays.copyOfRange(utf8, from, to));
        int room = 1;
        do {
          out.limit(Math.min(out.capacity(), out.position() + room++));
        } while (transcoder.transcode(in, out, to == utf8.length) == CoderStatus.OVERFLOW);
      }
      String transcoded = new String(out.array(), 0, out.position(), StandardCharsets.US_ASCII);
      assertThat(transcoded).isEqualTo(expected);
      assertThat(transcoder.illFormedCount()).isEqualTo(3);
    }
  }

  @Test
  void whatTheEncodingCannotEncodeOfTheAnswerIsReplaced() {
    UnmappablePolicy same =
        UnmappablePolicy.handledBy(
            it -> "[" + Character.toString((int) it.diagnosticValue()) + "]");
    assertThat(written(ASCII.onUnmappable(same), TEXT)).isEqualTo("a[?]b[?][?]c");
    UnmappablePolicy none = UnmappablePolicy.handledBy(it -> "");
    assertThat(written(ASCII.onUnmappable(none), TEXT)).isEqualTo("abc");
  }

  @Test
  void theFirstThatCanBeEncodedIsWritten() {
    UnmappablePolicy first =
        UnmappablePolicy.firstOf(it -> List.of("\u00E9", "<\u00E8>", "e", "never"));
    assertThat(written(ASCII.onUnmappable(first), "\u20AC")).isEqualTo("e");
    EncoderSpec latin = EncoderSpec.of(TextEncoding.forName("ISO-8859-1")).onUnmappable(first);
    assertThat(latin.encode("\u20AC")).containsExactly(0xE9);
    UnmappablePolicy wrong = UnmappablePolicy.firstOf(it -> List.of("\u00E9", "\u00E8-"));
    assertThat(written(ASCII.onUnmappable(wrong), "\u20AC")).isEqualTo("?-");
  }

  /** What replaces an unpaired surrogate is no character of the text: no handler is asked. */
  @Test
  void replacementsOfIllFormedTextAreTheCharsetsOwn() {
    EncoderSpec spec = ASCII.onUnmappable(UnmappablePolicy.handledBy(it -> "!"));
    assertThat(written(spec, "a\uD83Db")).isEqualTo("a?b");
  }

  @Test
  void theObserverIsToldFirstAndFailuresFailTheStream() {
    List<String> calls = new ArrayList<>();
    EncoderSpec spec =
        ASCII
            .observer(it -> calls.add("observed " + it.charOffset()))
            .onUnmappable(
                UnmappablePolicy.handledBy(
                    it -> {
                      calls.add("handled " + it.charOffset());
                      return "e";
                    }));
    assertThat(written(spec, "a\u00E9")).isEqualTo("ae");
    assertThat(calls).containsExactly("observed 1", "handled 1");

    for (UnmappablePolicy wrong :
        List.of(
            UnmappablePolicy.handledBy(it -> "\uD800"),
            UnmappablePolicy.handledBy(it -> null),
            UnmappablePolicy.firstOf(it -> null),
            UnmappablePolicy.firstOf(it -> List.of()))) {
      TextEncoder encoder = ASCII.onUnmappable(wrong).newEncoder();
      assertThatIllegalStateException()
          .isThrownBy(() -> encoder.encode("ab\u00E9"))
          .withMessageContaining("the handler of unmappable characters returned");
      assertThat(encoder.takeEncodedPrefix()).containsExactly('a', 'b');
    }
    RuntimeException thrown = new UnsupportedOperationException();
    UnmappablePolicy throwing =
        UnmappablePolicy.handledBy(
            it -> {
              throw thrown;
            });
    assertThatThrownBy(() -> ASCII.onUnmappable(throwing).encode("\u00E9")).isSameAs(thrown);
  }

  @Test
  void policiesAreEqualIfTheirHandlersAre() {
    java.util.function.Function<IllFormedSequence, String> handler = it -> "";
    UnmappablePolicy policy = UnmappablePolicy.handledBy(handler);
    assertThat(policy)
        .isEqualTo(UnmappablePolicy.handledBy(handler))
        .hasSameHashCodeAs(UnmappablePolicy.handledBy(handler))
        .isNotEqualTo(UnmappablePolicy.handledBy(it -> ""))
        .isNotEqualTo(UnmappablePolicy.SKIP);
    assertThat(policy.toString()).startsWith("handledBy(").contains("Lambda");
    UnmappablePolicy first = UnmappablePolicy.firstOf(it -> List.of(""));
    assertThat(first.toString()).startsWith("firstOf(").contains("Lambda");
  }
}
