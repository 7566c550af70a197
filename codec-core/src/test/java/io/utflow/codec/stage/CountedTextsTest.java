/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.codec.stage;

import static io.utflow.codec.stage.CountedPart.CRLF_LINE;
import static io.utflow.codec.stage.CountedPart.length;
import static io.utflow.codec.stage.Frames.UTF_8;
import static io.utflow.codec.stage.Frames.buffer;
import static io.utflow.codec.stage.Frames.octets;
import static io.utflow.codec.stage.Frames.read;
import static io.utflow.codec.stage.Frames.text;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.utflow.codec.DecoderSpec;
import io.utflow.codec.IllFormedTextException;
import io.utflow.codec.MalformedPolicy;
import io.utflow.codec.testing.BufferKind;
import io.utflow.codec.testing.CountedModel;
import io.utflow.codec.testing.CountedProtocol;
import io.utflow.codec.testing.Cuts;
import io.utflow.codec.testing.Product;
import java.io.ByteArrayOutputStream;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** Lines and what they announce, each as it is alone, however the stream is cut. */
class CountedTextsTest {
  private static final int MAX_LINE = 20;
  private static final int MOST = 30;

  private static FramedStage<String> stage(DecoderSpec spec, boolean tolerant) {
    return CountedTexts.stage(spec, CountedProtocol.of(tolerant), MAX_LINE, MOST);
  }

  private static FramedStage<String> stage() {
    return stage(UTF_8, false);
  }

