/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.codec.kernel.word;

import io.utflow.codec.kernel.Kernel;
import io.utflow.codec.kernel.ascii.Ascii;
import io.utflow.codec.kernel.ascii.LongAscii;
import io.utflow.codec.kernel.lanes.Words;
import io.utflow.codec.kernel.utf8.AsciiEncoder;
import io.utflow.codec.kernel.utf8.CharacterPairs;
import io.utflow.codec.kernel.utf8.CharacterStarts;
import io.utflow.codec.kernel.utf8.FourByteRuns;
import io.utflow.codec.kernel.utf8.MostlyAscii;
import io.utflow.codec.kernel.utf8.ScalarUtf8Kernel;
import io.utflow.codec.kernel.utf8.ShortRuns;
import io.utflow.codec.kernel.utf8.ThreeByteRuns;
import io.utflow.codec.kernel.utf8.TwoByteRuns;
import io.utflow.codec.kernel.utf8.TwoByteWords;
import io.utflow.codec.kernel.utf8.WellFormedBlocks;

/**
 * UTF-8 a machine word at a time. The first byte, or code unit, of a run selects the loop that
 * converts it. Each loop is a small method of its own, so that the JVM compiles it for the one kind
 * of text that it meets. Changing the loop costs two mispredicted branches. Therefore, if runs stay
 * short, as in Vietnamese, whose words have letters of one, two and three bytes, one loop for all
 * lengths takes the next stretch.
 *
 * <p>Bounds: the loops check their own. They need at least eight bytes of input; shorter inputs,
 * and the rest that they leave, go to {@link ScalarUtf8Kernel}.
 */
public class SwarUtf8Kernel implements Kernel {
  /** The instance that uses no later JDK. */
  public static final SwarUtf8Kernel INSTANCE = new SwarUtf8Kernel();

  /** With fewer bytes the loops cannot load a word within the range. */
  static final int FEWEST_BYTES = 8;

  /** With less room, in chars, some loops convert nothing. */
  static final int ROOM = 11;

  /** As long as any, for {@link #MIXED}. */
  private static final int LONG_RUN = 256;

  /**
   * With fewer bytes in recent runs of longer characters, some four of them, text is mixed, and the
   * loop for short runs decodes it: Vietnamese has 20, JSON with Chinese values 100. Below 112 JSON
   * is at 1.23 of the JDK's decoder, at 136 pages of markup lose a tenth.
   */
  private static final int MIXED = 112;

  /** In bytes: how much text of one kind is decoded before another kind is looked for. */
  private static final int STRETCH = 1024;

  /**
   * The least number of bytes that belong to letters in 64 bytes of words in a three-byte script.
   */
  private static final int IN_LETTERS = 40;

  /** And so many words at least begin there: Hindi has four, Thai one. */
  private static final int FEWEST_WORDS = 3;

  /** In bytes, or chars: so much of a piece tells which loop suits it. */
  private static final int SHORT_PIECE = 128;

  /**
   * The cost of a run of longer characters for the loop for short runs, in bytes of longer
   * characters. In 64 bytes Vietnamese has nine runs, Korean eight, Thai two, JSON with Chinese
   * values and Chinese one and a half; runs at the beginning of a word are not counted.
   */
  private static final int RUN = 10;

  /**
   * In bytes: how much of other text is decoded by the loop for short runs where it begins as
   * ASCII. 32 are faster than 64 where words of another script follow, by a fifth on markup, and
   * not slower anywhere.
   */
  private static final int SHORT_STRETCH = 32;

  /** The same where nearly all is ASCII, so that a long run is seen early. */
  static final int ASCII_STRETCH = 64;

  /** In bytes: how often validation looks for a long run of ASCII. */
  private static final int ASCII_SEARCH = 128;

  /** The number of chars that tell whether a piece consists of short words; 16 cost 5 ns more. */
  private static final int LOOKED_AT = 8;

  /** In chars: how much is encoded by pairs before what they wrote is looked at. */
  private static final int WORD_CHARS = 256;

  SwarUtf8Kernel() {}

  /** A method of its own, for in a longer one C2 does not inline the JDK's coder. */
  @Override
  public long decode(byte[] src, int pos, int end, char[] dst, int dpos, int dend) {
    if (end - pos < FEWEST_BYTES) {
      return ScalarUtf8Kernel.INSTANCE.decode(src, pos, end, dst, dpos, dend);
    }
    int run = LongAscii.first(src, pos, dst, dpos, Math.min(end - pos, dend - dpos));
    long ascii = Kernel.progress(run, run);
    return run == end - pos
        ? ascii
        : ascii + decodeRest(src, pos + run, end, dst, dpos + run, dend, run > 0);
  }

