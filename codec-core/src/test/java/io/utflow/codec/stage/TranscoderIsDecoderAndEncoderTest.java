/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.codec.stage;

import static org.assertj.core.api.Assertions.assertThat;

import io.utflow.codec.BomOutput;
import io.utflow.codec.BomPolicy;
import io.utflow.codec.CoderStatus;
import io.utflow.codec.DecoderSpec;
import io.utflow.codec.EncoderSpec;
import io.utflow.codec.IllFormedTextException;
import io.utflow.codec.MalformedPolicy;
import io.utflow.codec.TextDecoder;
import io.utflow.codec.TextEncoder;
import io.utflow.codec.TextEncoding;
import io.utflow.codec.TextTranscoder;
import io.utflow.codec.UnicodeVariants;
import io.utflow.codec.UnmappablePolicy;
import io.utflow.codec.encodings.Encoding;
import io.utflow.codec.testing.BufferKind;
import io.utflow.codec.testing.Cuts;
import io.utflow.codec.testing.EveryEncoding;
import io.utflow.codec.testing.NeedsCharsets;
import io.utflow.codec.testing.OverEncodings;
import io.utflow.codec.testing.Product;
import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * What a transcoder writes is what a decoder with an encoder behind it writes: from every encoding
 * to itself and to others, however the bytes are cut and whatever room there is.
 */
@OverEncodings
class TranscoderIsDecoderAndEncoderTest {
  private static final int STREAMS = Product.sampled(24, 12);
  private static final int MOST_CUT = 7;
  private static final int MOST_ROOM = 16;

  /** Enough for any character of any encoding, as {@link TextTranscoder} promises. */
  private static final int ROOM_FOR_ANY = 8;

  private static final List<MalformedPolicy> MALFORMED =
      List.of(MalformedPolicy.REPLACE, MalformedPolicy.SKIP, MalformedPolicy.REPORT);
  private static final List<UnmappablePolicy> UNMAPPABLE =
      List.of(UnmappablePolicy.REPLACE, UnmappablePolicy.SKIP, UnmappablePolicy.REPORT);

  private static final BufferKind[] KINDS = {BufferKind.HEAP, BufferKind.DIRECT};

  /** The bytes, and why the stream failed, if it did. */
  private record Written(String hex, String failure) {}

  private record Pair(DecoderSpec from, EncoderSpec to) {
    @Override
    public String toString() {
      return from.encoding() + " to " + to.encoding();
    }
  }

  static List<TextEncoding> encodings() {
    return EveryEncoding.written();
  }

  @ParameterizedTest
  @MethodSource("encodings")
  void toItself(TextEncoding encoding) {
    holds(encoding, encoding, new Random(1), STREAMS);
  }

  @ParameterizedTest
  @MethodSource("encodings")
  void toOthers(TextEncoding encoding) {
    Random random = new Random(2);
    List<TextEncoding> all = encodings();
    for (TextEncoding other : List.of(TextEncoding.UTF_8, TextEncoding.UTF_16LE)) {
      holds(encoding, other, random, STREAMS / 6);
      holds(other, encoding, random, STREAMS / 6);
    }
    for (int i = 0; i < STREAMS / 6; i++) {
      holds(encoding, all.get(random.nextInt(all.size())), random, 2);
    }
  }

  private static void holds(TextEncoding from, TextEncoding to, Random random, int streams) {
    for (int i = 0; i < streams; i++) {
      byte[] bytes = EveryEncoding.stream(from, random, 1 + random.nextInt(4));
      Pair pair = pair(from, to, random);
      Written expected = throughText(pair, bytes);
      List<List<byte[]>> cuts = bytes.length <= MOST_CUT ? Cuts.all(bytes) : Cuts.hostile(bytes);
      for (List<byte[]> pieces : cuts) {
        int room = 1 + random.nextInt(MOST_ROOM);
        BufferKind kind = KINDS[random.nextInt(KINDS.length)];
        Written written = transcoded(pair, pieces, room, kind, random.nextBoolean());
        if (!written.equals(expected)) {
          assertThat(written)
              .as(
                  "%s, %s, %s, %s cut %s, room %d, %s",
                  pair,
                  pair.from.onMalformed(),
                  pair.to.onUnmappable(),
                  HexFormat.of().formatHex(bytes),
                  Cuts.describe(pieces),
                  room,
                  kind)
              .isEqualTo(expected);
        }
      }
    }
  }

