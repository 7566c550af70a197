/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.codec.kernel;

import io.utflow.codec.form.EncodingForm;
import io.utflow.codec.form.Step;
import io.utflow.codec.form.Utf16Form;
import io.utflow.codec.form.Utf8Form;
import io.utflow.codec.testing.Product;
import java.util.Arrays;
import java.util.HexFormat;

/**
 * Law L8 for one call of a kernel: it stops on a sequence boundary, agrees with {@code step}, reads
 * nothing outside its source range and writes nothing outside its destination range.
 */
public final class KernelLaws {
  private static final char CHAR_GUARD = '\uFDD0';
  private static final byte BYTE_GUARD = (byte) 0xFE;
  private static final int[] BYTE_POISONS = {0x00, 0x41, 0x80, 0xDC, 0xFF};
  private static final char[] CHAR_POISONS = {'\0', 'A', '\uD800', '\uDC00', '\uFFFF'};

  private final Kernel kernel;
  private final EncodingForm form;

  public KernelLaws(KernelSubject subject) {
    this.kernel = subject.kernel();
    this.form = subject.form();
  }

  /** The same source with other bytes around the range, at which a kernel must not look. */
  private static byte[] poisoned(byte[] src, int pos, int end, int poison) {
    byte[] other = src.clone();
    Arrays.fill(other, 0, pos, (byte) poison);
    Arrays.fill(other, end, other.length, (byte) poison);
    return other;
  }

  private static char[] poisoned(char[] src, int pos, int end, char poison) {
    char[] other = src.clone();
    Arrays.fill(other, 0, pos, poison);
    Arrays.fill(other, end, other.length, poison);
    return other;
  }

  /**
   * Which of so many poisons a call is repeated with: each where the source ends it; where the room
   * does, one after the other takes its turn.
   */
  private static boolean isPoisoned(int poison, int poisons, int pos, int end, int room, int most) {
    return room >= most || Product.takes(pos, end + room, poison, poisons);
  }

  private interface Decoding {
    long call(byte[] src, int pos, int end, char[] dst, int dpos, int dend);
  }

  /** One call of {@link Kernel#decode} with {@code room} chars behind {@code dpos}. */
  public void decode(byte[] src, int pos, int end, int dpos, int room) {
    decode(kernel::decode, src, pos, end, dpos, room);
  }

  private void decode(Decoding decoding, byte[] src, int pos, int end, int dpos, int room) {
    int dend = dpos + room;
    char[] dst = new char[dend + 40];
    Arrays.fill(dst, CHAR_GUARD);
    long progress = decoding.call(src, pos, end, dst, dpos, dend);
    int read = Kernel.read(progress);
    int written = Kernel.written(progress);
    require(read >= 0 && read <= end - pos, "read", src, pos, end, room);
    require(written >= 0 && written <= room, "written", src, pos, end, room);
    for (int i = 0; i < dst.length; i++) {
      require(i >= dpos && i < dend || dst[i] == CHAR_GUARD, "wrote outside", src, pos, end, room);
    }
    String expected = textOf(src, pos, pos + read, end, room);
    String actual = new String(dst, dpos, written);
    require(expected.equals(actual), "disagrees with step", src, pos, end, room);

    for (int i = 0; i < BYTE_POISONS.length; i++) {
      if (!isPoisoned(i, BYTE_POISONS.length, pos, end, room, end - pos)) {
        continue;
      }
      char[] again = new char[dst.length];
      byte[] other = poisoned(src, pos, end, BYTE_POISONS[i]);
      long same = decoding.call(other, pos, end, again, dpos, dend);
      boolean unread = same == progress && actual.equals(new String(again, dpos, written));
      require(unread, "read outside", src, pos, end, room);
    }
  }

  /** One call of {@link Utf8Neighbour#toUtf8} with {@code room} bytes behind {@code dpos}. */
  public void toUtf8(byte[] src, int pos, int end, int dpos, int room) {
    if (kernel instanceof Utf8Neighbour neighbour) {
      transcode(neighbour::toUtf8, form, Utf8Form.INSTANCE::write, src, pos, end, dpos, room);
    }
  }

