/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.codec.stage;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.utflow.codec.DecoderSpec;
import io.utflow.codec.IllFormedSequence;
import io.utflow.codec.MalformedPolicy;
import io.utflow.codec.TextEncoding;
import io.utflow.codec.testing.BufferKind;
import io.utflow.codec.testing.Cuts;
import io.utflow.codec.testing.Encodings;
import io.utflow.codec.testing.ReferenceEncoder;
import io.utflow.codec.testing.TextSamples;
import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.FieldSource;
import org.junit.jupiter.params.provider.MethodSource;

/** A stream that goes on in another encoding, and one that begins in the middle. */
class SwitchTest {
  private static final LineSpec LINES = LineSpec.of(LineBreaks.LF_OR_CRLF);

  static List<TextEncoding> encodings() {
    return Encodings.SCHEMES;
  }

  private static byte[] concat(byte[]... parts) {
    ByteArrayOutputStream all = new ByteArrayOutputStream();
    for (byte[] part : parts) {
      all.writeBytes(part);
    }
    return all.toByteArray();
  }

  /** A line names the encoding of what follows it; however the bytes are cut. */
  @ParameterizedTest
  @MethodSource("encodings")
  void aLineNamesTheEncodingOfTheNext(TextEncoding from) {
    TextSamples samples = new TextSamples(60);
    for (TextEncoding to : Encodings.SCHEMES) {
      byte[] head = ReferenceEncoder.encode(from, "\u00E9\nCHARSET " + to.name() + "\n");
      byte[] bytes = concat(head, ReferenceEncoder.encode(to, "x\u4E2D\nCHARSET UTF-8\n"));
      byte[] all =
          concat(
              bytes, "last \u00E9\r\nopen\u00E9".getBytes(java.nio.charset.StandardCharsets.UTF_8));
      for (BufferKind kind : BufferKind.values()) {
        for (int round = 0; round < 20; round++) {
          ByteStage<LocatedLine> stage =
              Stages.locatedLines(DecoderSpec.of(from), LINES).switchingAfter(SwitchTest::named);
          List<LocatedLine> lines = new ArrayList<>();
          for (byte[] piece : round == 0 ? Cuts.whole(all) : Cuts.random(all, samples.random())) {
            stage.offer(kind.of(piece));
            drain(stage, lines);
          }
          stage.endOfInput();
          drain(stage, lines);
          assertThat(lines)
              .extracting(LocatedLine::text)
              .containsExactly(
                  "\u00E9",
                  "CHARSET " + to.name(),
                  "x\u4E2D",
                  "CHARSET UTF-8",
                  "last \u00E9",
                  "open\u00E9");
          assertThat(lines.get(2).begin()).isEqualTo(head.length);
          assertThat(lines.get(4).begin()).isEqualTo(bytes.length);
          assertThat(lines.get(5).textEnd()).isEqualTo(all.length);
        }
      }
    }
  }

  /**
   * A listener is told of each byte under the encoding that it was read in, and of each line under
   * that in which its terminator was, whatever the cut, and whether a CR ends a line at once.
   */
  @ParameterizedTest
  @FieldSource("io.utflow.codec.testing.Encodings#FIXED")
  void aListenerIsToldOfTheEncodingThatWasRead(TextEncoding from) {
    TextSamples samples = new TextSamples(62);
    for (TextEncoding to : Encodings.FIXED) {
      for (String end : List.of("\n", "\r\n", "\r")) {
        String name = "CHARSET " + to.name();
        byte[] head = ReferenceEncoder.encode(from, name + end);
        byte[] rest = ReferenceEncoder.encode(to, "x\u4E2D" + end + "y");
        byte[] all = concat(head, rest);
        Map<String, List<Long>> expected = new TreeMap<>();
        add(expected, from, head.length, name.length());
        add(expected, to, rest.length, 3);
        for (int round = 0; round < 6; round++) {
          Map<String, List<Long>> told = new TreeMap<>();
          DecoderSpec spec =
              DecoderSpec.of(from)
                  .listener((encoding, in, out, bad) -> add(told, encoding, in, out));
          ByteStage<LocatedLine> stage =
              Stages.locatedLines(spec, LineSpec.of(LineBreaks.ANY))
                  .switchingAfter(SwitchTest::named);
          List<byte[]> pieces =
              round == 0
                  ? Cuts.whole(all)
                  : round == 1 ? Cuts.every(all, 1) : Cuts.random(all, samples.random());
          BufferKind kind = round % 2 == 0 ? BufferKind.HEAP : BufferKind.DIRECT;
          for (byte[] piece : pieces) {
            stage.offer(kind.of(piece));
            drain(stage, new ArrayList<>());
          }
          stage.endOfInput();
          drain(stage, new ArrayList<>());
          assertThat(told).as("%s, %s, %s", to, pieces.size(), end.length()).isEqualTo(expected);
        }
      }
    }
  }