  private static Pair pair(TextEncoding from, TextEncoding to, Random random) {
    UnmappablePolicy unmappable = UNMAPPABLE.get(random.nextInt(UNMAPPABLE.size()));
    MalformedPolicy malformed = MALFORMED.get(random.nextInt(MALFORMED.size()));
    // Each surrogate that only the source has is judged where it stands; SKIP joins none.
    boolean judged = from.name().startsWith("WTF") && !to.name().startsWith("WTF");
    if (judged && malformed == MalformedPolicy.SKIP) {
      malformed = MalformedPolicy.REPORT;
    }
    return new Pair(
        DecoderSpec.of(from).bom(BomPolicy.KEEP).onMalformed(malformed),
        EncoderSpec.of(to).bom(BomOutput.NEVER).onMalformed(malformed).onUnmappable(unmappable));
  }

  private static Written throughText(Pair pair, byte[] bytes) {
    String text;
    String failure = "";
    try {
      TextDecoder decoder = pair.from.newDecoder();
      text = decoder.decode(ByteBuffer.wrap(bytes), true);
    } catch (IllFormedTextException e) {
      text = e.decodedPrefix();
      failure = e.sequence().cause().toString();
    }
    return encoded(pair.to, text, failure);
  }

  /**
   * What was decoded before a failure is all that the encoder gets: a surrogate there has no
   * partner, and the state in which text stands is not ended.
   */
  private static Written encoded(EncoderSpec to, String text, String failure) {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    TextEncoder encoder = to.newEncoder();
    String ended = failure;
    try {
      out.writeBytes(encoder.encode(text));
      byte[] end = encoder.finish();
      boolean whole = failure.isEmpty() || Encoding.of(to.encoding()).form().hasSurrogates();
      out.writeBytes(whole ? end : new byte[0]);
    } catch (IllFormedTextException e) {
      out.writeBytes(encoder.takeEncodedPrefix());
      ended = e.sequence().cause().toString();
    }
    return new Written(HexFormat.of().formatHex(out.toByteArray()), ended);
  }

  /** With so much room; with more where nothing fits. */
  private static Written transcoded(
      Pair pair, List<byte[]> pieces, int room, BufferKind kind, boolean endWithLast) {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    TextTranscoder transcoder = pair.from.newTranscoder(pair.to);
    try {
      for (int i = 0; i <= pieces.size(); i++) {
        boolean end = i == pieces.size() || endWithLast && i + 1 == pieces.size();
        byte[] piece = i == pieces.size() ? new byte[0] : pieces.get(i);
        transcode(transcoder, kind.of(piece), end, room, kind, out);
      }
      return new Written(HexFormat.of().formatHex(out.toByteArray()), "");
    } catch (IllFormedTextException e) {
      return new Written(
          HexFormat.of().formatHex(out.toByteArray()), e.sequence().cause().toString());
    }
  }

  private static void transcode(
      TextTranscoder transcoder,
      ByteBuffer in,
      boolean end,
      int room,
      BufferKind kind,
      ByteArrayOutputStream out) {
    int next = room;
    CoderStatus status;
    do {
      ByteBuffer to = kind.of(new byte[next]);
      int from = to.position();
      try {
        status = transcoder.transcode(in, to, end);
      } finally {
        byte[] written = new byte[to.position() - from];
        to.get(from, written);
        out.writeBytes(written);
      }
      next = to.position() == from ? Math.max(room, ROOM_FOR_ANY) : room;
    } while (status == CoderStatus.OVERFLOW);
  }

  @Test
  @NeedsCharsets
  void copiesNothingThatIsReadAndNotWritten() {
    TextEncoding encoding = TextEncoding.forName("web-Shift_JIS");
    Pair pair =
        new Pair(
            DecoderSpec.of(encoding),
            EncoderSpec.of(encoding).onUnmappable(UnmappablePolicy.REPLACE));
    byte[] bytes = HexFormat.of().parseHex("aaf040f040f04061");
    for (List<byte[]> pieces : Cuts.all(bytes)) {
      for (int room = 5; room < 12; room++) {
        assertThat(transcoded(pair, pieces, room, BufferKind.HEAP, false).hex)
            .isEqualTo("aa3f3f3f61");
      }
    }
  }

