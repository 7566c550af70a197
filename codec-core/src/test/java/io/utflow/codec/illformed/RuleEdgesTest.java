/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.codec.illformed;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.utflow.codec.BomPolicy;
import io.utflow.codec.DecoderSpec;
import io.utflow.codec.EncoderSpec;
import io.utflow.codec.IllFormedCause;
import io.utflow.codec.IllFormedSequence;
import io.utflow.codec.IllFormedTextException;
import io.utflow.codec.MalformedPolicy;
import io.utflow.codec.TextDecoder;
import io.utflow.codec.TextEncoding;
import io.utflow.codec.UnmappablePolicy;
import io.utflow.codec.packing.Packing;
import io.utflow.codec.stage.ByteStage;
import io.utflow.codec.stage.OutputBuffers;
import io.utflow.codec.stage.RecordSpec;
import io.utflow.codec.stage.Stage;
import io.utflow.codec.stage.Stages;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The first and the last of what the rules for ill-formed text tell apart. */
class RuleEdgesTest {
  private static final HexFormat HEX = HexFormat.of().withUpperCase();
  private static final DecoderSpec SPEC = DecoderSpec.of(TextEncoding.UTF_8);

  /** The Unicode Standard, D71 to D76: surrogates are D800 to DFFF. */
  @ParameterizedTest
  @CsvSource({"D7FF, false", "D800, true", "DBFF, true", "DC00, true", "DFFF, true", "E000, false"})
  void surrogates(String hex, boolean surrogate) {
    String unit = Character.toString(HexFormat.fromHexDigits(hex));
    if (surrogate) {
      assertThatIllegalArgumentException().isThrownBy(() -> MalformedPolicy.replaceWith(unit));
    } else {
      assertThat(SPEC.onMalformed(MalformedPolicy.replaceWith(unit)).decode(new byte[] {-1}))
          .isEqualTo(unit);
    }
    List<IllFormedSequence> seen = new ArrayList<>();
    Packing references =
        Packing.REFERENCES.onMalformed(
            MalformedPolicy.handledBy(
                sequence -> {
                  seen.add(sequence);
                  return "?";
                }));
    Stage<CharSequence, String> stage = references.unpacker();
    stage.offer("&#x" + hex + ";");
    assertThat(stage.poll()).isEqualTo(surrogate ? "?" : unit);
    assertThat(seen)
        .extracting(IllFormedSequence::cause)
        .isEqualTo(surrogate ? List.of(IllFormedCause.SURROGATE) : List.of());
  }

  /** No ill-formed sequence that is reported becomes text, so none can make a delimiter. */
  @Test
  void whoReportsMayDelimitByTheReplacement() {
    RecordSpec records = RecordSpec.delimitedBy("\uFFFD");
    Stage<ByteBuffer, String> stage =
        Stages.records(SPEC.onMalformed(MalformedPolicy.REPORT), records);
    assertThat(stage.offerAndPoll(ByteBuffer.wrap("a\uFFFDb".getBytes(UTF_8)))).isEqualTo("a");
    assertThatIllegalArgumentException().isThrownBy(() -> Stages.records(SPEC, records));
    DecoderSpec other = SPEC.onMalformed(MalformedPolicy.replaceWith("|"));
    assertThatIllegalArgumentException()
        .isThrownBy(() -> Stages.records(other, RecordSpec.delimitedBy("a|")))
        .withMessageContaining("the replacement of ill-formed sequences");
  }

  @Test
  void lengthsAndUnitsAtFault() {
    List<IllFormedSequence> seen = new ArrayList<>();
    EncoderSpec.of(TextEncoding.UTF_8).observer(seen::add).encode("a\uD83Db");
    DecoderSpec.of(TextEncoding.UTF_16BE)
        .observer(seen::add)
        .decode(HexFormat.of().parseHex("D83D0041"));
    SPEC.observer(seen::add).decode(new byte[] {-1});
    assertThat(seen).extracting(IllFormedSequence::length).containsExactly(1, 2, 1);
    assertThat(seen)
        .extracting(IllFormedSequence::diagnosticValue)
        .containsExactly(0xD83DL, 0xD83DL, -1L);
  }

  /** Of a flood the kinds are kept: by their bytes and by their encoding. */
  @Test
  void kindsOfAFloodAreToldApart() {
    List<String> expected = List.of("UTF-8 E282", "US-ASCII FF", "UTF-8 E382", "UTF-8 FF");
    for (int round = 0; round < 3; round++) {
      List<String> seen = new ArrayList<>();
      for (String kind : expected) {
        String[] parts = kind.split(" ");
        DecoderSpec.of(TextEncoding.forName(parts[0]))
            .observer(found -> seen.add(found.encoding() + " " + HEX.formatHex(found.bytes())))
            .decode(HEX.parseHex(parts[1] + "41"));
      }
      assertThat(seen).isEqualTo(expected);
    }
  }

  /** No byte behind the array of the caller is looked at. */
  @Test
  void theLastByteOfALongArray() {
    byte[] bytes = "a".repeat(100_000).getBytes(US_ASCII);
    for (int last : new int[] {bytes.length - 1, bytes.length - 2}) {
      bytes[last] = -1;
    }
    List<Long> seen = new ArrayList<>();
    SPEC.observer(found -> seen.add(found.byteOffset())).decode(bytes);
    assertThat(seen).containsExactly(99_998L, 99_999L);
  }

  @Test
  void aMissingMarkIsCounted() {
    TextDecoder decoder = SPEC.bom(BomPolicy.REQUIRE).newDecoder();
    assertThatThrownBy(() -> decoder.decode(ByteBuffer.wrap(new byte[] {'a'}), true))
        .isInstanceOfSatisfying(
            IllFormedTextException.class,
            e -> assertThat(e.sequence().diagnosticValue()).isEqualTo(-1));
    assertThat(decoder.illFormedCount()).isEqualTo(1);
  }

  /** What replaces a sequence fails the stream only if the target has it not. */
  @Test
  void replacementsThatATargetHasNot() {
    EncoderSpec ascii = EncoderSpec.of(US_ASCII);
    assertThat(transcoded(SPEC, ascii)).isEqualTo("a?b");
    DecoderSpec other = SPEC.onMalformed(MalformedPolicy.replaceWith("!"));
    assertThat(transcoded(other, ascii.onUnmappable(UnmappablePolicy.REPORT))).isEqualTo("a!b");
    assertThatThrownBy(() -> transcoded(SPEC, ascii.onUnmappable(UnmappablePolicy.REPORT)))
        .isInstanceOf(IllFormedTextException.class);
  }

  private static String transcoded(DecoderSpec from, EncoderSpec to) {
    ByteBuffer out = ByteBuffer.allocate(20);
    from.newTranscoder(to).transcode(ByteBuffer.wrap(new byte[] {'a', -1, 'b'}), out, true);
    return new String(out.array(), 0, out.position(), US_ASCII);
  }

  /** Where a handler of the target throws, the character is handed over with the rest. */
  @Test
  void whatAHandlerFailedAtIsHandedOver() {
    UnmappablePolicy throwing =
        UnmappablePolicy.handledBy(
            sequence -> {
              throw new IllegalStateException("of the test");
            });
    ByteStage<ByteBuffer> stage =
        Stages.transcode(
            SPEC, EncoderSpec.of(US_ASCII).onUnmappable(throwing), OutputBuffers.onHeap());
    stage.offer(ByteBuffer.wrap("a\u20ACb".getBytes(UTF_8)));
    assertThat(stage.poll()).isNotNull();
    assertThat(new String(stage.takeUndelivered(), UTF_8)).isEqualTo("\u20ACb");
  }
}
