/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.codec.engine;

import static org.assertj.core.api.Assertions.assertThat;

import io.utflow.codec.BomPolicy;
import io.utflow.codec.DecoderSpec;
import io.utflow.codec.TextEncoding;
import io.utflow.codec.form.Step;
import io.utflow.codec.form.Utf8Form;
import io.utflow.codec.kernel.Kernel;
import io.utflow.codec.kernel.KernelSet;
import io.utflow.codec.kernel.choice.KernelSwitch;
import io.utflow.codec.kernel.choice.Kernels;
import io.utflow.codec.testing.BufferKind;
import io.utflow.codec.testing.CoreSurfaces;
import io.utflow.codec.testing.Cuts;
import io.utflow.codec.testing.PolicyCase;
import io.utflow.codec.testing.ReferenceEncoder;
import io.utflow.codec.testing.StreamCheck;
import io.utflow.codec.testing.Surface;
import io.utflow.codec.testing.TextSamples;
import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.function.BooleanSupplier;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** When the JDK's decoder reads a stream, by clocks that say who was faster. */
class RaceTest {
  private static final String TEXT = "\u0434\u0430, ";
  private static final byte[] PIECE =
      TEXT.repeat(Race.SHORTEST / 6 + 1).getBytes(StandardCharsets.UTF_8);
  private static final int ASKED_BY_PIECE = 3;
  private static final char POISON = '\uA5A5';

  private final KernelSet before = Kernels.chosen();
  private final Kernel ours = set("swar").utf8();
  private final CharBuffer out = CharBuffer.allocate(PIECE.length);

  /** Says of each piece whether the challenger was faster than who reads the stream. */
  private static final class Times extends Race.Clock {
    private final long unit;
    private final BooleanSupplier challengerWins;
    private boolean wins;
    private long now;
    private int asked;

    Times(long unit, BooleanSupplier challengerWins) {
      this.unit = unit;
      this.challengerWins = challengerWins;
    }

    @Override
    long nanos() {
      int place = asked++ % ASKED_BY_PIECE;
      if (place == 0) {
        wins = challengerWins.getAsBoolean();
      } else {
        now += wins == (place == 1) ? unit : 2 * unit;
      }
      return now;
    }
  }

  private static Times clock(BooleanSupplier challengerWins) {
    Times clock = new Times(1_000_000, challengerWins);
    Race.clock = clock;
    return clock;
  }

  private static KernelSet set(String name) {
    return Kernels.available().stream()
        .filter(set -> set.name().equals(name))
        .findFirst()
        .orElseThrow();
  }

  /** As if no set were named, and the first kernels had read some text. */
  @BeforeEach
  void chooseOurs() {
    KernelSwitch.use(set("jdk"));
    KernelSwitch.use(set("swar"));
  }

  @AfterEach
  void restore() {
    Race.clock = new Race.Clock();
    KernelSwitch.use(before);
  }

  private static Decoder decoder() {
    return new Decoder(DecoderSpec.of(TextEncoding.UTF_8));
  }

  private void read(Decoder decoder, int pieces) {
    for (int i = 0; i < pieces; i++) {
      decoder.decode(ByteBuffer.wrap(PIECE), out.clear(), false);
      assertThat(out.flip().toString()).startsWith(TEXT).hasSize(PIECE.length / 6 * 4);
    }
  }

  /** Reads until the challenger has won. */
  private void changeReader(Decoder decoder, int untilRace) {
    Times clock = clock(() -> true);
    read(decoder, untilRace);
    assertThat(clock.asked).isZero();
    read(decoder, Race.WINS);
    assertThat(clock.asked).isEqualTo(ASKED_BY_PIECE * Race.WINS);
  }

  @Test
  void whoeverWinsEachPieceOfARaceReads() {
    Decoder decoder = decoder();
    changeReader(decoder, Race.FIRST);
    assertThat(decoder.faster(ours, Race.SHORTEST)).isSameAs(Race.JDK);
    assertThat(decoder.faster(ours, Race.SHORTEST - 1)).isSameAs(ours);
    changeReader(decoder, Race.SOON - 1);
    assertThat(decoder.faster(ours, Race.SHORTEST)).isSameAs(ours);
    changeReader(decoder, Race.FIRST - 1);
    assertThat(decoder.faster(ours, Race.SHORTEST)).isSameAs(Race.JDK);
  }

