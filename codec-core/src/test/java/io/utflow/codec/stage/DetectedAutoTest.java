/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.codec.stage;

import static io.utflow.codec.stage.DetectionTest.through;
import static org.assertj.core.api.Assertions.assertThat;

import io.utflow.codec.BomPolicy;
import io.utflow.codec.DecoderSpec;
import io.utflow.codec.EncoderSpec;
import io.utflow.codec.FormEncodings;
import io.utflow.codec.MalformedPolicy;
import io.utflow.codec.TextEncoding;
import io.utflow.codec.stage.Detected.Evidence;
import io.utflow.codec.testing.BufferKind;
import io.utflow.codec.testing.Cuts;
import io.utflow.codec.testing.Encodings;
import io.utflow.codec.testing.OverEncodings;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/** The usual detection over encodings without ASCII, and what becomes of byte order marks. */
@OverEncodings
class DetectedAutoTest {
  private static final DecoderSpec UTF_8 = DecoderSpec.of(TextEncoding.UTF_8);

  private static Detected find(Detection detection, byte[] all) {
    return detection.detect(ByteBuffer.wrap(all), true);
  }

  private static byte[] utf8(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }

  private static byte[] hex(String digits) {
    return HexFormat.of().parseHex(digits);
  }

  private static Detection auto(TextEncoding encoding) {
    return Detection.auto(DecoderSpec.of(encoding)).window(4096);
  }

  /** Of none of these is ASCII a part. */
  @Test
  void utf8IsFoundWhereAsciiIsNoTextOfTheOther() {
    List<TextEncoding> without = new ArrayList<>(Encodings.FIXED.subList(1, 5));
    without.add(TextEncoding.UTF_16);
    without.addAll(Encodings.present("IBM037", "IBM1047", "UTF-EBCDIC"));
    for (TextEncoding other : without) {
      for (String text :
          List.of("id,name\n1,Anna\n", "日本語", "Grüße, здравствуй", "{\"a\":[1,2]}", "hello")) {
        byte[] all = utf8(text);
        Detected found = find(auto(other), all);
        assertThat(found.encoding()).as("%s, not %s", text, other).isEqualTo(TextEncoding.UTF_8);
        assertThat(found.evidence()).isEqualTo(Evidence.WELL_FORMED_UTF_8);
        for (List<byte[]> cut : Cuts.hostile(all)) {
          ByteStage<String> stage = Stages.decode(auto(other));
          assertThat(String.join("", through(stage, cut, BufferKind.DIRECT))).isEqualTo(text);
        }
      }
    }
  }

  /** ASCII is text in both; a character beyond it tells, wherever in the window it stands. */
  @Test
  void utf8IsFoundWhereAsciiIsAPartOfOtherText() {
    for (TextEncoding other : Encodings.present("ISO-2022-JP", "UTF-7", "HZ-GB-2312")) {
      for (String text : List.of("日本語", "id,name\n1,日本語\n", "a long line of ASCII before é")) {
        assertThat(find(auto(other), utf8(text)).encoding())
            .as("%s, not %s", text, other)
            .isEqualTo(TextEncoding.UTF_8);
      }
      for (String text : List.of("", "id,name\n", "a long line of ASCII, and nothing else")) {
        Detected found = find(auto(other), utf8(text));
        assertThat(found.encoding()).as("%s in %s", text, other).isEqualTo(other);
        assertThat(found.evidence()).isEqualTo(Evidence.NOTHING_ELSE);
      }
    }
  }

  @ParameterizedTest
  @CsvSource({
    "ISO-2022-JP, 1B2442467C4B5C1B28420A",
    "ISO-2022-JP, 69640A1B2442467C4B5C1B2842",
    "IBM037, C885939396406B40A6969993845A",
    "IBM037, 8995A596898385",
    "UTF-16LE, 2D4E2000876520002D4E",
    "UTF-16BE, 4E2D65874FE1606F",
    "UTF-16LE, 413042304330", // kana whose bytes are all ASCII
  })
  void theOtherIsFoundToo(String name, String digits) {
    byte[] all = hex(digits);
    for (TextEncoding encoding : Encodings.present(name)) {
      if (!digits.equals("413042304330")) {
        assertThat(find(auto(encoding), all).encoding()).isEqualTo(encoding);
      }
      assertThat(find(Detection.unmarkedElse(DecoderSpec.of(encoding)), all).encoding())
          .isEqualTo(encoding);
    }
  }

