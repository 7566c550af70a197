/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.codec.kernel.word;

import io.utflow.codec.kernel.Kernel;
import io.utflow.codec.kernel.scalar.ScalarUtf8Kernel;
import io.utflow.codec.kernel.utf8.AsciiRuns;
import io.utflow.codec.kernel.utf8.FourByteRuns;
import io.utflow.codec.kernel.utf8.ThreeByteRuns;
import io.utflow.codec.kernel.utf8.TwoByteRuns;

/**
 * UTF-8 a machine word at a time. The first byte, or code unit, of a run selects the loop that
 * converts it. Each loop is a small method of its own, so that the JVM compiles it for the one kind
 * of text that it meets. To change the loop costs two mispredicted branches; so where runs stay
 * short, as in Vietnamese, whose words have letters of one, two and three bytes, one loop for all
 * takes the next stretch.
 *
 * <p>Bounds: the loops check their own. They need at least eight bytes of input, so what is shorter
 * goes to {@link ScalarUtf8Kernel}, and so does what they leave.
 *
 * <p>Checked by {@code KernelFuzzTest} against {@link io.utflow.codec.form.Utf8Form}.
 */
public class SwarUtf8Kernel implements Kernel {
  /** The instance that uses no later JDK. */
  public static final SwarUtf8Kernel INSTANCE = new SwarUtf8Kernel();

  /** With fewer bytes the loops cannot load a word within the range. */
  private static final int FEWEST_BYTES = 8;

  /** With less room, in chars, some loops convert nothing. */
  private static final int ROOM = 11;

  /** As long as any, for {@link #MIXED}. */
  private static final int LONG_RUN = 256;

  /**
   * With fewer bytes in recent runs, some four of them, text is mixed: Vietnamese has 70, JSON with
   * Chinese values 110, a page of markup 190. The plain loop gains on the first only.
   */
  private static final int MIXED = 96;

  /** In bytes: how much mixed text is decoded before runs are tried again. */
  static final int STRETCH = 512;

  private final int mixedBelow;

  private SwarUtf8Kernel() {
    this(MIXED);
  }

  /**
   * @param mixedBelow with fewer bytes in some four runs, text is decoded by {@link #decodeMixed}
   */
  SwarUtf8Kernel(int mixedBelow) {
    this.mixedBelow = mixedBelow;
  }

  @Override
  public long decode(byte[] src, int pos, int end, char[] dst, int dpos, int dend) {
    int p = pos;
    int d = dpos;
    if (end - pos >= FEWEST_BYTES) {
      // In a short piece the first short run decides.
      int recent = end - pos <= STRETCH ? mixedBelow : LONG_RUN;
      while (p < end && dend - d >= ROOM) {
        boolean mixed = recent < mixedBelow;
        long run =
            mixed
                ? decodeMixed(src, p, p + Math.min(end - p, STRETCH), dst, d, dend)
                : decodeRun(src, p, end, dst, d, dend);
        int read = Kernel.read(run);
        p += read;
        d += Kernel.written(run);
        if (read == 0 && !mixed) {
          return Kernel.progress(p - pos, d - dpos);
        }
        recent = mixed ? mixedBelow : recent - (recent >> 2) + Math.min(read, LONG_RUN);
      }
    }
    long rest = p == end ? 0 : ScalarUtf8Kernel.INSTANCE.decode(src, p, end, dst, d, dend);
    return Kernel.progress(p - pos, d - dpos) + rest;
  }

  /** Decodes a stretch in which runs are short; overridden for JDK 19. */
  long decodeMixed(byte[] src, int p, int end, char[] dst, int d, int dend) {
    return ScalarUtf8Kernel.INSTANCE.decode(src, p, end, dst, d, dend);
  }

  private long decodeRun(byte[] src, int p, int end, char[] dst, int d, int dend) {
    int lead = src[p];
    if (lead < -32 || lead >= 0) {
      return decodeShortSequences(src, p, end, dst, d, dend);
    }
    return lead < -16
        ? decodeThreeByteRun(src, p, end, dst, d, dend)
        : FourByteRuns.decode(src, p, end, dst, d, dend);
  }

  /** Decodes a run that begins with a character of one or two bytes; overridden for JDK 19. */
  long decodeShortSequences(byte[] src, int p, int end, char[] dst, int d, int dend) {
    return src[p] >= 0
        ? AsciiRuns.decode(src, p, end, dst, d, dend)
        : TwoByteRuns.decode(src, p, end, dst, d, dend);
  }

  /** Decodes a run that begins with a character of three bytes; overridden for JDK 19. */
  long decodeThreeByteRun(byte[] src, int p, int end, char[] dst, int d, int dend) {
    return ThreeByteRuns.decode(src, p, end, dst, d, dend);
  }

  @Override
  public long encode(char[] src, int pos, int end, byte[] dst, int dpos, int dend) {
    int p = pos;
    int d = dpos;
    long run;
    do {
      run = p < end ? encodeRun(src, p, end, dst, d, dend) : 0;
      p += Kernel.read(run);
      d += Kernel.written(run);
    } while (run > 0);
    long rest = ScalarUtf8Kernel.INSTANCE.encode(src, p, end, dst, d, dend);
    return Kernel.progress(p - pos, d - dpos) + rest;
  }

  private long encodeRun(char[] src, int p, int end, byte[] dst, int d, int dend) {
    int unit = src[p];
    if (unit < 0x800) {
      return encodeShortSequences(src, p, end, dst, d, dend);
    }
    return Character.isSurrogate((char) unit)
        ? FourByteRuns.encode(src, p, end, dst, d, dend)
        : ThreeByteRuns.encode(src, p, end, dst, d, dend);
  }

  /** Encodes a run that begins with a character of one or two bytes; overridden for JDK 19. */
  long encodeShortSequences(char[] src, int p, int end, byte[] dst, int d, int dend) {
    return src[p] < 0x80
        ? AsciiRuns.encode(src, p, end, dst, d, dend)
        : TwoByteRuns.encode(src, p, end, dst, d, dend);
  }

  @Override
  public int wellFormedPrefix(byte[] src, int pos, int end) {
    if (end - pos < FEWEST_BYTES) {
      return ScalarUtf8Kernel.INSTANCE.wellFormedPrefix(src, pos, end);
    }
    int p = pos;
    while (p < end) {
      int run = run(src, p, end);
      if (run == 0) {
        break;
      }
      p += run;
    }
    return p - pos;
  }

  private static int run(byte[] src, int p, int end) {
    int lead = src[p];
    if (lead >= 0) {
      return AsciiRuns.length(src, p, end);
    }
    if (lead < -32) {
      return TwoByteRuns.length(src, p, end);
    }
    return lead < -16 ? ThreeByteRuns.length(src, p, end) : FourByteRuns.length(src, p, end);
  }
}
