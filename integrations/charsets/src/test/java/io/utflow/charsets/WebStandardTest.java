/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.charsets;

import static org.assertj.core.api.Assertions.assertThat;

import io.utflow.charsets.names.WebLabelNames;
import io.utflow.charsets.testing.StandardDecoder;
import io.utflow.charsets.testing.StandardDecoders;
import io.utflow.charsets.testing.StandardEncoder;
import io.utflow.codec.BomPolicy;
import io.utflow.codec.DecoderSpec;
import io.utflow.codec.EncoderSpec;
import io.utflow.codec.MalformedPolicy;
import io.utflow.codec.TextDecoder;
import io.utflow.codec.TextEncoder;
import io.utflow.codec.TextEncoding;
import io.utflow.codec.UnmappablePolicy;
import io.utflow.codec.stage.ByteStage;
import io.utflow.codec.stage.LineBreaks;
import io.utflow.codec.stage.LineSpec;
import io.utflow.codec.stage.Stages;
import io.utflow.codec.testing.BufferKind;
import io.utflow.codec.testing.Cuts;
import io.utflow.codec.testing.Product;
import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Each label of the web is read as the algorithms of the WHATWG Encoding Standard say: text, and
 * where ill-formed sequences begin and end, for every cut.
 */
class WebStandardTest {
  private static final int STREAMS = Product.sampled(1500, 15);
  private static final int LONGEST = 24;

  /** The ends of the ranges that a decoder tells apart, and bytes of characters. */
  private static final Map<String, String> CLASSES =
      Map.of(
          "GBK", "0A 30 39 40 7E 7F 80 81 84 A3 FE FF",
          "gb18030", "0A 30 39 40 7E 7F 80 81 84 A3 FE FF",
          "Big5", "0A 3F 40 62 7E 7F 80 81 87 88 A1 A4 FE FF",
          "EUC-JP", "0A 41 7F 80 8E 8F 90 A0 A1 B0 DF E0 FE FF",
          "ISO-2022-JP", "0A 0E 1B 20 21 24 28 30 40 42 49 4A 5C 7E 7F 80 FF",
          "Shift_JIS", "0A 3F 40 7E 7F 80 81 85 9F A0 B1 E0 F0 FC FD FF",
          "EUC-KR", "0A 40 41 5B 7A 80 81 A1 B0 C9 FE FF",
          "UTF-8", "0A 80 8F 90 9F A0 BF C1 C2 E0 ED EF F0 F4 F5 FF",
          "UTF-16LE", "00 0A 41 D8 DB DC DF E0 FF",
          "UTF-16BE", "00 0A 41 D8 DB DC DF E0 FF");

  static List<String> names() {
    return WebLabelNames.all();
  }

  static List<String> ofSeveralBytes() {
    return CLASSES.keySet().stream().sorted().toList();
  }

  private static DecoderSpec spec(String name) {
    return DecoderSpec.of(TextEncoding.forWebLabel(name)).bom(BomPolicy.KEEP);
  }

  /** Text, and the places of ill-formed sequences. */
  private record Read(String text, List<String> errors) {}

  private static Read expected(String name, byte[] bytes) {
    StringBuilder text = new StringBuilder();
    List<String> errors = new ArrayList<>();
    for (StandardDecoder.Item item : StandardDecoders.of(name).run(bytes)) {
      text.append(item.text() == null ? "\uFFFD" : item.text());
      if (item.text() == null) {
        errors.add(item.offset() + "/" + item.length());
      }
    }
    return new Read(text.toString(), errors);
  }

  private static Read read(String name, List<byte[]> pieces, BufferKind kind) {
    List<String> errors = new ArrayList<>();
    TextDecoder decoder =
        spec(name).observer(e -> errors.add(e.byteOffset() + "/" + e.length())).newDecoder();
    StringBuilder text = new StringBuilder();
    for (byte[] piece : pieces) {
      text.append(decoder.decode(kind.of(piece), false));
    }
    text.append(decoder.decode(ByteBuffer.allocate(0), true));
    return new Read(text.toString(), errors);
  }

  private static void assertReadByTheStandard(String name, byte[] bytes) {
    Read expected = expected(name, bytes);
    Read read = read(name, List.of(bytes), BufferKind.HEAP);
    if (!read.equals(expected)) {
      throw new AssertionError(
          "%s %s: %s, by the standard %s"
              .formatted(name, HexFormat.of().formatHex(bytes), read, expected));
    }
  }

  @ParameterizedTest
  @MethodSource("names")
  void allStreamsOfTwoBytes(String name) {
    assertReadByTheStandard(name, new byte[0]);
    for (int first = 0; first < 0x100; first++) {
      if (!Product.takes(first + name.length(), 17)) {
        continue;
      }
      assertReadByTheStandard(name, new byte[] {(byte) first});
      for (int second = 0; second < 0x100; second++) {
        assertReadByTheStandard(name, new byte[] {(byte) first, (byte) second});
      }
    }
  }