  /** Decodes text that is mostly ASCII, and then any. */
  private long decodeRest(
      byte[] src, int pos, int end, char[] dst, int dpos, int dend, boolean isBehindLongAscii) {
    if (!MostlyAscii.suits(src, pos, end, dend - dpos)) {
      return decodeRuns(src, pos, end, dst, dpos, dend, isBehindLongAscii);
    }
    long mostly = MostlyAscii.decode(src, pos, end, dst, dpos, dend);
    int p = pos + Kernel.read(mostly);
    int d = dpos + Kernel.written(mostly);
    return mostly + decodeRuns(src, p, end, dst, d, dend, true);
  }

  /**
   * Two loops that need not look for the end: the one for short runs, if runs of longer characters
   * are few and do not fill the piece, because the end of each is a branch that no processor
   * predicts; and one without branches, whose time depends only on the number of characters. {@link
   * ShortRuns} decodes the rest that it leaves.
   */
  @Override
  public long decodePadded(byte[] src, int pos, int end, char[] dst, int dpos, int dend) {
    int seen = Math.min(end - pos, SHORT_PIECE);
    int longer = 0;
    int runs = 0;
    for (int block = pos; block < pos + seen; block += 64) {
      long signs = signs(src, block, Math.min(block + 64, pos + seen));
      longer += Long.bitCount(signs);
      runs += runs(signs);
    }
    boolean byStarts =
        longer + RUN * runs >= mostForShortRuns(seen)
            && (seen == end - pos || 2 * RUN * runs >= seen && beginsWithThree(src, pos));
    if (!byStarts && seen < end - pos && 2 * longer >= seen) {
      return decode(src, pos, end, dst, dpos, dend);
    }
    long first = byStarts ? decodeLonger(src, pos, end, dst, dpos, dend) : 0;
    int p = pos + Kernel.read(first);
    int d = dpos + Kernel.written(first);
    if (p == end) {
      return first;
    }
    long shortRuns = ShortRuns.decode(src, p, end + ShortRuns.PADDING, dst, d, dend);
    return first + Kernel.withoutPadding(shortRuns, end - p);
  }

  /** Which of up to 64 bytes are not ASCII: a row of bits for each of eight words. */
  private static long signs(byte[] src, int from, int end) {
    long signs = 0;
    for (int p = from; p < end; p += 8) {
      signs = signs >>> 1 | Words.get(src, p) & Words.HIGH_BITS;
    }
    return signs;
  }

  /** The number of runs of longer characters, except those at the beginning of a word. */
  private static int runs(long signs) {
    return Long.bitCount(signs & ~(signs << 8 | 0xFF));
  }

  /** Whether the first longer character, of which there is one, has three bytes or more. */
  private static boolean beginsWithThree(byte[] src, int pos) {
    int p = pos;
    while (src[p] >= 0) {
      p++;
    }
    return src[p] >= -32;
  }

  /**
   * The number of bytes in longer characters, plus {@link #RUN} for each run, from which the loop
   * for short runs is slower than {@link #decodeLonger} for an input of this length; overridden for
   * JDK 19.
   */
  int mostForShortRuns(int length) {
    return length;
  }

  /** Decodes a padded piece without branches; overridden for JDK 19. */
  long decodeLonger(byte[] src, int p, int end, char[] dst, int d, int dend) {
    return CharacterStarts.decode(src, p, end, dst, d);
  }

  /** Decodes any text; overridden for JDK 19. */
  long decodeRuns(
      byte[] src, int pos, int end, char[] dst, int dpos, int dend, boolean isBehindLongAscii) {
    int p = pos;
    int d = dpos;
    int recent = MIXED;
    int stretch = SHORT_STRETCH;
    // The next is often a single longer character, and then ASCII again.
    boolean isBehindAscii = isBehindLongAscii;
    while (end - p >= FEWEST_BYTES && dend - d >= ROOM) {
      boolean isAscii = src[p] >= 0;
      long run;
      if (isAscii && LongAscii.isLong(src, p, p + Math.min(end - p, dend - d))) {
        int ascii = LongAscii.later(src, p, dst, d, Math.min(end - p, dend - d));
        run = Kernel.progress(ascii, ascii);
        isBehindAscii = true;
      } else if (isAscii || isBehindAscii || recent < MIXED) {
        int to = p + Math.min(end - p, recent < MIXED ? STRETCH : stretch);
        run = ShortRuns.decode(src, p, to, dst, d, dend);
        recent = isDense(run) ? Math.max(recent, MIXED) : recent;
        stretch = nextStretch(stretch, run);
        isBehindAscii = false;
      } else {
        run = decodeRun(src, p, end, dst, d, dend);
        // A run of three-byte characters that has become mixed text is none.
        int length = src[p] < -32 || isDense(run) ? Math.min(Kernel.read(run), LONG_RUN) : 0;
        recent += length - (recent >> 2);
      }
      if (run == 0) {
        break;
      }
      p += Kernel.read(run);
      d += Kernel.written(run);
    }
    long rest = p == end ? 0 : ScalarUtf8Kernel.INSTANCE.decode(src, p, end, dst, d, dend);
    return Kernel.progress(p - pos, d - dpos) + rest;
  }

