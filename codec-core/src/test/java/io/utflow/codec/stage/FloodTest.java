/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.codec.stage;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.utflow.codec.CoderStatus;
import io.utflow.codec.DecoderSpec;
import io.utflow.codec.EncoderSpec;
import io.utflow.codec.IllFormedSequence;
import io.utflow.codec.IllFormedTextException;
import io.utflow.codec.MalformedPolicy;
import io.utflow.codec.TextDecoder;
import io.utflow.codec.TextEncoding;
import io.utflow.codec.stage.coding.AbstractStage;
import io.utflow.codec.testing.OverEncodings;
import io.utflow.codec.testing.Retained;
import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Ill-formed sequences in a row, and with few characters between: read at once they are what they
 * are byte by byte, where no loop reads more than one.
 */
@OverEncodings
class FloodTest {
  private static final int SEQUENCES = 300;
  private static final int BOUND = 1000;
  private static final long MOST_RETAINED = 10_000;

  private static final LineSpec LINES =
      LineSpec.of(LineBreaks.LF_OR_CRLF).maxChars(BOUND).onTooLong(TooLongPolicy.TRUNCATE);

  private static final List<MalformedPolicy> POLICIES =
      List.of(
          MalformedPolicy.REPLACE,
          MalformedPolicy.SKIP,
          MalformedPolicy.replaceWith("?"),
          MalformedPolicy.replaceWith("<bad>"),
          MalformedPolicy.handledBy(found -> found.length() + ""),
          MalformedPolicy.REPLACE.atMost(SEQUENCES / 2),
          MalformedPolicy.SKIP.atMost(SEQUENCES / 2));

  static Stream<Arguments> floods() {
    Stream<Arguments> all =
        Stream.of(
            Arguments.of("UTF-8", "FF"),
            Arguments.of("UTF-8", "61 FF"),
            Arguments.of("UTF-8", "80 FF C0 ED A0"),
            Arguments.of("UTF-8", "61 62 63 64 65 66 67 68 69 FF FE"),
            Arguments.of("UTF-8", "F0 9F 98 80 F0 9F 98 FF"),
            Arguments.of("UTF-8", "0A FF"),
            Arguments.of("UTF-16BE", "D8 3D"),
            Arguments.of("UTF-16LE", "61 00 00 DC 3D D8"),
            Arguments.of("UTF-32BE", "00 11 00 00 00 00 00 61"),
            Arguments.of("Shift_JIS", "FF 82 A0 81"),
            Arguments.of("windows-1252", "81 61"),
            Arguments.of("ISO-2022-JP", "1B 41"),
            Arguments.of("ISO-2022-JP", "1B 24 42 24 22 FF 1B 28 42 61"),
            Arguments.of("ISO-2022-KR", "0E FF 0F FF 61"),
            Arguments.of("x-IBM930", "0E 00 0F 81"),
            Arguments.of("CESU-8", "FF ED A0 BD 61"),
            Arguments.of("HZ-GB-2312", "7E 41 7E 7B 30 21 7E 7D"));
    return all.filter(flood -> TextEncoding.find((String) flood.get()[0]).isPresent());
  }

  private static byte[] flood(String hex) {
    return HexFormat.of().parseHex(hex.replace(" ", "").repeat(SEQUENCES));
  }

  /** What came out of a stream, in order, and how it ended. */
  private record Came(
      String text, List<IllFormedSequence> seen, long count, long position, String failure) {}

  @ParameterizedTest
  @MethodSource("floods")
  void aFloodIsWhatItsBytesAre(String encoding, String hex) {
    for (MalformedPolicy policy : POLICIES) {
      for (boolean observed : new boolean[] {false, true}) {
        DecoderSpec spec = DecoderSpec.of(TextEncoding.forName(encoding)).onMalformed(policy);
        byte[] bytes = flood(hex);
        Came all = decoded(spec, observed, bytes, bytes.length, 4 * bytes.length);
        assertThat(all).isEqualTo(decoded(spec, observed, bytes, 1, 4 * bytes.length));
        assertThat(all).isEqualTo(decoded(spec, observed, bytes, bytes.length, 7));
        assertThat(all.count()).isPositive();
      }
    }
  }