  /** Three, four, and of ISO-2022-JP behind each escape sequence. */
  @ParameterizedTest
  @MethodSource("ofSeveralBytes")
  void allStreamsOfFourBytesOverTheClasses(String name) {
    byte[] classes = HexFormat.of().parseHex(CLASSES.get(name).replace(" ", ""));
    List<String> before =
        name.equals("ISO-2022-JP")
            ? List.of("", "1B2842", "1B284A41", "1B284941", "1B24423021", "1B244230")
            : List.of("");
    for (String prefix : before) {
      byte[] shift = HexFormat.of().parseHex(prefix);
      byte[] bytes = Arrays.copyOf(shift, shift.length + 4);
      for (int i = 0; i < Math.pow(classes.length, 4); i++) {
        if (!Product.takes(i, 41)) {
          continue;
        }
        for (int at = 0, rest = i; at < 4; at++, rest /= classes.length) {
          bytes[shift.length + at] = classes[rest % classes.length];
        }
        assertReadByTheStandard(name, bytes);
        if (i < Math.pow(classes.length, 3)) {
          assertReadByTheStandard(name, Arrays.copyOf(bytes, bytes.length - 1));
        }
      }
    }
  }

  private static byte[] stream(String name, Random random) {
    byte[] bytes = new byte[random.nextInt(LONGEST)];
    random.nextBytes(bytes);
    byte[] classes = HexFormat.of().parseHex(CLASSES.getOrDefault(name, "0A").replace(" ", ""));
    for (int i = 0; i < bytes.length; i++) {
      if (random.nextInt(8) > 0) {
        bytes[i] = classes[random.nextInt(classes.length)];
      }
    }
    return bytes;
  }

  /** Laws L1 and L4, and that what is pending is what was read last. */
  @ParameterizedTest
  @MethodSource("names")
  void randomStreamsForEveryCut(String name) {
    Random random = new Random(31);
    for (int round = 0; round < STREAMS; round++) {
      byte[] bytes = stream(name, random);
      Read expected = expected(name, bytes);
      for (List<byte[]> pieces : Cuts.hostile(bytes)) {
        BufferKind kind = BufferKind.values()[random.nextInt(BufferKind.values().length)];
        assertThat(read(name, pieces, kind))
            .as(() -> name + " " + HexFormat.of().formatHex(bytes) + Cuts.describe(pieces))
            .isEqualTo(expected);
      }
      assertPendingIsTheRest(name, bytes);
    }
  }

  private static void assertPendingIsTheRest(String name, byte[] bytes) {
    for (int at = 0; at <= bytes.length; at++) {
      TextDecoder decoder = spec(name).newDecoder();
      decoder.decode(ByteBuffer.wrap(bytes, 0, at), false);
      byte[] pending = decoder.takePending();
      assertThat(pending)
          .hasSizeLessThan(4)
          .isEqualTo(Arrays.copyOfRange(bytes, at - pending.length, at));
      assertThat(decoder.position()).isEqualTo(at - pending.length);
    }
  }

  /** The facts that the issue was raised with. */
  @ParameterizedTest
  @CsvSource({
    "Big5, 878740, \uFFFD@, 0/2",
    "EUC-JP, 8FA18041, \uFFFDA, 0/3",
    "EUC-JP, 8FA14180, \uFFFDA\uFFFD, 0/2 3/1",
    "GBK, 8130, \uFFFD, 0/2",
    "gb18030, 813081, \uFFFD, 0/3",
    "gb18030, 8130810A, \uFFFD0\uFFFD<LF>, 0/1 2/1",
    "ISO-2022-JP, 1B28421B284A41, \uFFFDA, 3/3",
    "ISO-2022-JP, 1B2442300A, \uFFFD, 3/2",
    "ISO-2022-JP, 1B2442301B284241, \uFFFDA, 3/1",
    "ISO-2022-JP, 1B24, \uFFFD$, 0/1",
  })
  void someStreams(String name, String hex, String text, String errors) {
    byte[] bytes = HexFormat.of().parseHex(hex);
    Read expected = new Read(text.replace("<LF>", "\n"), List.of(errors.split(" ")));
    assertThat(expected(name, bytes)).isEqualTo(expected);
    for (List<byte[]> pieces : Cuts.all(bytes)) {
      assertThat(read(name, pieces, BufferKind.HEAP)).isEqualTo(expected);
    }
  }