  private static void add(
      Map<String, List<Long>> sums, TextEncoding encoding, long read, long written) {
    if (read != 0 || written != 0) {
      sums.merge(
          encoding.name(),
          List.of(read, written),
          (a, b) -> List.of(a.get(0) + b.get(0), a.get(1) + b.get(1)));
    }
  }

  /** It is told before the switch; what it throws ends the stream behind the line. */
  @Test
  void whatAListenerThrowsAtASwitchEndsTheStream() {
    RuntimeException thrown = new RuntimeException("thrown by the listener");
    DecoderSpec utf8 =
        DecoderSpec.of(TextEncoding.UTF_8)
            .listener(
                (encoding, in, out, bad) -> {
                  throw thrown;
                });
    DecoderSpec next = DecoderSpec.of(TextEncoding.UTF_16BE);
    List<ByteStage<String>> stages =
        List.of(Stages.lines(utf8, LINES), Stages.decode(utf8.pieceChars(2)));
    for (ByteStage<String> stage : stages) {
      stage.offer(ByteBuffer.wrap(new byte[] {'a', 'b', '\n', 0, 'c', 0, '\n'}));
      assertThat(stage.poll()).isEqualTo("ab");
      stage.switchTo(next);
      assertThatThrownBy(stage::poll).isSameAs(thrown);
      assertThat(stage.poll()).isNull();
    }
  }

  /** A stage that its listener has closed at a switch is closed. */
  @Test
  void aListenerMayCloseTheStageAtASwitch() {
    for (boolean lines : new boolean[] {true, false}) {
      List<ByteStage<String>> self = new ArrayList<>();
      DecoderSpec utf8 =
          DecoderSpec.of(TextEncoding.UTF_8)
              .pieceChars(2)
              .listener((encoding, in, out, bad) -> self.get(0).close());
      self.add(lines ? Stages.lines(utf8, LINES) : Stages.decode(utf8));
      ByteStage<String> stage = self.get(0);
      stage.offer(ByteBuffer.wrap(new byte[] {'a', 'b', '\n', 0, 'c', 0, '\n'}));
      assertThat(stage.poll()).isEqualTo("ab");
      stage.switchTo(DecoderSpec.of(TextEncoding.UTF_16BE));
      assertThat(stage.poll()).isNull();
      assertThatIllegalStateException().isThrownBy(() -> stage.offer(ByteBuffer.allocate(1)));
    }
  }

  private static Optional<DecoderSpec> named(LocatedLine line) {
    return line.text().startsWith("CHARSET ")
        ? Optional.of(DecoderSpec.of(TextEncoding.forName(line.text().substring(8))))
        : Optional.empty();
  }

  private static <O> void drain(Stage<ByteBuffer, O> stage, List<O> out) {
    O output;
    while ((output = stage.poll()) != null) {
      out.add(output);
    }
  }

