/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.codec.stage;

import static io.utflow.codec.stage.Frames.UTF_8;
import static io.utflow.codec.stage.Frames.octets;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.utflow.codec.DecoderSpec;
import io.utflow.codec.FormEncodings;
import io.utflow.codec.MalformedPolicy;
import io.utflow.codec.TextEncoding;
import io.utflow.codec.testing.BufferKind;
import io.utflow.codec.testing.Cuts;
import java.nio.ByteBuffer;
import java.nio.ReadOnlyBufferException;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalLong;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** Where streams of counted texts may end, and which encodings and line ends are not for them. */
class CountedEdgesTest {
  private static FramedStage<String> stage(DecoderSpec spec, CountedTexts<String> protocol) {
    return CountedTexts.stage(spec, protocol, 30, 30);
  }

  private static List<String> outputs(
      FramedStage<String> stage, List<byte[]> cut, BufferKind kind) {
    List<String> outputs = new ArrayList<>();
    try {
      for (byte[] piece : cut) {
        stage.offer(kind.of(piece));
        drain(stage, outputs);
      }
      stage.endOfInput();
      drain(stage, outputs);
    } catch (FrameException e) {
      outputs.add("!" + e.reason() + " " + e.byteOffset());
    }
    return outputs;
  }

  private static void drain(FramedStage<String> stage, List<String> to) {
    for (String output = stage.poll(); output != null; output = stage.poll()) {
      to.add(output);
    }
  }

  private static void everyCutIs(
      List<String> expected, DecoderSpec spec, Supplier<CountedTexts<String>> made, String stream) {
    for (List<byte[]> cut : Cuts.hostile(octets(stream))) {
      for (BufferKind kind : List.of(BufferKind.HEAP, BufferKind.DIRECT)) {
        assertThat(outputs(stage(spec, made.get()), cut, kind))
            .as("%s of %s", Cuts.describe(cut), stream)
            .isEqualTo(expected);
      }
    }
  }

  /** A message is four bytes, which are a length, and a text. */
  private static final class Prefixed implements CountedTexts<String> {
    private CountedPart next = CountedPart.bytes(4);

    @Override
    public CountedPart next() {
      return next;
    }

    @Override
    public @Nullable String bytes(ByteBuffer bytes) {
      next = CountedPart.text(bytes.getInt());
      return null;
    }

    @Override
    public String text(String text) {
      next = CountedPart.bytes(4);
      return text;
    }

    @Override
    public String line(String line) {
      throw new IllegalStateException(line);
    }
  }

  /** Only a protocol knows whether a message begins: it has made one of the last part. */
  @Test
  void aStreamMayEndBeforeAMessageThatBeginsWithCountedBytes() {
    everyCutIs(List.of(), UTF_8, Prefixed::new, "");
    everyCutIs(
        List.of("a\u00E9", "", "b"),
        UTF_8,
        Prefixed::new,
        "\0\0\0\3a\u00C3\u00A9\0\0\0\0\0\0\0\1b");
    everyCutIs(List.of("a", "!CUT 5"), UTF_8, Prefixed::new, "\0\0\0\1a\0");
    everyCutIs(List.of("a", "!CUT 9"), UTF_8, Prefixed::new, "\0\0\0\1a\0\0\0\1");
    everyCutIs(List.of("!TOO_LONG 4"), UTF_8, Prefixed::new, "\0\0\0\37");
    FramedStage<String> stage = stage(UTF_8, new Prefixed());
    boolean[] inFrame = {false, true, true, true, true, false, true};
    String stream = "\0\0\0\1a\0";
    assertThat(stage.poll()).isNull();
    for (int i = 0; i <= stream.length(); i++) {
      assertThat(stage.isInFrame()).as("%s bytes", i).isEqualTo(inFrame[i]);
      if (i < stream.length()) {
        Frames.read(stage, stream.substring(i, i + 1));
      }
    }
  }

  /** Lines with ends that are made anew for each. */
  private static CountedTexts<String> lines(byte[]... ends) {
    return new CountedTexts<>() {
      @Override
      public CountedPart next() {
        return CountedPart.lineEndingWith(ends);
      }

      @Override
      public String line(String line) {
        return line;
      }
    };
  }

