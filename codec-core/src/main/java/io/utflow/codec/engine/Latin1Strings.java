/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.codec.engine;

import io.utflow.codec.form.EncodingForm;
import io.utflow.codec.form.Step;
import io.utflow.codec.kernel.Kernel;
import io.utflow.codec.kernel.lanes.Ascii;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;

/**
 * The ways to a {@code String} with no chars between, for text whose characters are all below
 * U+0100: the JVM keeps such a string in single bytes. Each call begins between characters and
 * moves the decoder over what it has read.
 */
final class Latin1Strings {
  /** The first of the two bytes of U+00FF. */
  private static final int LAST_LATIN1_LEAD = 0xC3;

  private static final char REPLACEMENT = '\uFFFD';

  /** From so many bytes on a look at the first tells of the others. */
  private static final int LONG = 4096;

  private Latin1Strings() {}

  /**
   * All of {@code in}, which has an array, up to {@code most} bytes; null if not all is ASCII, but
   * that in ISO-8859-1 all may be anything, and that a long text of UTF-8 need only begin so.
   */
  static @Nullable String ascii(Decoder decoder, ByteBuffer in, int most) {
    int length = Math.min(in.remaining(), most);
    return ascii(decoder, in, in.array(), in.arrayOffset() + in.position(), length);
  }

  /** The same of a buffer without an accessible array, and of at most a window. */
  static @Nullable String stagedAscii(Decoder decoder, ByteBuffer in, int most, Workspace w) {
    byte[] staged = w.byteWindow();
    int length = Math.min(Math.min(in.remaining(), most), staged.length);
    in.get(in.position(), staged, 0, length);
    return ascii(decoder, in, staged, 0, length);
  }

  private static @Nullable String ascii(
      Decoder decoder, ByteBuffer in, byte[] src, int from, int length) {
    if (length == 0) {
      return null;
    }
    Encoding encoding = decoder.knownEncoding();
    String text;
    int read = length;
    if (encoding.isLatin1()) {
      text = new String(src, from, length, StandardCharsets.ISO_8859_1);
    } else if (encoding.isAscii() || decoder.expectsAscii(length)) {
      text = guessedAscii(src, from, length);
    } else if (length < LONG) {
      text = seenAscii(src, from, length);
    } else if (encoding == Encoding.UTF_8) {
      read = FirstStrings.complete(src, from, length);
      text = WholeStrings.mostlyAscii(src, from, read);
    } else {
      text = WholeStrings.looksAscii(src, from, length) ? guessedAscii(src, from, length) : null;
    }
    if (text != null) {
      decoder.skipDecoded(in, read);
    }
    return text;
  }

  /**
   * The text of a long part of an array, which begins between characters, if it is ASCII as far as
   * a look tells; null of any other. A caller who has an array needs no buffer for it.
   */
  static @Nullable String all(Encoding encoding, byte[] src, int from, int length) {
    if (length < WholeStrings.SHORTEST) {
      return null;
    }
    if (encoding.isLatin1()) {
      return new String(src, from, length, StandardCharsets.ISO_8859_1);
    }
    boolean whole =
        encoding != Encoding.UTF_8 || FirstStrings.complete(src, from, length) == length;
    if (!whole || !encoding.isAsciiTransparent() || !WholeStrings.looksAscii(src, from, length)) {
      return null;
    }
    return encoding == Encoding.UTF_8
        ? WholeStrings.wellFormed(src, from, length)
        : guessedAscii(src, from, length);
  }

  private static @Nullable String seenAscii(byte[] src, int from, int length) {
    return Ascii.prefix(src, from, from + length) < length
        ? null
        : new String(src, from, length, StandardCharsets.ISO_8859_1);
  }

  /**
   * The JDK looks for a byte that is not ASCII several times as fast as {@link Ascii} can, but only
   * on the way to a {@code String}: in which each such byte is U+FFFD. A string without any is
   * known to have none without a search, for U+FFFD is no character of its Latin-1.
   */
  static @Nullable String guessedAscii(byte[] src, int from, int length) {
    String guess = new String(src, from, length, StandardCharsets.US_ASCII);
    return guess.indexOf(REPLACEMENT) < 0 ? guess : null;
  }

  /**
   * As much as a kernel that can turns to single bytes, of at most {@code maxChars} and a window.
   * Empty if there is none.
   */
  static String prefix(Decoder decoder, ByteBuffer in, int maxChars, Workspace w) {
    Encoding encoding = decoder.knownEncoding();
    Kernel kernel = encoding.kernel();
    if (!kernel.makesLatin1() || !in.hasRemaining() || beginsOtherwise(encoding, in)) {
      return "";
    }
    byte[] src = in.hasArray() ? in.array() : w.byteWindow();
    int from = in.hasArray() ? in.arrayOffset() + in.position() : 0;
    int end = from + (in.hasArray() ? in.remaining() : Math.min(in.remaining(), src.length));
    if (!in.hasArray()) {
      in.get(in.position(), src, 0, end);
    }
    byte[] latin1 = w.outputWindow();
    int room = Math.min(maxChars, latin1.length);
    long progress = kernel.toLatin1(src, from, end, latin1, 0, room);
    int p = from + Kernel.read(progress);
    int d = Kernel.written(progress);
    if (d == 0) {
      return "";
    }
    // The kernel leaves less than a block.
    EncodingForm form = encoding.form();
    while (d < room && p < end) {
      int step = form.step(src, p, end, false);
      if (!Step.isScalar(step) || Step.scalar(step) > 0xFF) {
        break;
      }
      latin1[d++] = (byte) Step.scalar(step);
      p += Step.length(step);
    }
    decoder.skipDecoded(in, p - from);
    return new String(latin1, 0, d, StandardCharsets.ISO_8859_1);
  }

  /** A glance at the first byte, which in UTF-8 tells of some other scripts. */
  private static boolean beginsOtherwise(Encoding encoding, ByteBuffer in) {
    return encoding == Encoding.UTF_8 && (in.get(in.position()) & 0xFF) > LAST_LATIN1_LEAD;
  }
}