  /** Pending bytes are the first that are read in the new way, and offsets go on. */
  @Test
  void whatWaitsIsReadInTheNewWay() {
    for (boolean lines : new boolean[] {true, false}) {
      List<IllFormedSequence> told = new ArrayList<>();
      DecoderSpec utf8 = DecoderSpec.of(TextEncoding.UTF_8);
      ByteStage<String> stage = lines ? Stages.lines(utf8, LINES) : Stages.decode(utf8);
      stage.offer(ByteBuffer.wrap(new byte[] {'a', 'b', (byte) 0xE2, (byte) 0x82}));
      List<String> out = new ArrayList<>();
      drain(stage, out);
      // E2 82 is no more the beginning of a sequence, but U+E282.
      stage.switchTo(DecoderSpec.of(TextEncoding.UTF_16BE).observer(told::add));
      stage.offer(ByteBuffer.wrap(new byte[] {0, 'c', (byte) 0xDC, 0, 0, '\n'}));
      drain(stage, out);
      stage.endOfInput();
      drain(stage, out);
      assertThat(String.join("", out)).isEqualTo("ab\uE282c\uFFFD" + (lines ? "" : "\n"));
      assertThat(told).singleElement().extracting(IllFormedSequence::byteOffset).isEqualTo(6L);
    }
  }

  @Test
  void theMarkPolicyAndTheBudgetBeginAnew() {
    DecoderSpec once =
        DecoderSpec.of(TextEncoding.UTF_8).onMalformed(MalformedPolicy.REPLACE.atMost(1));
    ByteStage<String> stage = Stages.decode(once);
    stage.offer(ByteBuffer.wrap(new byte[] {'a', (byte) 0xFF}));
    assertThat(Splitting.drain(stage)).containsExactly("a\uFFFD");
    stage.switchTo(once);
    stage.offer(
        ByteBuffer.wrap(new byte[] {(byte) 0xEF, (byte) 0xBB, (byte) 0xBF, 'b', (byte) 0xFF}));
    assertThat(Splitting.drain(stage)).containsExactly("b\uFFFD");
  }

  @Test
  void aStageThatHasEndedCannotBeSwitched() {
    ByteStage<String> stage = Stages.lines(DecoderSpec.of(TextEncoding.UTF_8), LINES);
    stage.endOfInput();
    Splitting.drain(stage);
    assertThatIllegalStateException()
        .isThrownBy(() -> stage.switchTo(DecoderSpec.of(TextEncoding.UTF_8)));
  }

  /** From the beginning of any character on, the text is the same, and so are the offsets. */
  @ParameterizedTest
  @MethodSource("encodings")
  void aStreamMayBeginInTheMiddle(TextEncoding encoding) {
    TextSamples samples = new TextSamples(61);
    if (!Encodings.FIXED.contains(encoding)) {
      assertThatIllegalStateException()
          .isThrownBy(() -> DecoderSpec.of(encoding).startingAt(4))
          .withMessageContaining("byte order");
      return;
    }
    for (int round = 0; round < 100; round++) {
      String before = samples.text(9);
      // At its start a mark would be dropped; here it is text.
      String text = "\uFEFF" + samples.text(9);
      long offset = ReferenceEncoder.encode(encoding, before).length;
      byte[] bytes =
          concat(
              ReferenceEncoder.encode(encoding, text),
              new byte[] {(byte) 0xDF, (byte) 0xDF, (byte) 0xDF});
      List<IllFormedSequence> told = new ArrayList<>();
      DecoderSpec spec =
          DecoderSpec.of(encoding)
              .bom(io.utflow.codec.BomPolicy.SNIFF)
              .observer(told::add)
              .startingAt(offset);
      var decoder = spec.newDecoder();
      String decoded = decoder.decode(ByteBuffer.wrap(bytes), true);
      assertThat(decoded).startsWith(text);
      assertThat(decoder.position()).isEqualTo(offset + bytes.length);
      assertThat(told.get(0).byteOffset()).isEqualTo(offset + bytes.length - 3);
      var validator = spec.newValidator();
      assertThat(validator.validate(ByteBuffer.wrap(bytes), true).orElseThrow().byteOffset())
          .isEqualTo(offset + bytes.length - 3);
    }
  }