  /** By the first the processor learns. */
  @Test
  void theFirstPieceMayBeLostByLittle() {
    long[] times = {24, 20, 17, 20, 17, 20, 17, 20};
    int[] asked = {0};
    Race.clock =
        new Race.Clock() {
          private long now;

          @Override
          long nanos() {
            int place = asked[0]++;
            int piece = place / ASKED_BY_PIECE;
            now += place % ASKED_BY_PIECE == 0 ? 0 : 1000 * times[place - piece - 1];
            return now;
          }
        };
    Decoder decoder = decoder();
    read(decoder, Race.FIRST + Race.WINS);
    assertThat(decoder.faster(ours, Race.SHORTEST)).isSameAs(Race.JDK);
    times[2] = 20;
    asked[0] = 0;
    Decoder other = decoder();
    read(other, Race.FIRST + 2);
    assertThat(asked[0]).isEqualTo(2 * ASKED_BY_PIECE);
    assertThat(other.faster(ours, Race.SHORTEST)).isSameAs(ours);
  }

  @Test
  void allButOnePieceAreNotEnough() {
    int[] pieces = {0};
    Times clock = clock(() -> ++pieces[0] < Race.WINS);
    Decoder decoder = decoder();
    read(decoder, Race.FIRST + Race.WINS);
    assertThat(clock.asked).isEqualTo(ASKED_BY_PIECE * Race.WINS);
    assertThat(decoder.faster(ours, Race.SHORTEST)).isSameAs(ours);
  }

  @Test
  void lostRacesBecomeSeldom() {
    Times clock = clock(() -> false);
    Decoder decoder = decoder();
    int asked = 0;
    for (int wait : new int[] {48, 96, 192, 384, Race.SELDOM, Race.SELDOM}) {
      read(decoder, wait);
      assertThat(clock.asked).isEqualTo(asked);
      read(decoder, 1);
      asked += ASKED_BY_PIECE;
      assertThat(clock.asked).isEqualTo(asked);
    }
  }

  @Test
  void ofTheNextStreamTheFirstRaceIsSoon() {
    Times clock = clock(() -> false);
    Decoder decoder = decoder();
    read(decoder, Race.FIRST + 1);
    decoder.reset();
    read(decoder, Race.FIRST);
    assertThat(clock.asked).isEqualTo(ASKED_BY_PIECE);
    read(decoder, 1);
    assertThat(clock.asked).isEqualTo(2 * ASKED_BY_PIECE);
  }

  /** Each stream is shorter than what is read before a race. */
  @Test
  void shortStreamsAreRacedAsWell() {
    Decoder decoder = decoder();
    Times clock = clock(() -> true);
    for (int i = 0; i < 3; i++) {
      assertThat(clock.asked).isZero();
      read(decoder, Race.FIRST / 2);
      decoder.reset();
    }
    assertThat(decoder.faster(ours, Race.SHORTEST)).isNotSameAs(ours);
    assertThat(clock.asked).isPositive();
  }

  @Test
  void theJdkReadsOnWhileOursLoses() {
    Decoder decoder = decoder();
    changeReader(decoder, Race.FIRST);
    Times clock = clock(() -> false);
    for (int i = 1; i < 5; i++) {
      read(decoder, Race.SOON + 1);
      assertThat(clock.asked).isEqualTo(i * ASKED_BY_PIECE);
    }
    assertThat(decoder.faster(ours, Race.SHORTEST)).isSameAs(Race.JDK);
  }

  @Test
  void shortPiecesAndKernelsThatTheJdkCannotBeatAreNotRaced() {
    Times clock = clock(() -> true);
    Decoder decoder = decoder();
    for (int i = 0; i < 2 * Race.FIRST; i++) {
      decoder.decode(ByteBuffer.wrap(PIECE, 0, Race.SHORTEST - 1), out.clear(), false);
      decoder.reset();
    }
    WordSets.use();
    read(decoder, 2 * Race.FIRST);
    assertThat(clock.asked).isZero();
  }

  /** A set of another name than the portable ones, as that of vectors is. */
  private static final class WordSets {
    static void use() {
      KernelSet swar = set("swar");
      KernelSwitch.use(
          KernelSet.of(
              "other",
              swar.utf8(),
              swar.utf16BigEndian(),
              swar.utf16LittleEndian(),
              swar.utf32BigEndian(),
              swar.utf32LittleEndian(),
              swar.controls()));
    }
  }

  /** ASCII takes less than a nanosecond for four bytes. */
  @Test
  void whatIsFastIsReadByOurs() {
    Decoder decoder = decoder();
    Race.clock = new Times(PIECE.length / 20, () -> true);
    read(decoder, Race.FIRST + Race.WINS);
    assertThat(decoder.faster(ours, Race.SHORTEST)).isSameAs(ours);
    Decoder readByJdk = decoder();
    changeReader(readByJdk, Race.FIRST);
    Race.clock = new Times(PIECE.length / 20, () -> false);
    read(readByJdk, Race.SOON + 1);
    assertThat(readByJdk.faster(ours, Race.SHORTEST)).isSameAs(ours);
  }