  /** One call of {@link Utf8Neighbour#fromUtf8} with {@code room} bytes behind {@code dpos}. */
  public void fromUtf8(byte[] src, int pos, int end, int dpos, int room) {
    if (kernel instanceof Utf8Neighbour neighbour) {
      transcode(neighbour::fromUtf8, Utf8Form.INSTANCE, form::write, src, pos, end, dpos, room);
    }
  }

  /**
   * One call of {@link Kernel#copyUnits} with {@code room} chars behind {@code dpos}: all units
   * that fit, as they are.
   */
  public void copyUnits(byte[] src, int pos, int end, int dpos, int room) {
    char[] dst = new char[dpos + room + 40];
    Arrays.fill(dst, CHAR_GUARD);
    int copied = kernel.copyUnits(src, pos, end, dst, dpos, dpos + room);
    int most = form instanceof Utf16Form ? Math.min(end - pos >> 1, room) : 0;
    require(copied == most, "copied", src, pos, end, room);
    int high = form == Utf16Form.BIG_ENDIAN ? 0 : 1;
    for (int i = 0; i < dst.length; i++) {
      int p = pos + 2 * (i - dpos);
      boolean inside = i >= dpos && i < dpos + copied;
      char expected = inside ? (char) (src[p + high] << 8 | src[p + 1 - high] & 0xFF) : CHAR_GUARD;
      require(dst[i] == expected, "unit " + i, src, pos, end, room);
    }
  }

  private interface Encoder {
    int write(int scalar, byte[] dst, int d);
  }

  private void transcode(
      DirectConversion conversion,
      EncodingForm from,
      Encoder to,
      byte[] src,
      int pos,
      int end,
      int dpos,
      int room) {
    byte[] dst = new byte[dpos + room + 140];
    Arrays.fill(dst, BYTE_GUARD);
    long progress = conversion.convert(src, pos, end, dst, dpos, dpos + room);
    int read = Kernel.read(progress);
    int written = Kernel.written(progress);
    require(read >= 0 && read <= end - pos, "read", src, pos, end, room);
    require(written >= 0 && written <= room, "written", src, pos, end, room);
    requireGuarded(dst, dpos, dpos + room, src, pos, end, room);
    byte[] expected = new byte[4 * read];
    int length = 0;
    for (int scalar : textOf(from, src, pos, pos + read, end, room).codePoints().toArray()) {
      length = to.write(scalar, expected, length);
    }
    boolean same = Arrays.equals(dst, dpos, dpos + written, expected, 0, length);
    require(same, "disagrees with step", src, pos, end, room);
    for (int poison : new int[] {0x00, 0x80, 0xC3, 0xFF}) {
      byte[] other = poisoned(src, pos, end, poison);
      long again = conversion.convert(other, pos, end, new byte[dst.length], dpos, dpos + room);
      require(again == progress, "read outside", src, pos, end, room);
    }
  }

  private void requireGuarded(
      byte[] dst, int from, int to, byte[] src, int pos, int end, int room) {
    for (int i = 0; i < dst.length; i++) {
      boolean inside = i >= from && i < to;
      require(inside || dst[i] == BYTE_GUARD, "wrote outside", src, pos, end, room);
    }
  }

  /** One call of {@link Kernel#wellFormedPrefix}. */
  public void wellFormedPrefix(byte[] src, int pos, int end) {
    int length = kernel.wellFormedPrefix(src, pos, end);
    require(length >= 0 && length <= end - pos, "length", src, pos, end, 0);
    textOf(src, pos, pos + length, end, 0);
    for (int poison : BYTE_POISONS) {
      byte[] other = poisoned(src, pos, end, poison);
      boolean unread = kernel.wellFormedPrefix(other, pos, end) == length;
      require(unread, "read outside", src, pos, end, 0);
    }
  }

  /** The text of {@code [pos, to)}, all of it well-formed and {@code to} a boundary. */
  private String textOf(byte[] src, int pos, int to, int end, int room) {
    return textOf(form, src, pos, to, end, room);
  }

  private String textOf(EncodingForm form, byte[] src, int pos, int to, int end, int room) {
    StringBuilder text = new StringBuilder();
    int p = pos;
    while (p < to) {
      int step = form.step(src, p, end, false);
      require(Step.isScalar(step), "converted what is ill-formed", src, pos, end, room);
      text.appendCodePoint(Step.scalar(step));
      p += Step.length(step);
    }
    require(p == to, "stopped within a sequence", src, pos, end, room);
    return text.toString();
  }