  @Test
  void theEndOfTheStreamDecidesWhichLineEndItIs() {
    byte[][] ends = {{0}, {0, '\n'}};
    everyCutIs(List.of("abc"), UTF_8, () -> lines(ends), "abc\0");
    everyCutIs(List.of("abc", "", "d"), UTF_8, () -> lines(ends), "abc\0\n\0d\0");
    everyCutIs(List.of("a", "b"), UTF_8, () -> lines(octets("xyz"), octets("y")), "axyzby");
    everyCutIs(List.of("ax"), UTF_8, () -> lines(octets("xyz"), octets("y")), "axy");
    everyCutIs(List.of("!CUT 0"), UTF_8, () -> lines(octets("\r\n")), "abc\r");
    List<String> many = new ArrayList<>();
    for (int i = 0; i < 20; i++) {
      many.add("" + i);
    }
    everyCutIs(many, UTF_8, () -> lines(octets("\n")), String.join("\n", many) + "\n");
  }

  /** What looks like 3 is 13 to a reader that passes over the shift. */
  @Test
  void noLengthIsReadInAnEncodingWithState() {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> stage(DecoderSpec.of(FormEncodings.SHIFTED), new Prefixed()))
        .withMessageStartingWith("x-shifted has state")
        .withMessageEndingWith("give an encoding without state");
    FrameFinder<String> finder =
        FrameFinder.announcedBy(
            FormEncodings.SHIFTED, octets("\r\n"), octets(""), line -> OptionalLong.of(1));
    FramedStage<String> stage =
        Stages.wholeFrames(finder, (bytes, bounds, truncated) -> "3", 9, TooLongPolicy.FAIL);
    assertThat(outputs(stage, List.of(octets("3\r\nabc")), BufferKind.HEAP))
        .containsExactly("3", "!LOST 3");
  }

  @Test
  void aLineEndsWithWholeCharacters() {
    List<TextEncoding> wide =
        List.of(TextEncoding.UTF_16LE, TextEncoding.UTF_32BE, FormEncodings.TWO_BYTE);
    for (TextEncoding encoding : wide) {
      FramedStage<String> stage = stage(DecoderSpec.of(encoding), lines(octets("|")));
      stage.offer(ByteBuffer.wrap(octets("\u0083|")));
      assertThatIllegalArgumentException()
          .as("%s", encoding)
          .isThrownBy(stage::poll)
          .withMessageContaining("the bytes 7C in " + encoding);
    }
    for (String end : List.of("\u00A9", "\n\u00FF")) {
      assertThatIllegalArgumentException()
          .isThrownBy(() -> Frames.readAll(stage(UTF_8, lines(octets(end))), "a"))
          .withMessageContaining("end lines with control characters of ASCII");
    }
    everyCutIs(List.of("a", "\u00E9"), UTF_8, () -> lines(octets("|")), "a|\u00C3\u00A9|");
    DecoderSpec latin1 = DecoderSpec.of(TextEncoding.forName("ISO-8859-1"));
    everyCutIs(
        List.of("a", "\u00E9"), latin1, () -> lines(octets("\u00FF")), "a\u00FF\u00E9\u00FF");
  }

  @Test
  void offsetsAreCountedFromWhereTheSpecSays() {
    List<Long> told = new ArrayList<>();
    DecoderSpec spec = UTF_8.countingFrom(100).observer(it -> told.add(it.byteOffset()));
    everyCutIs(List.of("a\uFFFD", "!CUT 103"), spec, () -> lines(octets("\n")), "a\u00FF\nb");
    assertThat(told).isNotEmpty().containsOnly(101L);
    RecordSpec records = RecordSpec.ofBytes(2);
    DecoderSpec strict = UTF_8.countingFrom(10).onMalformed(MalformedPolicy.REPORT);
    List<byte[]> one = List.of(octets("ab\u00FFb"));
    assertThat(outputs((FramedStage<String>) Stages.records(strict, records), one, BufferKind.HEAP))
        .containsExactly("ab", "!UNREADABLE 12");
    one = List.of(octets("abc"));
    assertThat(outputs((FramedStage<String>) Stages.records(strict, records), one, BufferKind.HEAP))
        .containsExactly("ab", "c", "!LOST 13");
  }

  /** They may be those of the buffer that was received. */
  @Test
  void bytesCannotBeWritten() {
    List<Boolean> refused = new ArrayList<>();
    CountedTexts<String> protocol =
        new CountedTexts<>() {
          @Override
          public CountedPart next() {
            return CountedPart.bytes(1);
          }

          @Override
          public String line(String line) {
            return line;
          }

          @Override
          public String bytes(ByteBuffer bytes) {
            try {
              bytes.put(0, (byte) 'x');
              refused.add(false);
            } catch (ReadOnlyBufferException e) {
              refused.add(true);
            }
            return "" + (char) bytes.get();
          }
        };
    assertThat(Frames.readAll(stage(UTF_8, protocol), "ab")).containsExactly("a", "b");
    assertThat(refused).containsExactly(true, true);
  }
}
