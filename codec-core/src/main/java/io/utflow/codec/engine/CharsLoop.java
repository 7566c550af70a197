/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.codec.engine;

import io.utflow.codec.DecoderSpec;
import io.utflow.codec.form.EncodingForm;
import io.utflow.codec.kernel.Kernel;
import io.utflow.codec.kernel.choice.Kernels;
import java.nio.ByteBuffer;
import java.nio.CharBuffer;

/** The loop in which bytes become chars. */
abstract sealed class CharsLoop extends DecodingLoop permits Decoder, SegmentLoop {
  /** In bytes: so much ASCII lets more of it be expected. */
  private static final int LONG_ASCII = 1024;

  /** Long pieces until a {@link Race} is due, which goes on until one has won or lost. */
  private int untilRace = Race.FIRST;

  private short interval = Race.FIRST;
  private byte wins;
  private boolean jdkReads;

  /** Whether a long piece was all ASCII, and all since, so that the next is expected to be. */
  private boolean wasAscii;

  CharsLoop(DecoderSpec spec, MalformedRule rule, boolean quiet) {
    super(spec, rule, quiet);
  }

  /** Whoever has read goes on, for it may be more of the same; but a race is due soon. */
  @Override
  public void reset() {
    super.reset();
    interval = Race.FIRST;
    untilRace = Math.min(untilRace, Race.FIRST);
  }

  /** The JDK's decoder in the place of ours, where it has been faster. */
  @Override
  final Kernel faster(Kernel ours, int length) {
    if (length < Race.SHORTEST) {
      return ours;
    }
    boolean due = --untilRace < 0;
    if (!due && !jdkReads) {
      return ours;
    }
    if (knownEncoding() != Encoding.UTF_8 || !Kernels.mayLose()) {
      endRace(false);
      return ours;
    }
    return due ? Race.of(this, ours, jdkReads, wins == 0) : Race.JDK;
  }

  /**
   * Counts a piece of a race.
   *
   * @param tells whether it tells anything; if not, our kernel goes on
   * @param won whether the challenger was faster; the first piece that is lost ends a race
   */
  final void raced(boolean tells, boolean won) {
    wins++;
    if (!tells) {
      endRace(false);
    } else if (!won) {
      endRace(jdkReads);
    } else if (wins == Race.WINS) {
      endRace(!jdkReads);
    }
  }

  private void endRace(boolean jdkWins) {
    boolean same = jdkWins == jdkReads;
    interval = (short) (same ? Math.min(2 * interval, Race.SELDOM) : Race.FIRST);
    untilRace = jdkWins ? Race.SOON : interval;
    jdkReads = jdkWins;
    wins = 0;
  }

  /**
   * Decodes what the kernel takes without the help of the loop: of a small piece of well-formed
   * text all, for which a workspace, or the loop, would cost more than the text.
   */
  final void decodeInPlace(ByteBuffer in, CharBuffer out) {
    Kernel ours = knownEncoding().kernel();
    int from = in.position();
    int to = out.position();
    if (wasAscii && in.remaining() >= LONG_ASCII) {
      ours.decodeAscii(in, out);
    }
    if (in.hasRemaining()) {
      faster(ours, in.remaining()).decode(in, out);
    }
    int read = in.position() - from;
    retireInput(read);
    wasAscii = read == out.position() - to && (wasAscii || read >= LONG_ASCII);
  }

  /** The same of the input alone; answers the number of chars. */
  final int decodeInPlace(ByteBuffer in, char[] chars, int from, int to) {
    int pos = in.arrayOffset() + in.position();
    Kernel kernel = faster(knownEncoding().kernel(), in.remaining());
    long progress = kernel.decode(in.array(), pos, pos + in.remaining(), chars, from, to);
    skipDecoded(in, Kernel.read(progress));
    return Kernel.written(progress);
  }

  @Override
  final void convert(Workspace w, Kernel kernel) {
    long progress = kernel.decode(w.src, w.pos, w.end, w.chars, w.cpos, w.cend);
    w.pos += Kernel.read(progress);
    w.cpos += Kernel.written(progress);
  }

  @Override
  boolean takeRun(Workspace w, EncodingForm form, long base, int characters) {
    return takeSteps(w, form, base, characters);
  }

  @Override
  final boolean accept(Workspace w, int scalar) {
    if (Character.isBmpCodePoint(scalar)) {
      if (w.cpos == w.cend) {
        return false;
      }
      w.chars[w.cpos++] = (char) scalar;
      return true;
    }
    if (w.cend - w.cpos < 2) {
      return false;
    }
    w.chars[w.cpos++] = Character.highSurrogate(scalar);
    w.chars[w.cpos++] = Character.lowSurrogate(scalar);
    return true;
  }
}