  /** What replaced a sequence before the switch is handed over before text behind it. */
  @Test
  void aReplacementThatWaitsIsNotJoinedToTheTextBehindTheSwitch() {
    DecoderSpec utf8 = DecoderSpec.of(TextEncoding.UTF_8);
    DecoderSpec replacing = utf8.onMalformed(MalformedPolicy.replaceWith("ABCDEFG"));
    ByteStage<String> stage = Stages.decode(replacing.pieceChars(3));
    stage.offer(ByteBuffer.wrap(new byte[] {'x', (byte) 0xFF, 'y', 'z'}));
    assertThat(stage.poll()).isEqualTo("xAB");
    stage.switchTo(utf8);
    assertThat(stage.poll()).isEqualTo("CDEFG");
    assertThat(stage.takeUndelivered()).containsExactly('y', 'z');
  }

  /** A listener of the first spec counts what was read before a switch, whatever was offered. */
  @Test
  void whatStandsBehindASwitchIsNotCountedBeforeIt() {
    byte[] bytes = {'a', '\n', (byte) 0xFF, 'b', '\n', (byte) 0xFF, '\n'};
    for (List<byte[]> cut : Cuts.all(bytes)) {
      for (BufferKind kind : List.of(BufferKind.HEAP, BufferKind.DIRECT)) {
        List<Long> told = new ArrayList<>();
        DecoderSpec utf8 = DecoderSpec.of(TextEncoding.UTF_8);
        DecoderSpec latin = DecoderSpec.of(TextEncoding.forName("ISO-8859-1"));
        ByteStage<String> stage =
            Stages.lines(utf8.listener((encoding, in, out, bad) -> told.add(bad)), LINES);
        stage.switchTo(utf8);
        List<String> lines = new ArrayList<>();
        for (byte[] piece : cut) {
          stage.offer(kind.of(piece));
          for (String line = stage.poll(); line != null; line = stage.poll()) {
            lines.add(line);
            stage.switchTo(lines.size() == 1 ? latin : utf8);
          }
        }
        assertThat(lines).containsExactly("a", "\u00FFb", "\uFFFD");
        assertThat(told.stream().mapToLong(Long::longValue).sum()).as(Cuts.describe(cut)).isOne();
      }
    }
  }

  /**
   * Bytes that waited for others are a line of the encoding behind the switch: it comes at once.
   */
  @Test
  void aLineOfBytesThatWaitedComesWithoutAnInput() {
    byte[] bytes = {0, 'X', 0, '\n', '\n'};
    for (List<byte[]> cut : Cuts.all(bytes)) {
      for (boolean byFunction : new boolean[] {true, false}) {
        DecoderSpec utf8 = DecoderSpec.of(TextEncoding.UTF_8);
        ByteStage<String> stage = Stages.lines(DecoderSpec.of(TextEncoding.UTF_16BE), LINES);
        ByteStage<String> read =
            byFunction
                ? stage.switchingAfter(
                    line -> line.equals("X") ? Optional.of(utf8) : Optional.empty())
                : stage;
        List<String> lines = new ArrayList<>();
        for (byte[] piece : cut) {
          read.offer(ByteBuffer.wrap(piece));
          for (String line = read.poll(); line != null; line = read.poll()) {
            lines.add(line);
            if (!byFunction && line.equals("X")) {
              stage.switchTo(utf8);
            }
          }
          assertThat(read.isSpent()).isTrue();
        }
        assertThat(lines).as(Cuts.describe(cut)).containsExactly("X", "");
        assertThat(read.takeUndelivered()).isEmpty();
      }
    }
  }

  /** As what any observer throws (Stage, "Errors"). */
  @Test
  void aFunctionThatThrowsFailsTheStage() {
    IllegalArgumentException mine = new IllegalArgumentException("mine");
    ByteStage<String> stage =
        Stages.lines(DecoderSpec.of(TextEncoding.UTF_8), LINES)
            .switchingAfter(
                line -> {
                  throw mine;
                });
    stage.offer(ByteBuffer.wrap(new byte[] {'a', '\n', 'b', '\n'}));
    assertThatThrownBy(stage::poll).isSameAs(mine);
    assertThat(stage.poll()).isNull();
    ByteBuffer more = ByteBuffer.wrap(new byte[] {'c', '\n'});
    assertThatIllegalStateException().isThrownBy(() -> stage.offer(more));
  }
}