  private static Came decoded(
      DecoderSpec spec, boolean observed, byte[] bytes, int piece, int room) {
    List<IllFormedSequence> seen = new ArrayList<>();
    TextDecoder decoder = (observed ? spec.observer(seen::add) : spec).newDecoder();
    StringBuilder text = new StringBuilder();
    CharBuffer out = CharBuffer.allocate(room);
    String failure = "";
    try {
      for (int from = 0; from < bytes.length; from += piece) {
        ByteBuffer in = ByteBuffer.wrap(bytes, from, Math.min(piece, bytes.length - from));
        boolean last = from + piece >= bytes.length;
        CoderStatus status;
        do {
          try {
            status = decoder.decode(in, out.clear(), last);
          } finally {
            text.append(out.flip());
          }
        } while (status == CoderStatus.OVERFLOW);
      }
    } catch (IllFormedTextException e) {
      failure = e.getMessage();
    }
    return new Came(text.toString(), seen, decoder.illFormedCount(), decoder.position(), failure);
  }

  @ParameterizedTest
  @MethodSource("floods")
  void aFloodOfLinesIsWhatItsBytesAre(String encoding, String hex) {
    for (MalformedPolicy policy : POLICIES) {
      byte[] bytes = flood(hex);
      DecoderSpec spec = DecoderSpec.of(TextEncoding.forName(encoding)).onMalformed(policy);
      List<Object> all = lines(spec, true, bytes, bytes.length);
      assertThat(all).isEqualTo(lines(spec, true, bytes, 1)).isNotEmpty();
      List<Object> text = new ArrayList<>(all);
      text.removeIf(came -> came instanceof IllFormedSequence);
      assertThat(lines(spec, false, bytes, bytes.length)).isEqualTo(text);
    }
  }

  /** Lines, what is seen before each, and how the stream ended. */
  private static List<Object> lines(DecoderSpec spec, boolean observed, byte[] bytes, int piece) {
    List<Object> came = new ArrayList<>();
    Stage<ByteBuffer, String> stage =
        Stages.lines(observed ? spec.observer(came::add) : spec, LINES);
    try {
      for (int from = 0; from < bytes.length; from += piece) {
        stage.offer(ByteBuffer.wrap(bytes, from, Math.min(piece, bytes.length - from)));
        drain(stage, came);
      }
      stage.endOfInput();
      drain(stage, came);
    } catch (IllFormedTextException e) {
      came.add(e.getMessage());
    }
    return came;
  }

  /** Law L7: those before it are told and counted, none behind it. */
  @ParameterizedTest
  @MethodSource("floods")
  void whatAnObserverThrowsEndsAFloodOfLinesThere(String encoding, String hex) {
    for (MalformedPolicy policy : POLICIES) {
      DecoderSpec spec = DecoderSpec.of(TextEncoding.forName(encoding)).onMalformed(policy);
      byte[] bytes = flood(hex);
      for (int last : new int[] {1, 2, 9, SEQUENCES / 2}) {
        List<Object> all = linesUpTo(last, spec, bytes, bytes.length);
        assertThat(all).isEqualTo(linesUpTo(last, spec, bytes, 1));
        assertThat(all).filteredOn(came -> came instanceof IllFormedSequence).hasSize(last);
        assertThat(all).endsWith("enough", (long) last);
      }
    }
  }

  /** The same as {@link #lines}, with an observer that throws, and the count. */
  private static List<Object> linesUpTo(int last, DecoderSpec spec, byte[] bytes, int piece) {
    List<Object> came = new ArrayList<>();
    List<IllFormedSequence> seen = new ArrayList<>();
    Consumer<IllFormedSequence> observer =
        found -> {
          came.add(found);
          seen.add(found);
          if (seen.size() == last) {
            throw new IllegalArgumentException("enough");
          }
        };
    Stage<ByteBuffer, String> stage = Stages.lines(spec.observer(observer), LINES);
    try {
      for (int from = 0; from < bytes.length; from += piece) {
        stage.offer(ByteBuffer.wrap(bytes, from, Math.min(piece, bytes.length - from)));
        drain(stage, came);
      }
      stage.endOfInput();
      drain(stage, came);
    } catch (IllegalArgumentException e) {
      came.add(e.getMessage());
    }
    came.add(((AbstractStage<?, ?>) stage).illFormedCount());
    return came;
  }

