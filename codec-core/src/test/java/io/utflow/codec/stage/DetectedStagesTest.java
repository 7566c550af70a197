/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.codec.stage;

import static io.utflow.codec.stage.DetectionTest.bytes;
import static io.utflow.codec.stage.DetectionTest.through;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.utflow.codec.BomPolicy;
import io.utflow.codec.DecoderSpec;
import io.utflow.codec.EncoderSpec;
import io.utflow.codec.FormEncodings;
import io.utflow.codec.TextEncoding;
import io.utflow.codec.testing.BufferKind;
import io.utflow.codec.testing.Cuts;
import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Whole texts and transcoding, of a stream whose encoding is detected; the observer is told. */
class DetectedStagesTest {
  private static final DecoderSpec UTF_8 = DecoderSpec.of(TextEncoding.UTF_8);
  private static final DecoderSpec WESTERN = DecoderSpec.of(FormEncodings.WESTERN);

  @ParameterizedTest
  @CsvSource(
      quoteCharacter = '"',
      value = {
        "[ab]C3A9[cd], WELL_FORMED_UTF_8, UTF-8, 88",
        "[ab]E9[cd], ILL_FORMED_UTF_8, x-western, 100",
        "[abcd], NOTHING_ELSE, UTF-8, 0",
        "FFFE6100E900, BYTE_ORDER_MARK, UTF-16LE, 100",
        "6100620063006400, CODE_UNITS, UTF-16LE, 99",
      })
  void textAndTranscodingAreThoseOfTheEncodingThatIsFound(
      String given, Detected.Evidence why, String encoding, int percent) {
    byte[] all = bytes(given);
    Detection detection = Detection.utf8Else(UTF_8.bom(BomPolicy.SNIFF), WESTERN).unmarkedFirst();
    String text =
        String.join("", through(Stages.decode(detection), Cuts.whole(all), BufferKind.HEAP));
    for (List<byte[]> cut : Cuts.hostile(all)) {
      List<Detected> told = new ArrayList<>();
      Detection observed = detection.observer(told::add);
      assertThat(through(Stages.text(observed, 100), cut, BufferKind.HEAP)).containsExactly(text);
      ByteArrayOutputStream utf16 = new ByteArrayOutputStream();
      ByteStage<ByteBuffer> stage =
          Stages.transcode(observed, EncoderSpec.of(TextEncoding.UTF_16BE), OutputBuffers.onHeap());
      for (ByteBuffer out : through(stage, cut, BufferKind.DIRECT)) {
        utf16.writeBytes(
            StandardCharsets.ISO_8859_1
                .decode(out)
                .toString()
                .getBytes(StandardCharsets.ISO_8859_1));
      }
      assertThat(utf16.toString(StandardCharsets.UTF_16BE).replace("\uFEFF", "")).isEqualTo(text);
      assertThat(stage.resolvedEncoding().orElseThrow().name()).isEqualTo(encoding);
      assertThat(told).hasSize(2);
      for (Detected found : told) {
        assertThat(found.evidence()).isEqualTo(why);
        assertThat(found.encoding().name()).isEqualTo(encoding);
        assertThat(found.percent()).isEqualTo(percent);
        assertThat(found).hasToString(encoding + ", " + percent + " % sure by " + why);
      }
    }
    assertThatIllegalArgumentException().isThrownBy(() -> Stages.text(detection, 0));
  }

  @Test
  void aSpecThatRequiresAMarkIsTheAnswer() {
    DecoderSpec marked = DecoderSpec.of(TextEncoding.UTF_16).bom(BomPolicy.REQUIRE);
    Detected found = Detection.unmarkedElse(marked).detect(ByteBuffer.wrap(bytes("6100")), true);
    assertThat(found)
        .isEqualTo(
            new Detected(marked, TextEncoding.UTF_16, Detected.Evidence.BYTE_ORDER_MARK, 100));
  }

  @Test
  void guessesHaveAPercentage() {
    Guess guess = new Guess(FormEncodings.WESTERN, 42);
    Detection detection = Detection.byGuess(bytes -> Optional.of(guess), UTF_8);
    Detected found = detection.detect(ByteBuffer.wrap(bytes("[a]E9")), true);
    assertThat(found.percent()).isEqualTo(42);
    assertThat(found.evidence()).isEqualTo(Detected.Evidence.DETECTOR);
    assertThat(found.spec()).isEqualTo(WESTERN);
    assertThat(guess)
        .isEqualTo(new Guess(FormEncodings.WESTERN, 42))
        .hasSameHashCodeAs(new Guess(FormEncodings.WESTERN, 42))
        .isNotEqualTo(new Guess(FormEncodings.WESTERN, 43));
    assertThatIllegalArgumentException().isThrownBy(() -> new Guess(FormEncodings.WESTERN, 101));
    assertThatIllegalArgumentException().isThrownBy(() -> new Guess(FormEncodings.WESTERN, -1));
    Detected none =
        Detection.byGuess(bytes -> Optional.empty(), UTF_8).detect(ByteBuffer.allocate(0), true);
    assertThat(none)
        .isEqualTo(new Detected(UTF_8, TextEncoding.UTF_8, Detected.Evidence.NOTHING_ELSE, 0))
        .isNotEqualTo(found)
        .doesNotHaveSameHashCodeAs(found);
  }

