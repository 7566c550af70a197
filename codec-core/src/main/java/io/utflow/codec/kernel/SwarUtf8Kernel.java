package io.utflow.codec.kernel;

/**
 * UTF-8 a machine word at a time. The first byte of a run says which loop takes it; each loop is a
 * small method of its own, so that it is compiled for the one kind of text it meets.
 *
 * <p>Checked by {@code KernelFuzzTest} against {@link io.utflow.codec.form.Utf8Form}.
 */
class SwarUtf8Kernel implements Kernel {
  static final SwarUtf8Kernel INSTANCE = new SwarUtf8Kernel();

  /** Below this the loops cannot read a word that is wholly the caller's. */
  private static final int FEWEST_BYTES = 8;

  /** With less room some loop stores nothing. */
  private static final int ROOM = 11;

  SwarUtf8Kernel() {}

  @Override
  public long decode(byte[] src, int pos, int end, char[] dst, int dpos, int dend) {
    int p = pos;
    int d = dpos;
    if (end - pos >= FEWEST_BYTES) {
      while (p < end && dend - d >= ROOM) {
        long run = decodeRun(src, p, end, dst, d, dend);
        if (run == 0) {
          return Kernel.progress(p - pos, d - dpos);
        }
        p += Kernel.read(run);
        d += Kernel.written(run);
      }
    }
    long rest = p == end ? 0 : ScalarUtf8Kernel.INSTANCE.decode(src, p, end, dst, d, dend);
    return Kernel.progress(p - pos, d - dpos) + rest;
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

  /** A run that begins with one or two bytes a character; a later JDK decodes it faster. */
  long decodeShortSequences(byte[] src, int p, int end, char[] dst, int d, int dend) {
    return src[p] >= 0
        ? AsciiRuns.decode(src, p, end, dst, d, dend)
        : TwoByteRuns.decode(src, p, end, dst, d, dend);
  }

  /** A run that begins with three bytes a character; a later JDK decodes it faster. */
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

  /** A run that begins with one or two bytes a character; a later JDK encodes it faster. */
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