  /** One call of {@link Kernel#encode} with {@code room} bytes behind {@code dpos}. */
  public void encode(char[] src, int pos, int end, int dpos, int room) {
    int dend = dpos + room;
    byte[] dst = new byte[dend + 80];
    Arrays.fill(dst, BYTE_GUARD);
    long progress = kernel.encode(src, pos, end, dst, dpos, dend);
    int read = Kernel.read(progress);
    int written = Kernel.written(progress);
    requireUnits(read >= 0 && read <= end - pos, "read", src, pos, end, room);
    requireUnits(written >= 0 && written <= room, "written", src, pos, end, room);
    for (int i = 0; i < dst.length; i++) {
      boolean inside = i >= dpos && i < dend;
      requireUnits(inside || dst[i] == BYTE_GUARD, "wrote outside", src, pos, end, room);
    }
    byte[] expected = bytesOf(src, pos, pos + read, end, room);
    byte[] actual = Arrays.copyOfRange(dst, dpos, dpos + written);
    requireUnits(Arrays.equals(expected, actual), "disagrees with write", src, pos, end, room);

    for (int i = 0; i < CHAR_POISONS.length; i++) {
      if (!isPoisoned(i, CHAR_POISONS.length, pos, end, room, 4 * (end - pos))) {
        continue;
      }
      byte[] again = new byte[dst.length];
      char[] other = poisoned(src, pos, end, CHAR_POISONS[i]);
      long same = kernel.encode(other, pos, end, again, dpos, dend);
      boolean unread =
          same == progress && Arrays.equals(again, dpos, dpos + written, actual, 0, written);
      requireUnits(unread, "read outside", src, pos, end, room);
    }
    encodeWellFormed(src, pos, pos + read, dpos, actual);
  }

  /** One call of {@link Kernel#encodeWellFormed} of what is well-formed, with room for it. */
  private void encodeWellFormed(char[] src, int pos, int end, int dpos, byte[] expected) {
    int room = expected.length;
    byte[] dst = new byte[dpos + room + 80];
    Arrays.fill(dst, BYTE_GUARD);
    long progress = kernel.encodeWellFormed(src, pos, end, dst, dpos, dpos + room);
    int read = Kernel.read(progress);
    int written = Kernel.written(progress);
    requireUnits(read >= 0 && read <= end - pos, "read", src, pos, end, room);
    byte[] bytes = bytesOf(src, pos, pos + read, end, room);
    boolean agrees =
        written == bytes.length && Arrays.equals(bytes, 0, written, dst, dpos, dpos + written);
    requireUnits(agrees, "disagrees with write", src, pos, end, room);
    for (int i = 0; i < dst.length; i++) {
      boolean inside = i >= dpos && i < dpos + room;
      requireUnits(inside || dst[i] == BYTE_GUARD, "wrote outside", src, pos, end, room);
    }
  }

  /** The bytes of {@code [pos, to)}, which holds no unpaired surrogate and cuts no pair. */
  private byte[] bytesOf(char[] src, int pos, int to, int end, int room) {
    byte[] bytes = new byte[4 * (to - pos)];
    int written = 0;
    for (int p = pos; p < to; ) {
      int scalar = Character.codePointAt(src, p, end);
      boolean unpaired = scalar >= 0xD800 && scalar <= 0xDFFF;
      requireUnits(!unpaired, "converted what is ill-formed", src, pos, end, room);
      written = form.write(scalar, bytes, written);
      p += Character.charCount(scalar);
      requireUnits(p <= to, "stopped within a pair", src, pos, end, room);
    }
    return Arrays.copyOf(bytes, written);
  }

  private void require(boolean holds, String what, byte[] src, int pos, int end, int room) {
    if (!holds) {
      throw new AssertionError(
          "%s: bytes [%d, %d) of %s, room for %d"
              .formatted(what, pos, end, HexFormat.of().formatHex(src), room));
    }
  }

  private void requireUnits(boolean holds, String what, char[] src, int pos, int end, int room) {
    if (!holds) {
      StringBuilder hex = new StringBuilder();
      for (char unit : src) {
        hex.append("%04x ".formatted((int) unit));
      }
      throw new AssertionError(
          "%s: code units [%d, %d) of %s, room for %d".formatted(what, pos, end, hex, room));
    }
  }
}