  @Test
  void whatTheObserverThrowsFailsTheStream() {
    RuntimeException thrown = new UnsupportedOperationException();
    Detection detection =
        Detection.unmarkedElse(UTF_8)
            .observer(
                found -> {
                  throw thrown;
                });
    ByteStage<String> stage = Stages.decode(detection);
    stage.offer(ByteBuffer.wrap(bytes("[hello, you]")));
    assertThatThrownBy(stage::poll).isSameAs(thrown);
    assertThat(stage.poll()).isNull();
  }

  /** The head of a file ends in the middle of a character. */
  @Test
  void aHeadThatCutsACharacterIsNotIllFormed() {
    Detection detection = Detection.utf8Else(UTF_8, WESTERN);
    ByteBuffer head = ByteBuffer.wrap(bytes("[ab]C3A9[cd]E4B8"));
    assertThat(detection.detect(head, false).encoding()).isEqualTo(TextEncoding.UTF_8);
    assertThat(detection.detect(head, true).encoding()).isEqualTo(FormEncodings.WESTERN);
    assertThat(head.position()).isZero();
  }

  /** Bytes of the field: what users of other libraries reported. */
  @ParameterizedTest
  @CsvSource(
      quoteCharacter = '"',
      value = {
        // One NUL in UTF-8, and NUL between records.
        "61626300646566, UTF-8",
        "[name=ann]00[age=7]00[id=12]00, UTF-8",
        "[a]00[b]00, UTF-16LE",
        "00[a]00[b], UTF-16BE",
        "[A1B2C3D4E5F60718293A], UTF-8",
        // "1\n2\n3\n", which could be Gurmukhi.
        "[1]0A[2]0A[3]0A[5]0A, UTF-8",
        "[1]09[2]09[3]09[4]0D0A, UTF-8",
        // "Privet, mir", "Ja, Bog": Cyrillic, its own bytes first.
        "1F04400438043204350442042C0020003C0438044004, UTF-16LE",
        "041F0440043804320435, UTF-16BE",
        // An ideograph whose last byte is zero, and pictures, before all ASCII.
        "004E01308269F08F, UTF-16LE",
        "4E0030016982 8FF0, UTF-16BE",
        "3DD800DE2000 6F006B00, UTF-16LE",
        "D83DDE000020, UTF-16BE",
        "0000000000000000, UTF-8",
        // One bad byte makes no UTF-16.
        "[abcde]FF[f], UTF-8",
        "[user=ann]E9[e], UTF-8",
      })
  void bytesOfTheField(String given, String encoding) {
    byte[] all = bytes(given.replace(" ", given.contains("[") ? " " : ""));
    Detection detection = Detection.unmarkedElse(UTF_8);
    for (List<byte[]> cut : Cuts.hostile(all)) {
      ByteStage<String> stage = Stages.decode(detection);
      through(stage, cut, BufferKind.HEAP);
      assertThat(stage.resolvedEncoding().orElseThrow().name()).isEqualTo(encoding);
    }
  }

  /** As where nothing is detected: what was offered before may be a line now. */
  @Test
  void whatASwitchCompletesIsPolledWithoutAnotherInput() {
    DecoderSpec utf32 = DecoderSpec.of(TextEncoding.UTF_32BE);
    ByteStage<String> stage =
        Stages.lines(Detection.unmarkedElse(utf32), LineSpec.of(LineBreaks.LF_OR_CRLF));
    stage.offer(ByteBuffer.wrap(bytes("000000[a]000000[b]000000[c]000000[d]0000000A[xy]0A")));
    assertThat(stage.poll()).isEqualTo("abcd");
    assertThat(stage.poll()).isNull();
    assertThat(stage.isSpent()).isTrue();
    stage.switchTo(UTF_8);
    assertThat(stage.isSpent()).isFalse();
    assertThat(stage.poll()).isEqualTo("xy");
    assertThat(stage.poll()).isNull();
    assertThat(stage.isSpent()).isTrue();
    stage.offer(ByteBuffer.wrap(bytes("C3A90A")));
    assertThat(stage.poll()).isEqualTo("\u00E9");
  }
}