  private static void drain(Stage<ByteBuffer, String> stage, List<Object> came) {
    String line;
    while ((line = stage.poll()) != null) {
      came.add(line);
    }
  }

  @ParameterizedTest
  @MethodSource("floods")
  void aTranscodedFloodIsTheTextOfTheFlood(String encoding, String hex) {
    DecoderSpec spec = DecoderSpec.of(TextEncoding.forName(encoding));
    byte[] bytes = flood(hex);
    String text = decoded(spec, false, bytes, bytes.length, 4 * bytes.length).text();
    for (int room : new int[] {9, 5000, 20_000}) {
      var transcoder = spec.newTranscoder(EncoderSpec.of(TextEncoding.UTF_8));
      ByteBuffer in = ByteBuffer.wrap(bytes);
      ByteBuffer out = ByteBuffer.allocate(room);
      StringBuilder written = new StringBuilder();
      CoderStatus status;
      do {
        status = transcoder.transcode(in, out.clear(), true);
        written.append(StandardCharsets.UTF_8.decode(out.flip()));
      } while (status == CoderStatus.OVERFLOW);
      assertThat(written.toString()).isEqualTo(text);
    }
  }

  /** Law L7: the text before is there, nothing behind is read. */
  @Test
  void whatAnObserverThrowsEndsTheFloodThere() {
    for (int at = 1; at < 100; at++) {
      int last = at;
      List<IllFormedSequence> seen = new ArrayList<>();
      Consumer<IllFormedSequence> observer =
          found -> {
            seen.add(found);
            if (seen.size() == last) {
              throw new IllegalArgumentException("enough");
            }
          };
      TextDecoder decoder = DecoderSpec.of(TextEncoding.UTF_8).observer(observer).newDecoder();
      ByteBuffer in = ByteBuffer.wrap(flood("61 FF"));
      CharBuffer out = CharBuffer.allocate(1000);
      assertThatThrownBy(() -> decoder.decode(in, out, true)).hasMessage("enough");
      assertThat(out.flip().toString()).isEqualTo("a\uFFFD".repeat(at - 1) + "a");
      assertThat(in.position()).isEqualTo(2 * at);
      assertThat(decoder.illFormedCount()).isEqualTo(at);
      assertThat(seen.get(at - 1).byteOffset()).isEqualTo(2 * at - 1);
    }
  }

  /** What an event tells is its own, whatever other events of its kind do. */
  @Test
  void theBytesOfAnEventAreACopy() {
    List<IllFormedSequence> seen = new ArrayList<>();
    DecoderSpec spec = DecoderSpec.of(TextEncoding.UTF_8).observer(seen::add);
    spec.newDecoder().decode(ByteBuffer.wrap(flood("FF")), true);
    seen.get(0).bytes()[0] = 0;
    assertThat(seen.get(0).bytes()).containsExactly(0xFF);
    assertThat(seen.get(1).bytes()).containsExactly(0xFF);
    assertThat(seen.get(0)).isNotEqualTo(seen.get(1));
  }

  /** Law L4. */
  @ParameterizedTest
  @MethodSource("floods")
  void aStageKeepsNothingOfAFlood(String encoding, String hex) throws IllegalAccessException {
    DecoderSpec spec = DecoderSpec.of(TextEncoding.forName(encoding)).observer(found -> {});
    LineSpec lines = LineSpec.of(LineBreaks.LF_OR_CRLF).maxChars(BOUND);
    Stage<ByteBuffer, String> stage = Stages.lines(spec, lines.onTooLong(TooLongPolicy.TRUNCATE));
    stage.offer(ByteBuffer.wrap(flood(hex), 0, hex.length() / 3 + 1));
    Splitting.drain(stage);
    long before = Retained.bytes(stage);
    for (int i = 0; i < 50; i++) {
      stage.offer(ByteBuffer.wrap(flood(hex)));
      Splitting.drain(stage);
    }
    assertThat(Retained.bytes(stage) - before).isLessThan(MOST_RETAINED);
  }
}