  /** All of this is the same in streams that are long enough for kernels and windows. */
  @ParameterizedTest
  @ValueSource(strings = {"GBK", "gb18030", "Big5", "EUC-JP", "ISO-2022-JP", "Shift_JIS", "EUC-KR"})
  void longStreams(String name) {
    Random random = new Random(32);
    byte[] text = EncoderSpec.of(TextEncoding.forWebLabel(name)).encode("abc \u4E00\u3042\n\u00A5");
    for (int round = 0; round < Product.sampled(20, 20); round++) {
      List<byte[]> parts = new ArrayList<>();
      for (int i = 0; i < 1500; i++) {
        parts.add(random.nextInt(3) > 0 ? text : stream(name, random));
      }
      int length = parts.stream().mapToInt(part -> part.length).sum();
      ByteBuffer all = ByteBuffer.allocate(length);
      parts.forEach(all::put);
      Read expected = expected(name, all.array());
      for (BufferKind kind : BufferKind.values()) {
        assertThat(read(name, List.of(all.array()), kind)).isEqualTo(expected);
        assertThat(read(name, Cuts.every(all.array(), 1000), kind)).isEqualTo(expected);
      }
      assertThat(expected.errors()).hasSizeGreaterThan(100);
    }
  }

  /** What is written, with references for what cannot be encoded, for every cut. */
  @ParameterizedTest
  @ValueSource(strings = {"GBK", "gb18030", "Big5", "EUC-JP", "ISO-2022-JP", "Shift_JIS", "EUC-KR"})
  void textIsWrittenByTheStandard(String name) {
    Random random = new Random(33);
    int[] characters =
        ("ab\\~\n\u000E\u000F\u001B\u0080\u00A2\u00A5\u00B7\u203E\u2212\u20AC\u2550\u3042\u4E00"
                + "\u5341\u4E02\u7E8A\u00E9\uAC00\uE000\uE5E5\uE78D\uE7C7\uFF0D\uFF71\uFF9F\uFFE2\uFFFD"
                + "\u1E3F\u31C0\uD83D\uDE00")
            .codePoints()
            .toArray();
    EncoderSpec spec =
        EncoderSpec.of(TextEncoding.forWebLabel(name))
            .onUnmappable(UnmappablePolicy.DECIMAL_REFERENCE);
    for (int round = 0; round < Product.sampled(300); round++) {
      StringBuilder all = new StringBuilder();
      for (int i = random.nextInt(20); i > 0; i--) {
        boolean known = random.nextInt(8) > 0;
        all.appendCodePoint(
            known ? characters[random.nextInt(characters.length)] : random.nextInt(0xD800));
      }
      String text = all.toString();
      byte[] expected = StandardEncoder.encode(name, text);
      assertThat(spec.encode(text)).as(text).isEqualTo(expected);
      TextEncoder encoder = spec.newEncoder();
      ByteBuffer out = ByteBuffer.allocate(12 * text.length() + 8);
      for (int i = 0; i <= text.length(); i++) {
        CharBuffer one = CharBuffer.wrap(text, i, Math.min(i + 1, text.length()));
        encoder.encode(one, out, i == text.length());
      }
      assertThat(Arrays.copyOf(out.array(), out.position())).isEqualTo(expected);
    }
  }

  /** Laws L9 and L10 of the text that the standard's decoder returns. */
  @ParameterizedTest
  @MethodSource("names")
  void linesAreThoseOfTheText(String name) {
    Random random = new Random(34);
    for (int round = 0; round < STREAMS / 5; round++) {
      byte[] bytes = stream(name, random);
      for (int i = 0; i < bytes.length; i++) {
        bytes[i] = random.nextInt(6) == 0 ? (byte) '\n' : bytes[i];
      }
      String text = expected(name, bytes).text();
      for (MalformedPolicy policy :
          List.of(MalformedPolicy.REPLACE, MalformedPolicy.replaceWith("<?>"))) {
        String shown = policy == MalformedPolicy.REPLACE ? text : text.replace("\uFFFD", "<?>");
        List<String> lines = linesOf(shown);
        for (List<byte[]> pieces : Cuts.hostile(bytes)) {
          assertThat(lines(spec(name).onMalformed(policy), pieces))
              .as(() -> name + " " + HexFormat.of().formatHex(bytes) + Cuts.describe(pieces))
              .isEqualTo(lines);
        }
      }
    }
  }

  /** What is behind the last terminator is a line unless it is empty. */
  private static List<String> linesOf(String text) {
    List<String> lines = List.of(text.split("\r?\n", -1));
    boolean ended = lines.get(lines.size() - 1).isEmpty();
    return ended ? lines.subList(0, lines.size() - 1) : lines;
  }

  private static List<String> lines(DecoderSpec spec, List<byte[]> pieces) {
    ByteStage<String> stage = Stages.lines(spec, LineSpec.of(LineBreaks.LF_OR_CRLF));
    List<String> lines = new ArrayList<>();
    for (byte[] piece : pieces) {
      stage.offer(ByteBuffer.wrap(piece));
      drain(stage, lines);
    }
    stage.endOfInput();
    drain(stage, lines);
    return lines;
  }

  private static void drain(ByteStage<String> stage, List<String> lines) {
    String line;
    while ((line = stage.poll()) != null) {
      lines.add(line);
    }
  }
}