  private static List<String> outputs(
      FramedStage<String> stage, List<byte[]> pieces, BufferKind kind) {
    List<String> outputs = new ArrayList<>();
    try {
      for (byte[] piece : pieces) {
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

  private static void drain(FramedStage<String> stage, List<String> outputs) {
    for (String output = stage.poll(); output != null; output = stage.poll()) {
      outputs.add(output);
    }
  }

  private static void everyCutIs(
      List<String> expected, DecoderSpec spec, boolean tolerant, byte[] stream) {
    for (List<byte[]> cut : Cuts.hostile(stream)) {
      for (BufferKind kind : List.of(BufferKind.HEAP, BufferKind.DIRECT)) {
        assertThat(outputs(stage(spec, tolerant), cut, kind))
            .as("%s %s %s of %s", Cuts.describe(cut), spec, tolerant, text(stream))
            .isEqualTo(expected);
      }
    }
  }

  private static void everyCutIs(List<String> expected, String octets) {
    everyCutIs(expected, UTF_8, false, octets(octets));
  }

  @Test
  void eachPartIsAsItIsAlone() {
    Random random = new Random(1);
    List<MalformedPolicy> policies =
        List.of(
            MalformedPolicy.REPLACE,
            MalformedPolicy.SKIP,
            MalformedPolicy.REPORT,
            MalformedPolicy.REPLACE.atMost(1));
    int streams = Product.isSampled() ? 150 : 3000;
    for (int i = 0; i < streams; i++) {
      byte[] stream = CountedProtocol.stream(random);
      DecoderSpec spec = UTF_8.onMalformed(policies.get(random.nextInt(4)));
      boolean tolerant = random.nextBoolean();
      everyCutIs(CountedModel.of(spec, tolerant, MAX_LINE, MOST, stream), spec, tolerant, stream);
    }
  }

  @Test
  void textsOfRespWithLineEndsInThem() {
    String stream = "$13\r\nGr\u00C3\u00BC\u00C3\u009Fe\r\n\u00F0\u009F\u0098\u0080\r\n+OK\r\n";
    everyCutIs(List.of("TGr\u00FC\u00DFe\r\n\uD83D\uDE00", "L+OK"), stream);
  }

  /** Under SKIP the line would read 13, and what its sender says of 3 bytes would be commands. */
  @Test
  void noLengthIsTakenOfAnIllFormedLine() {
    byte[] stream = octets("$1\u00FF3\r\n0123456789012\r\n+OK\r\n");
    for (MalformedPolicy policy : List.of(MalformedPolicy.SKIP, MalformedPolicy.REPLACE)) {
      String end = policy.equals(MalformedPolicy.SKIP) ? "!LOST 6" : "!UNREADABLE 0";
      everyCutIs(List.of(end), UTF_8.onMalformed(policy), false, stream);
    }
    everyCutIs(List.of("!UNREADABLE 0"), UTF_8.onMalformed(MalformedPolicy.REPORT), false, stream);
    // A header before it may have held the length; a reply before it did not.
    everyCutIs(List.of("!LOST 8"), "h\u00FF\r\n$3\r\nabc\r\n");
    everyCutIs(List.of("L+\uFFFD", "Tabc"), "+\u00FF\r\n$3\r\nabc\r\n");
  }

  /** The digits of other scripts are digits to Java, and to no peer. */
  @Test
  void aLengthIsDigitsOfAscii() {
    assertThat(length("007")).isEqualTo(7);
    assertThat(length("999999999999999999")).isEqualTo(999_999_999_999_999_999L);
    for (String none :
        List.of("", "+3", "-1", "3 ", "\u0663", "1234567890123456789", "1_0", "/", ":")) {
      assertThatThrownBy(() -> length(none)).isInstanceOf(IllegalArgumentException.class);
    }
  }

  /** What is announced is no reason to take memory, nor is what stands behind it read as lines. */
  @Test
  void aLengthOverTheBoundFailsBeforeItsContent() {
    FramedStage<String> stage = stage();
    stage.offer(buffer("$31\r\n"));
    assertThatThrownBy(stage::poll)
        .isInstanceOf(FrameException.class)
        .hasMessage(
            "the frame at byte 5 is longer than 30 bytes, the maxBytes that the caller gave");
    FramedStage<String> large =
        CountedTexts.stage(UTF_8, new CountedProtocol(), MAX_LINE, Integer.MAX_VALUE);
    assertThat(read(large, "$2147483647\r\nab")).isEmpty();
    assertThat(text(large.takeUndelivered())).isEqualTo("ab");
  }

  @Test
  void whatCameOutIsPolledBeforeTheProtocolIsAskedForMore() {
    List<String> calls = new ArrayList<>();
    FramedStage<String> stage =
        CountedTexts.stage(
            UTF_8,
            new CountedProtocol() {
              @Override
              public CountedPart next() {
                calls.add("next");
                return super.next();
              }
            },
            MAX_LINE,
            MOST);
    stage.offer(buffer("a\r\nb\r\n"));
    for (String line : List.of("La", "Lb")) {
      assertThat(stage.poll()).isEqualTo(line);
      calls.add(line);
    }
    assertThat(stage.poll()).isNull();
    assertThat(calls).containsExactly("next", "La", "next", "Lb", "next");
    // The next line has not begun.
    assertThat(stage.isInFrame()).isFalse();
    assertThat(read(stage, "$1\r\n")).isEmpty();
    assertThat(stage.isInFrame()).isTrue();
    assertThat(stage.endedFrames()).isEqualTo(3);
  }

  /** A part and its end are handed over until its element was polled; a length is not. */
  @Test
  void whatIsHandedOver() {
    String[] expected = {"a\r\n$1\r\nb\r\nc", "$1\r\nb\r\nc", "c", "c"};
    for (int polls = 0; polls < expected.length; polls++) {
      FramedStage<String> stage = stage();
      stage.offer(buffer("a\r\n$1\r\nb\r\nc"));
      for (int i = 0; i < polls; i++) {
        stage.poll();
      }
      assertThat(text(stage.takeUndelivered())).as("%s", polls).isEqualTo(expected[polls]);
    }
  }

  @Test
  void observersAreToldByteOffsetsOfTheStream() {
    List<Long> found = new ArrayList<>();
    DecoderSpec observed = UTF_8.observer(sequence -> found.add(sequence.byteOffset()));
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    bytes.writeBytes(octets("+\u00FF\r\n$2\r\na\u00FF\r\n"));
    outputs(stage(observed, false), Cuts.bytewise(bytes.toByteArray()), BufferKind.HEAP);
    assertThat(found).containsExactly(1L, 9L);
  }

  @Test
  void whatIsAskedForMustBeRead() {
    for (CountedPart part : List.of(CountedPart.text(1), CountedPart.bytes(1))) {
      CountedTexts<String> lines =
          new CountedTexts<>() {
            @Override
            public CountedPart next() {
              return part;
            }

            @Override
            public String line(String line) {
              return line;
            }
          };
      FramedStage<String> stage = CountedTexts.stage(UTF_8, lines, 1, 1);
      stage.offer(buffer("a"));
      assertThatThrownBy(stage::poll).hasMessageContaining("does not implement");
    }
  }

  @Test
  void aPolicyThatReportsEndsTheStreamWithTheSequence() {
    FramedStage<String> stage = stage(UTF_8.onMalformed(MalformedPolicy.REPORT), false);
    stage.offer(buffer("+OK\r\n$1\r\n\u00FF\r\n"));
    assertThat(stage.poll()).isEqualTo("L+OK");
    assertThatThrownBy(stage::poll).hasCauseInstanceOf(IllFormedTextException.class);
  }

  @Test
  void settingsOutOfBoundsAreRefused() {
    for (int[] bounds : new int[][] {{0, 1}, {2, 1}}) {
      assertThatThrownBy(
              () -> CountedTexts.stage(UTF_8, new CountedProtocol(), bounds[0], bounds[1]))
          .isInstanceOf(IllegalArgumentException.class)
          .hasMessageContaining("give lines at least 1");
    }
    assertThatThrownBy(() -> CountedPart.text(-1)).hasMessageContaining("-1 was announced");
    assertThatThrownBy(() -> CountedPart.bytes(1, new byte[65]))
        .isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(CountedPart::lineEndingWith).isInstanceOf(IllegalArgumentException.class);
    assertThat(List.of(CRLF_LINE, CountedPart.text(3), CountedPart.bytes(2)))
        .asString()
        .isEqualTo("[a line, 3 bytes of text, 2 bytes]");
    assertThat(
            read(
                CountedTexts.stage(
                    UTF_8,
                    new CountedProtocol() {
                      @Override
                      public CountedPart next() {
                        return CountedPart.LINE;
                      }
                    },
                    9,
                    9),
                "a\nb\r\nc\r"))
        .containsExactly("La", "Lb");
  }
}