  @Test
  void whatIsIllFormedIsReadByOurs() {
    Decoder decoder = decoder();
    changeReader(decoder, Race.FIRST);
    read(decoder, Race.SOON);
    byte[] flood = new byte[PIECE.length];
    Arrays.fill(flood, (byte) 0xFF);
    decoder.decode(ByteBuffer.wrap(flood), out.clear(), false);
    assertThat(out.flip().toString()).isEqualTo("\uFFFD".repeat(flood.length));
    assertThat(decoder.faster(ours, Race.SHORTEST)).isSameAs(ours);
  }

  @Test
  void theJdkReadsNoOtherEncodingOfTheNextStream() {
    Decoder decoder = new Decoder(DecoderSpec.of(TextEncoding.UTF_8).bom(BomPolicy.SNIFF));
    changeReader(decoder, Race.FIRST);
    decoder.reset();
    String text = TEXT.repeat(PIECE.length / 8);
    byte[] utf16 = ("\uFEFF" + text).getBytes(StandardCharsets.UTF_16LE);
    assertThat(decoder.decode(ByteBuffer.wrap(utf16), true)).isEqualTo(text);
  }

  /** All laws of a stream, while the kernels change with each race. */
  @Test
  void theClockChangesNoText() {
    List<Surface> surfaces =
        List.of(
            CoreSurfaces.charBuffer(BufferKind.HEAP, false),
            CoreSurfaces.charBuffer(BufferKind.DIRECT, false),
            CoreSurfaces.strings(BufferKind.HEAP),
            CoreSurfaces.strings(BufferKind.DIRECT),
            CoreSurfaces.pieces(BufferKind.SLICED));
    TextSamples samples = new TextSamples(17);
    Random random = samples.random();
    List<BooleanSupplier> clocks = List.of(() -> true, () -> false, random::nextBoolean);
    int round = 0;
    for (Surface surface : surfaces) {
      for (BooleanSupplier wins : clocks) {
        byte[] stream = stream(samples);
        PolicyCase policy = PolicyCase.ALL.get(round++ % PolicyCase.ALL.size());
        StreamCheck check =
            new StreamCheck(TextEncoding.UTF_8, BomPolicy.PER_ENCODING, policy, 20_000, stream);
        Times clock = clock(wins);
        check.run(surface, Cuts.every(stream, Race.SHORTEST + random.nextInt(8000)), false);
        assertThat(clock.asked).isPositive();
      }
    }
  }

  /** So much that is well-formed that the first race is over, and then ill-formed sequences. */
  private static byte[] stream(TextSamples samples) {
    String text = samples.text(30_000);
    byte[] first = ReferenceEncoder.encode(TextEncoding.UTF_8, text.repeat(25));
    byte[] rest = ReferenceEncoder.encode(TextEncoding.UTF_8, samples.text(100_000));
    byte[] damaged = samples.damaged(rest);
    byte[] stream = Arrays.copyOf(first, first.length + damaged.length);
    System.arraycopy(damaged, 0, stream, first.length, damaged.length);
    return stream;
  }

  /** Law L8, whoever reads. */
  @Test
  void aRaceIsAKernel() {
    TextSamples samples = new TextSamples(18);
    Random random = samples.random();
    clock(random::nextBoolean);
    for (int round = 0; round < 300; round++) {
      byte[] text = ReferenceEncoder.encode(TextEncoding.UTF_8, samples.text(1 + round * 30));
      byte[] src = round % 2 == 0 ? text : samples.damaged(text);
      int pos = Math.min(random.nextInt(20), src.length);
      int dpos = random.nextInt(20);
      int room = random.nextInt(src.length + 1);
      Kernel race = Race.of(decoder(), ours, random.nextBoolean(), random.nextBoolean());
      char[] dst = new char[dpos + room + 20];
      Arrays.fill(dst, POISON);
      long first = race.decode(src, pos, src.length, dst, dpos, dpos + room);
      int read = Kernel.read(first);
      int written = Kernel.written(first);
      String expected = decoded(src, pos, pos + read);
      assertThat(new String(dst, dpos, written)).isEqualTo(expected);
      assertThat(new String(dst, 0, dpos) + new String(dst, dpos + room, 20))
          .containsOnlyOnce(String.valueOf(POISON).repeat(dpos + 20));
      boolean all = pos + read == src.length || room - written < 2;
      assertThat(all || !Step.isScalar(Utf8Form.INSTANCE.step(src, pos + read, src.length, false)))
          .isTrue();
    }
  }

  private static String decoded(byte[] src, int from, int to) {
    StringBuilder text = new StringBuilder();
    int p = from;
    while (p < to) {
      int step = Utf8Form.INSTANCE.step(src, p, to, false);
      assertThat(Step.isScalar(step)).isTrue();
      text.appendCodePoint(Step.scalar(step));
      p += Step.length(step);
    }
    return text.toString();
  }
}