  /** Whether most characters are not ASCII: JSON has 1.4 bytes for each, Hebrew 1.7. */
  private static boolean isDense(long run) {
    return 5 * Kernel.read(run) > 8 * Kernel.written(run);
  }

  /** Longer where some characters are not ASCII, but few, as in German. */
  private static int nextStretch(int stretch, long run) {
    int more = Kernel.read(run) - Kernel.written(run);
    if (8 * more > Kernel.written(run)) {
      return SHORT_STRETCH;
    }
    return 128 * more <= Kernel.written(run) ? ASCII_STRETCH : Math.min(2 * stretch, STRETCH);
  }

  private static long decodeRun(byte[] src, int p, int end, char[] dst, int d, int dend) {
    int lead = src[p];
    if (lead < -32) {
      return TwoByteWords.decode(src, p, end, dst, d, dend);
    }
    if (lead >= -16) {
      return FourByteRuns.decode(src, p, end, dst, d, dend);
    }
    int to = p + Math.min(end - p, STRETCH);
    long words = isWords(src, p, to) ? CharacterStarts.decodeBlocks(src, p, to, dst, d, dend) : 0;
    return words != 0 ? words : ThreeByteRuns.decode(src, p, to, dst, d, dend);
  }

  /** Whether most of the next 64 bytes are of longer characters, in several runs. */
  private static boolean isWords(byte[] src, int p, int end) {
    if (end - p < 64) {
      return false;
    }
    long signs = signs(src, p, p + 64);
    return Long.bitCount(signs) >= IN_LETTERS && runs(signs) >= FEWEST_WORDS;
  }

  @Override
  public long encode(char[] src, int pos, int end, byte[] dst, int dpos, int dend) {
    long words = looksLikeWords(src, pos, end) ? encodeWords(src, pos, end, dst, dpos, dend) : 0;
    int p = pos + Kernel.read(words);
    int d = dpos + Kernel.written(words);
    if (p == end) {
      return words;
    }
    long run;
    do {
      run = p < end ? encodeRun(src, p, end, dst, d, dend) : 0;
      p += Kernel.read(run);
      d += Kernel.written(run);
    } while (run > 0);
    long rest = ScalarUtf8Kernel.INSTANCE.encode(src, p, end, dst, d, dend);
    return Kernel.progress(p - pos, d - dpos) + rest;
  }

  /**
   * Whether, of a few of the first chars, most are not ASCII, but not all, and one has three bytes.
   */
  private static boolean looksLikeWords(char[] src, int pos, int end) {
    int step = Math.min(end - pos, SHORT_PIECE) / LOOKED_AT;
    if (step == 0) {
      return false;
    }
    int longer = 0;
    int union = 0;
    for (int i = 0; i < LOOKED_AT; i++) {
      int unit = src[pos + i * step];
      longer += 0x7F - unit >>> 31;
      union |= unit;
    }
    return union >= 0x800 && 2 * longer >= LOOKED_AT && longer < LOOKED_AT;
  }

  /** Encodes by pairs while most characters, but not nearly all, have three bytes. */
  private static long encodeWords(char[] src, int pos, int end, byte[] dst, int dpos, int dend) {
    int p = pos;
    int d = dpos;
    int read;
    int more;
    do {
      int to = p + Math.min(end - p, WORD_CHARS);
      long run = CharacterPairs.encode(src, p, to, dst, d, dend);
      read = Kernel.read(run);
      more = Kernel.written(run) - read;
      p += read;
      d += read + more;
    } while (read == WORD_CHARS && 2 * more > read && 4 * more < 7 * read);
    return Kernel.progress(p - pos, d - dpos);
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

  @Override
  public long encodeLatin1(byte[] src, int pos, int end, byte[] dst, int dpos, int dend) {
    return AsciiEncoder.encodeLatin1(src, pos, end, dst, dpos, dend);
  }

  /** Encodes a run that begins with a character of one or two bytes; overridden for JDK 19. */
  long encodeShortSequences(char[] src, int p, int end, byte[] dst, int d, int dend) {
    return src[p] < 0x80
        ? AsciiEncoder.encode(src, p, end, dst, d, dend)
        : TwoByteRuns.encode(src, p, end, dst, d, dend);
  }

  @Override
  public int wellFormedPrefix(byte[] src, int pos, int end) {
    int p = pos;
    int read;
    do {
      read = LongAscii.isLong(src, p, end) ? Ascii.prefix(src, p, end) : 0;
      p += read;
      int blocks = WellFormedBlocks.length(src, p, p + Math.min(end - p, ASCII_SEARCH));
      p += blocks;
      read += blocks;
    } while (read != 0);
    return p - pos + ScalarUtf8Kernel.INSTANCE.wellFormedPrefix(src, p, end);
  }
}