  @Test
  void anEncodingWithAsciiIsDetectedAsBefore() {
    assertThat(Detection.auto(UTF_8)).isEqualTo(Detection.unmarkedElse(UTF_8));
    DecoderSpec utf16 = DecoderSpec.of(TextEncoding.UTF_16BE);
    assertThat(Detection.auto(utf16)).isNotEqualTo(Detection.unmarkedElse(utf16));
    assertThat(find(Detection.unmarkedElse(utf16), utf8("id,name")).encoding())
        .isEqualTo(TextEncoding.UTF_16BE);
  }

  /** Whoever did not ask to sniff does not get the mark as text either. */
  @ParameterizedTest
  @EnumSource(BomPolicy.class)
  void theMarkOfWhatIsFoundIsNoText(BomPolicy policy) {
    byte[] all = hex("FFFE61006200");
    DecoderSpec spec = UTF_8.bom(policy);
    boolean isKept = policy == BomPolicy.KEEP || policy == BomPolicy.STRICT;
    Detection asking = Detection.by(bytes -> Optional.of(TextEncoding.UTF_16LE), spec);
    List<Detection> detections = new ArrayList<>(List.of(Detection.auto(spec), asking));
    if (policy != BomPolicy.STRICT) {
      // There the mark of the other order is ill-formed.
      detections.add(Detection.auto(DecoderSpec.of(TextEncoding.UTF_16BE).bom(policy)));
    }
    if (policy == BomPolicy.REQUIRE) {
      detections.clear(); // Another mark than that of the specs is a missing one.
    }
    for (Detection detection : detections) {
      for (List<byte[]> cut : Cuts.all(all)) {
        List<Detected> told = new ArrayList<>();
        ByteStage<String> stage = Stages.decode(detection.observer(told::add));
        assertThat(String.join("", through(stage, cut, BufferKind.HEAP)))
            .isEqualTo(isKept ? "\uFEFFab" : "ab");
        assertThat(told.get(0).encoding()).isEqualTo(TextEncoding.UTF_16LE);
      }
      if (detection != asking) {
        assertThat(find(detection, all).evidence()).isEqualTo(Evidence.BYTE_ORDER_MARK);
      }
      TextHead head = TextHead.of(detection, ByteBuffer.wrap(all), true);
      assertThat(head.textBegin() == 0 && head.spec().bom() != BomPolicy.STRIP).isEqualTo(isKept);
    }
  }

  /** In the middle of a stream U+FEFF is text. */
  @Test
  void inTheMiddleThereIsNoMark() {
    byte[] all = hex("FFFE61006200");
    Detection middle =
        Detection.by(bytes -> Optional.of(TextEncoding.UTF_16LE), UTF_8.startingAt(8));
    assertThat(through(Stages.decode(middle), Cuts.bytewise(all), BufferKind.HEAP))
        .containsExactly("\uFEFFab");
  }

  /** That of the legacy encoding is one too. */
  @Test
  void theMarkThatIsRequiredMayBeThatOfEither() {
    for (String name : List.of("UTF-16LE", "UTF-EBCDIC")) {
      for (TextEncoding encoding : Encodings.present(name)) {
        DecoderSpec spec =
            DecoderSpec.of(encoding).bom(BomPolicy.REQUIRE).onMalformed(MalformedPolicy.REPORT);
        byte[] own = EncoderSpec.of(encoding).encode("\uFEFFa");
        for (byte[] all : List.of(own, utf8("\uFEFFa"))) {
          for (List<byte[]> cut : Cuts.all(all)) {
            ByteStage<String> stage = Stages.decode(Detection.auto(spec));
            assertThat(String.join("", through(stage, cut, BufferKind.HEAP))).isEqualTo("a");
          }
        }
      }
    }
  }

  /** Before what the old encoding had passed is delivered. */
  @Test
  void aSwitchBehindTheAnswerIsNotLost() {
    Detection detection = Detection.utf8Else(UTF_8, DecoderSpec.of(FormEncodings.TWO_BYTE));
    LineSpec lines = LineSpec.of(LineBreaks.UNICODE).keepTerminator(true);
    ByteStage<String> stage = Stages.lines(detection, lines);
    stage.offer(ByteBuffer.wrap(hex("6162630D")));
    assertThat(stage.poll()).isNull();
    stage.offer(ByteBuffer.wrap(hex("8161")));
    assertThat(stage.poll()).isEqualTo("abc\r");
    stage.switchTo(DecoderSpec.of(FormEncodings.WESTERN));
    stage.endOfInput();
    assertThat(stage.poll()).isEqualTo("\uFFFDa");
    assertThat(stage.resolvedEncoding()).contains(FormEncodings.WESTERN);
  }
}
