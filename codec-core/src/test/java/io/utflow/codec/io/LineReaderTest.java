/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.codec.io;

import static org.assertj.core.api.Assertions.assertThat;

import io.utflow.codec.DecoderSpec;
import io.utflow.codec.EncoderSpec;
import io.utflow.codec.IllFormedTextException;
import io.utflow.codec.MalformedPolicy;
import io.utflow.codec.TextEncoding;
import io.utflow.codec.encodings.Encoding;
import io.utflow.codec.stage.LineBreaks;
import io.utflow.codec.stage.LineSpec;
import io.utflow.codec.stage.Stage;
import io.utflow.codec.stage.Stages;
import io.utflow.codec.stage.TooLongLineException;
import io.utflow.codec.stage.TooLongPolicy;
import io.utflow.codec.testing.Cuts;
import io.utflow.codec.testing.EveryEncoding;
import io.utflow.codec.testing.OverEncodings;
import io.utflow.codec.testing.Product;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.SequenceInputStream;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * What {@link LineReader} reads, and where it says a line is too long, is what {@link Stages#lines}
 * yields: in every encoding, for every cut, terminator, bound and policy.
 */
@OverEncodings
class LineReaderTest {
  private static final int ROUNDS = Product.sampled(200);

  /** More than a reader receives at once. */
  private static final int LONG = 12_000;

  private static final int[] PARTS =
      "\n\r\n\r\n\u000B\f\u0085\u2028\u2029a zA0\u00E9\u0416\u4E2D\u6587\uAC00\uFEFF\uD83D\uDE42\u3042"
          .codePoints()
          .toArray();
  private static final List<MalformedPolicy> POLICIES =
      List.of(
          MalformedPolicy.REPLACE,
          MalformedPolicy.REPLACE,
          MalformedPolicy.SKIP,
          MalformedPolicy.REPORT,
          MalformedPolicy.REPLACE.atMost(2));

  static Stream<TextEncoding> encodings() {
    return EveryEncoding.all().stream();
  }

  @ParameterizedTest
  @MethodSource("encodings")
  void linesAreThoseOfTheStage(TextEncoding encoding) {
    Random random = new Random(encoding.name().hashCode());
    for (int round = 0; round < ROUNDS; round++) {
      byte[] bytes = bytes(encoding, random, round == 0 ? LONG : random.nextInt(60));
      DecoderSpec spec = DecoderSpec.of(encoding).onMalformed(policy(encoding, round));
      LineSpec lines = lines(random);
      List<byte[]> pieces = cut(bytes, round, random);
      assertThat(read(pieces, spec, lines))
          .as("%s, %s, %s", spec, lines, Cuts.describe(pieces))
          .isEqualTo(staged(pieces, spec, lines));
    }
  }

  /** In pieces of a few bytes; in pieces of some lines; in more than a reader receives at once. */
  private static List<byte[]> cut(byte[] bytes, int round, Random random) {
    int size = round == 0 ? 5000 : 8 + random.nextInt(40);
    return round % 2 == 0 ? Cuts.every(bytes, size) : Cuts.random(bytes, random);
  }

  /** Lines of WTF-8 and WTF-16 cannot be read with sequences left out. */
  private static MalformedPolicy policy(TextEncoding encoding, int round) {
    MalformedPolicy policy = POLICIES.get(round % POLICIES.size());
    boolean marks = policy == MalformedPolicy.SKIP && encoding.name().startsWith("WTF");
    return marks ? MalformedPolicy.REPLACE : policy;
  }

  private static LineSpec lines(Random random) {
    LineBreaks[] breaks = LineBreaks.values();
    TooLongPolicy[] policies = TooLongPolicy.values();
    LineSpec lines = LineSpec.of(breaks[random.nextInt(breaks.length)]);
    boolean few = random.nextInt(3) == 0;
    lines = lines.maxChars(few ? 1 + random.nextInt(12) : 20);
    lines = random.nextInt(4) == 0 ? lines.onTooLong(policies[random.nextInt(3)]) : lines;
    return random.nextInt(8) == 0 ? lines.keepTerminator(true) : lines;
  }

  private static byte[] bytes(TextEncoding encoding, Random random, int parts) {
    StringBuilder text = new StringBuilder();
    for (int i = 0; i < parts; i++) {
      text.appendCodePoint(PARTS[random.nextInt(PARTS.length)]);
    }
    // A line that passes a bound behind many that do not.
    text.append("a\u4E2D\u6587\u0416\u3042".repeat(random.nextInt(8)));
    byte[] bytes =
        Encoding.of(encoding).form().writes()
            ? EncoderSpec.of(encoding).newEncoder().encode(text.toString())
            : new byte[parts];
    for (int damage = random.nextInt(4); damage > 0 && bytes.length > 0; damage--) {
      bytes[random.nextInt(bytes.length)] = (byte) random.nextInt(0x100);
    }
    return bytes;
  }

  private static List<String> read(List<byte[]> pieces, DecoderSpec spec, LineSpec lines) {
    List<InputStream> streams = new ArrayList<>();
    pieces.forEach(piece -> streams.add(new ByteArrayInputStream(piece)));
    List<String> read = new ArrayList<>();
    try (LineReader reader =
        new LineReader(new SequenceInputStream(Collections.enumeration(streams)), spec, lines)) {
      for (String line = reader.readLine(); line != null; line = reader.readLine()) {
        read.add(line);
      }
    } catch (TooLongLineException e) {
      read.add("! " + e.getMessage());
    } catch (IllFormedIOException e) {
      read.add("! " + e.sequence());
    } catch (IOException e) {
      throw new AssertionError(e);
    }
    return read;
  }

  private static List<String> staged(List<byte[]> pieces, DecoderSpec spec, LineSpec lines) {
    List<String> yielded = new ArrayList<>();
    try (Stage<ByteBuffer, String> stage = Stages.lines(spec, lines)) {
      for (byte[] piece : pieces) {
        stage.offer(ByteBuffer.wrap(piece));
        pollAll(stage, yielded);
      }
      stage.endOfInput();
      pollAll(stage, yielded);
    } catch (TooLongLineException e) {
      yielded.add("! " + e.getMessage());
    } catch (IllFormedTextException e) {
      yielded.add("! " + e.sequence());
    }
    return yielded;
  }

  private static void pollAll(Stage<ByteBuffer, String> stage, List<String> yielded) {
    for (String line = stage.poll(); line != null; line = stage.poll()) {
      yielded.add(line);
    }
  }
}
