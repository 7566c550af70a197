/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.codec.illformed;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.utflow.codec.CoderStatus;
import io.utflow.codec.DecoderSpec;
import io.utflow.codec.EncoderSpec;
import io.utflow.codec.IllFormedSequence;
import io.utflow.codec.IllFormedTextException;
import io.utflow.codec.MalformedPolicy;
import io.utflow.codec.TextDecoder;
import io.utflow.codec.TextEncoding;
import io.utflow.codec.TextTranscoder;
import io.utflow.codec.packing.Packing;
import io.utflow.codec.stage.LineBreaks;
import io.utflow.codec.stage.LineSpec;
import io.utflow.codec.stage.RecordSpec;
import io.utflow.codec.stage.Stage;
import io.utflow.codec.stage.Stages;
import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * One policy makes one text of the same ill-formed bytes on every surface, or fails at the same of
 * them, behind the same text; and an observer is told of the same sequences.
 */
class OnePolicyTest {
  /** Text, and in brackets the sequences of bytes between. */
  private static final List<String> PARTS =
      List.of("a", "[FF]", "b\u00e9", "[E282]", "[C3]", "c", "[80]");

  private static final byte[] BYTES = HexFormat.of().parseHex("61FF62C3A9E282C36380");

  static List<MalformedPolicy> policies() {
    MalformedPolicy hex =
        MalformedPolicy.handledBy(
            one -> "<" + HexFormat.of().withUpperCase().formatHex(one.bytes()) + ">");
    List<MalformedPolicy> all = new ArrayList<>();
    for (MalformedPolicy one :
        List.of(
            MalformedPolicy.REPLACE,
            MalformedPolicy.SKIP,
            MalformedPolicy.replaceWith("?"),
            MalformedPolicy.replaceWith("<?>"),
            hex)) {
      for (long budget = 0; budget <= 4; budget++) {
        all.add(one.atMost(budget));
      }
      all.add(one);
    }
    return all;
  }

  /** What is read by a surface: its text, and where it fails. */
  private record Read(String text, long failedAt) {}

  private interface Surface {
    void read(DecoderSpec spec, StringBuilder out);
  }

  private static final Map<String, Surface> SURFACES = new TreeMap<>();

  static {
    SURFACES.put("decoder, Strings", (spec, out) -> decode(spec.newDecoder(), out));
    for (int room : new int[] {2, 5, 40}) {
      SURFACES.put(
          "decoder, " + room + " chars", (spec, out) -> decode(spec.newDecoder(), room, out));
    }
    SURFACES.put("text in pieces", (spec, out) -> run(Stages.decode(spec), out));
    SURFACES.put("whole text", (spec, out) -> run(Stages.text(spec, 1000), out));
    SURFACES.put(
        "lines", (spec, out) -> run(Stages.lines(spec, LineSpec.of(LineBreaks.CRLF)), out));
    SURFACES.put(
        "records", (spec, out) -> run(Stages.records(spec, RecordSpec.delimitedBy("|")), out));
    SURFACES.put("transcoder", OnePolicyTest::transcode);
  }

  private static void decode(TextDecoder decoder, StringBuilder out) {
    try {
      out.append(decoder.decode(ByteBuffer.wrap(BYTES), true));
    } catch (IllFormedTextException e) {
      out.append(e.decodedPrefix());
      throw e;
    }
  }

  private static void decode(TextDecoder decoder, int room, StringBuilder out) {
    ByteBuffer in = ByteBuffer.wrap(BYTES);
    CharBuffer chars = CharBuffer.allocate(room);
    CoderStatus status;
    do {
      try {
        status = decoder.decode(in, chars, true);
      } finally {
        out.append(chars.flip());
        chars.clear();
      }
    } while (status == CoderStatus.OVERFLOW);
  }

  private static void run(Stage<ByteBuffer, String> stage, StringBuilder out) {
    try {
      for (String text = stage.offerAndPoll(ByteBuffer.wrap(BYTES));
          text != null;
          text = stage.poll()) {
        out.append(text);
      }
      stage.endOfInput();
      for (String text = stage.poll(); text != null; text = stage.poll()) {
        out.append(text);
      }
    } catch (IllFormedTextException e) {
      out.append(e.decodedPrefix());
      throw e;
    }
  }

  private static void transcode(DecoderSpec spec, StringBuilder out) {
    TextTranscoder transcoder = spec.newTranscoder(EncoderSpec.of(TextEncoding.UTF_8));
    ByteBuffer bytes = ByteBuffer.allocate(200);
    try {
      transcoder.transcode(ByteBuffer.wrap(BYTES), bytes, true);
    } finally {
      out.append(new String(bytes.array(), 0, bytes.position(), UTF_8));
    }
  }