  @Test
  void joinsSurrogatesBetweenWhichBytesAreLeftOut() {
    Pair pair =
        new Pair(
            DecoderSpec.of(UnicodeVariants.WTF_8).onMalformed(MalformedPolicy.SKIP),
            EncoderSpec.of(UnicodeVariants.WTF_8));
    for (String hex : List.of("eda080ffedb080", "eda080ff61", "eda080ffeda080edb080", "eda080ff")) {
      byte[] bytes = HexFormat.of().parseHex(hex);
      for (List<byte[]> pieces : Cuts.all(bytes)) {
        for (int room = 1; room < MOST_ROOM; room++) {
          assertThat(transcoded(pair, pieces, room, BufferKind.HEAP, false))
              .isEqualTo(throughText(pair, bytes));
        }
      }
    }
    assertThat(throughText(pair, HexFormat.of().parseHex("eda080ffedb080")).hex)
        .isEqualTo("f0908080");
  }

  /** What is handed over by a stage, read by a fresh one, gives what one stage would have given. */
  @ParameterizedTest
  @MethodSource("encodings")
  void whatAStageHandsOverIsReadByTheNext(TextEncoding encoding) {
    Random random = new Random(3);
    boolean hasState = Encoding.of(encoding).hasState();
    for (int i = 0; i < STREAMS && !hasState; i++) {
      byte[] bytes = EveryEncoding.stream(encoding, random, 1 + random.nextInt(5));
      TextEncoding to = random.nextBoolean() ? encoding : TextEncoding.UTF_16BE;
      UnmappablePolicy unmappable = UNMAPPABLE.get(random.nextInt(2));
      Pair pair =
          new Pair(
              DecoderSpec.of(encoding).bom(BomPolicy.KEEP),
              EncoderSpec.of(to)
                  .bom(BomOutput.NEVER)
                  .onUnmappable(unmappable)
                  .pieceBytes(ROOM_FOR_ANY));
      if (hasSequencesOfSeveralCharacters(encoding, bytes)) {
        continue;
      }
      String expected = throughText(pair, bytes).hex;
      for (int polls = 0; polls < bytes.length; polls++) {
        for (int at = 0; at <= bytes.length; at++) {
          assertThat(inTwoStages(pair, Cuts.inTwo(bytes, at), polls))
              .as("%s, %s at %d", pair, HexFormat.of().formatHex(bytes), at)
              .isEqualTo(expected);
        }
      }
    }
  }

  /** Half of such a sequence may be delivered, and the other half has no bytes of its own. */
  private static boolean hasSequencesOfSeveralCharacters(TextEncoding encoding, byte[] bytes) {
    String text = DecoderSpec.of(encoding).newDecoder().decode(ByteBuffer.wrap(bytes), true);
    return text.codePoints()
        .anyMatch(scalar -> Character.getType(scalar) == Character.NON_SPACING_MARK);
  }

  private static String inTwoStages(Pair pair, List<byte[]> pieces, int polls) {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    ByteStage<ByteBuffer> first = Stages.transcode(pair.from, pair.to, HeapBuffers.INSTANCE);
    List<byte[]> rest = new ArrayList<>(pieces);
    int left = poll(first, rest.remove(0), polls, out);
    if (left > 0) {
      poll(first, rest.remove(0), left, out);
    }
    rest.add(0, first.takeUndelivered());
    ByteStage<ByteBuffer> second = Stages.transcode(pair.from, pair.to, HeapBuffers.INSTANCE);
    for (byte[] piece : rest) {
      poll(second, piece, Integer.MAX_VALUE, out);
    }
    second.endOfInput();
    drain(second, Integer.MAX_VALUE, out);
    return HexFormat.of().formatHex(out.toByteArray());
  }

  /** How many polls are left. */
  private static int poll(
      ByteStage<ByteBuffer> stage, byte[] piece, int polls, ByteArrayOutputStream out) {
    stage.offer(ByteBuffer.wrap(piece));
    return drain(stage, polls, out);
  }

  private static int drain(ByteStage<ByteBuffer> stage, int polls, ByteArrayOutputStream out) {
    for (int left = polls; left > 0; left--) {
      ByteBuffer polled = stage.poll();
      if (polled == null) {
        return left;
      }
      byte[] bytes = new byte[polled.remaining()];
      polled.get(bytes);
      out.writeBytes(bytes);
    }
    return 0;
  }
}