  private static Read read(Surface surface, DecoderSpec spec) {
    StringBuilder out = new StringBuilder();
    try {
      surface.read(spec, out);
      return new Read(out.toString(), -1);
    } catch (IllFormedTextException e) {
      return new Read(out.toString(), e.sequence().byteOffset());
    }
  }

  /** The same by hand: {@code text} of each sequence, null for one that fails the stream. */
  private static Read expected(MalformedPolicy policy) {
    StringBuilder out = new StringBuilder();
    long at = 0;
    int count = 0;
    for (String part : PARTS) {
      if (part.startsWith("[")) {
        String bytes = part.substring(1, part.length() - 1);
        String text = textOf(policy, bytes, ++count);
        if (text == null) {
          return new Read(out.toString(), at);
        }
        out.append(text);
        at += bytes.length() / 2;
      } else {
        out.append(part);
        at += part.getBytes(UTF_8).length;
      }
    }
    return new Read(out.toString(), -1);
  }

  private static @Nullable String textOf(MalformedPolicy policy, String hex, int count) {
    String named = policy.toString();
    if (named.equals("REPORT")) {
      return null;
    }
    int budget = named.indexOf(".atMost(");
    if (budget >= 0 && count > Character.digit(named.charAt(budget + 8), 10)) {
      return null;
    }
    Map<String, Function<String, String>> texts =
        Map.of(
            "REP", bytes -> "\ufffd",
            "SKI", bytes -> "",
            "rep", bytes -> named.contains("<") ? "<?>" : "?",
            "han", bytes -> "<" + bytes + ">");
    return texts.getOrDefault(named.substring(0, 3), bytes -> "").apply(hex);
  }

  @ParameterizedTest
  @MethodSource("policies")
  void allSurfacesAgree(MalformedPolicy policy) {
    Read expected = expected(policy);
    for (Map.Entry<String, Surface> surface : SURFACES.entrySet()) {
      for (boolean observed : new boolean[] {false, true}) {
        List<IllFormedSequence> seen = new ArrayList<>();
        DecoderSpec spec = DecoderSpec.of(TextEncoding.UTF_8).onMalformed(policy);
        Read read = read(surface.getValue(), observed ? spec.observer(seen::add) : spec);
        if (read.failedAt() < 0 || !surface.getKey().equals("whole text")) {
          assertThat(read).as("%s, %s", surface.getKey(), policy).isEqualTo(expected);
        }
        assertThat(read.failedAt()).isEqualTo(expected.failedAt());
        long last = expected.failedAt() < 0 ? BYTES.length : expected.failedAt();
        if (observed) {
          assertThat(seen)
              .as("%s, %s", surface.getKey(), policy)
              .extracting(IllFormedSequence::byteOffset)
              .containsExactlyElementsOf(
                  List.of(1L, 5L, 7L, 9L).stream().filter(offset -> offset <= last).toList());
        }
      }
    }
  }

  /** The escapes of a packed text, and the chars that an encoder is given. */
  @ParameterizedTest
  @MethodSource("policies")
  void soDoPackingsAndEncoders(MalformedPolicy policy) {
    StringBuilder packed = new StringBuilder();
    for (byte b : BYTES) {
      packed.append("%%%02X".formatted(b));
    }
    Read expected = expected(policy);
    StringBuilder out = new StringBuilder();
    IllFormedTextException failure = null;
    Stage<CharSequence, String> unpacking = Packing.PERCENT.onMalformed(policy).unpacker();
    try {
      for (String text = unpacking.offerAndPoll(packed); text != null; text = unpacking.poll()) {
        out.append(text);
      }
      unpacking.endOfInput();
      for (String text = unpacking.poll(); text != null; text = unpacking.poll()) {
        out.append(text);
      }
    } catch (IllFormedTextException e) {
      failure = e;
    }
    assertThat(out).hasToString(expected.text());
    assertThat(failure == null ? -1 : failure.sequence().charOffset() / 3)
        .isEqualTo(expected.failedAt());

    String first = textOf(policy, "D83D", 1);
    String second = textOf(policy, "DE00", 2);
    ByteBuffer bytes = ByteBuffer.allocate(100);
    try {
      EncoderSpec.of(TextEncoding.UTF_8)
          .onMalformed(policy)
          .newEncoder()
          .encode("x\ud83dy\ude00z", 0, bytes, true);
    } catch (IllFormedTextException e) {
      assertThat(e.sequence().charOffset()).isEqualTo(first == null ? 1 : 3);
    }
    String written =
        first == null ? "x" : second == null ? "x" + first + "y" : "x" + first + "y" + second + "z";
    assertThat(new String(bytes.array(), 0, bytes.position(), UTF_8)).isEqualTo(written);
  }
}
