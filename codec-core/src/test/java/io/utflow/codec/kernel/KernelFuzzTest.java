/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.codec.kernel;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.utflow.codec.form.EncodingForm;
import io.utflow.codec.form.Step;
import io.utflow.codec.form.Utf16Form;
import io.utflow.codec.form.Utf32Form;
import io.utflow.codec.form.Utf8Form;
import io.utflow.codec.testing.Product;
import java.util.Arrays;
import java.util.List;
import java.util.function.Function;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * The kernels that this JVM is to test against the definition of its encoding, step by step, on
 * random texts of every script, whole and damaged, at random starts, ends and room (law L8).
 *
 * <p>The inputs follow from {@code -Dutflow.fuzz.seed}; {@code -Dutflow.fuzz.inputs} says how many
 * there are, over all encodings, for each kernel set. A failure names the seed of its input.
 */
class KernelFuzzTest {
  private static final long SEED = Long.getLong("utflow.fuzz.seed", 20260901L);
  private static final int INPUTS =
      Integer.getInteger("utflow.fuzz.inputs", Product.sampled(100_000));

  private static final char POISON = '\uA5A5';
  private static final int MARGIN = 24;

  private record Encoding(String name, EncodingForm form, Function<KernelSet, Kernel> kernel) {}

  private static final List<Encoding> ENCODINGS =
      List.of(
          new Encoding("UTF-8", Utf8Form.INSTANCE, KernelSet::utf8),
          new Encoding("UTF-16BE", Utf16Form.BIG_ENDIAN, KernelSet::utf16BigEndian),
          new Encoding("UTF-16LE", Utf16Form.LITTLE_ENDIAN, KernelSet::utf16LittleEndian),
          new Encoding("UTF-32BE", Utf32Form.BIG_ENDIAN, KernelSet::utf32BigEndian),
          new Encoding("UTF-32LE", Utf32Form.LITTLE_ENDIAN, KernelSet::utf32LittleEndian));

  static Stream<Arguments> kernels() {
    return TestedKernels.sets().stream()
        .flatMap(
            set ->
                ENCODINGS.stream()
                    .map(e -> Arguments.of(set.name(), e.name, e.kernel.apply(set), e.form)));
  }

  @ParameterizedTest(name = "{0} {1}")
  @MethodSource("kernels")
  void agreesWithTheSteps(String set, String encoding, Kernel kernel, EncodingForm form) {
    int inputs = INPUTS / ENCODINGS.size();
    for (long seed = SEED; seed < SEED + inputs; seed++) {
      FuzzInput input = new FuzzInput(seed);
      int[] text = input.text();
      byte[] bytes = FuzzInput.encode(text, form);
      char[] chars = FuzzInput.chars(text);
      input.damage(bytes);
      input.damage(chars);
      try {
        checkDecode(kernel, form, bytes, input);
        checkPadded(kernel, form, bytes, input);
        checkPrefix(kernel, form, bytes, input);
        checkEncode(kernel, form, chars, input);
        if (kernel instanceof Utf8Neighbour neighbour) {
          byte[] utf8 = FuzzInput.encode(text, Utf8Form.INSTANCE);
          input.damage(utf8);
          checkBytes(neighbour::toUtf8, form, Utf8Form.INSTANCE::write, bytes, input);
          checkBytes(neighbour::fromUtf8, Utf8Form.INSTANCE, form::write, utf8, input);
        }
      } catch (AssertionError | RuntimeException e) {
        throw new AssertionError("input of -Dutflow.fuzz.seed=" + seed + ": " + e.getMessage(), e);
      }
    }
  }

  /** All but a short tail of well-formed text is converted, so that the fuzzing tests something. */
  @ParameterizedTest(name = "{0} {1}")
  @MethodSource("kernels")
  void convertsWhatIsWellFormed(String set, String encoding, Kernel kernel, EncodingForm form) {
    int shortest = set.equals("none") ? Integer.MAX_VALUE : 128;
    for (long seed = SEED; seed < SEED + 1000; seed++) {
      int[] text = new FuzzInput(seed).text();
      byte[] bytes = FuzzInput.encode(text, form);
      char[] chars = FuzzInput.chars(text);
      int read = Kernel.read(kernel.decode(bytes, 0, bytes.length, new char[2048], 0, 2048));
      int prefix = kernel.wellFormedPrefix(bytes, 0, bytes.length);
      int taken = Kernel.read(kernel.encode(chars, 0, chars.length, new byte[4096], 0, 4096));
      assertThat(bytes.length - read).as("undecoded, seed %d", seed).isLessThan(shortest);
      assertThat(bytes.length - prefix).as("unread, seed %d", seed).isLessThan(shortest);
      assertThat(chars.length - taken).as("unencoded, seed %d", seed).isLessThan(shortest);
    }
  }

  /** All of a short piece that is well-formed, but for a sequence that its end cuts. */
  @ParameterizedTest(name = "{0} {1}")
  @MethodSource("kernels")
  void convertsAllOfAPaddedPiece(String set, String encoding, Kernel kernel, EncodingForm form) {
    assumeTrue(
        form == Utf8Form.INSTANCE && !set.equals("none"),
        "only kernels of UTF-8 read a padded piece to its end");
    for (long seed = SEED; seed < SEED + 1000; seed++) {
      FuzzInput input = new FuzzInput(seed);
      byte[] text = FuzzInput.encode(input.text(), form);
      int length = Math.min(text.length, input.upTo(256));
      byte[] padded = Arrays.copyOf(Arrays.copyOf(text, length), length + Kernel.PADDING);
      long progress = kernel.decodePadded(padded, 0, length, new char[512], 0, 512);
      int whole = 0;
      while (whole < length && Step.isScalar(form.step(text, whole, length, false))) {
        whole += Step.length(form.step(text, whole, length, false));
      }
      assertThat(Kernel.read(progress)).as("read, seed %d", seed).isEqualTo(whole);
    }
  }

  private static void checkDecode(Kernel kernel, EncodingForm form, byte[] text, FuzzInput input) {
    int pos = input.upTo(MARGIN);
    int dpos = input.upTo(MARGIN);
    int room = input.upTo(text.length + MARGIN);
    byte[] zeros = framed(text, pos, 0x00);
    byte[] bits = framed(text, pos, 0xFF);
    char[] dst = poisoned(dpos + room + MARGIN);
    char[] again = poisoned(dpos + room + MARGIN);
    int end = pos + text.length;
    long progress = kernel.decode(zeros, pos, end, dst, dpos, dpos + room);
    check(
        progress == kernel.decode(bits, pos, end, again, dpos, dpos + room)
            && Arrays.equals(dst, again),
        "the result depends on bytes outside the range");
    int written = Kernel.written(progress);
    check(written >= 0 && written <= room, "out of range");
    check(isPoison(dst, 0, dpos) && isPoison(dst, dpos + room, dst.length), "wrote outside");
    checkChars(progress, form, text, dst, dpos);
  }

  /** Short pieces, often cut; behind the zeros stands anything. */
  private static void checkPadded(Kernel kernel, EncodingForm form, byte[] text, FuzzInput input) {
    int pos = input.upTo(MARGIN);
    int dpos = input.upTo(MARGIN);
    byte[] piece = Arrays.copyOf(text, Math.min(text.length, input.upTo(300)));
    byte[] src = new byte[pos + piece.length + Kernel.PADDING];
    Arrays.fill(src, (byte) input.upTo(255));
    System.arraycopy(piece, 0, src, pos, piece.length);
    int end = pos + piece.length;
    Arrays.fill(src, end, end + 16, (byte) 0);
    int room = piece.length + 16;
    char[] dst = poisoned(dpos + room + MARGIN);
    long progress = kernel.decodePadded(src, pos, end, dst, dpos, dpos + room);
    check(isPoison(dst, 0, dpos) && isPoison(dst, dpos + room, dst.length), "wrote outside");
    checkChars(progress, form, piece, dst, dpos);
  }

  private static void checkChars(
      long progress, EncodingForm form, byte[] text, char[] dst, int dpos) {
    int read = Kernel.read(progress);
    int written = Kernel.written(progress);
    check(read >= 0 && read <= text.length && written >= 0, "out of range");
    int p = 0;
    int d = dpos;
    while (p < read) {
      int step = form.step(text, p, text.length, false);
      check(Step.isScalar(step), "converted an ill-formed sequence");
      p += Step.length(step);
      for (char unit : Character.toChars(Step.scalar(step))) {
        check(d < dpos + written && dst[d++] == unit, "wrong char");
      }
    }
    check(p == read && d == dpos + written, "stopped inside a sequence");
  }

  private static void checkPrefix(Kernel kernel, EncodingForm form, byte[] text, FuzzInput input) {
    int pos = input.upTo(MARGIN);
    int end = pos + text.length;
    int prefix = kernel.wellFormedPrefix(framed(text, pos, 0x00), pos, end);
    check(
        prefix == kernel.wellFormedPrefix(framed(text, pos, 0xFF), pos, end),
        "the prefix depends on bytes outside the range");
    check(prefix >= 0 && prefix <= text.length, "prefix out of range");
    int p = 0;
    while (p < prefix) {
      int step = form.step(text, p, text.length, false);
      check(Step.isScalar(step), "passed an ill-formed sequence");
      p += Step.length(step);
    }
    check(p == prefix, "the prefix ends inside a sequence");
  }

  private static void checkEncode(Kernel kernel, EncodingForm form, char[] text, FuzzInput input) {
    int pos = input.upTo(MARGIN);
    int dpos = input.upTo(MARGIN);
    int room = input.upTo(4 * text.length + MARGIN);
    byte[] dst = new byte[dpos + room + MARGIN];
    byte[] again = new byte[dst.length];
    Arrays.fill(dst, (byte) POISON);
    Arrays.fill(again, (byte) POISON);
    int end = pos + text.length;
    char[] lows = framed(text, pos, '\uDC00');
    long progress = kernel.encode(lows, pos, end, dst, dpos, dpos + room);
    char[] ascii = framed(text, pos, 'a');
    check(
        progress == kernel.encode(ascii, pos, end, again, dpos, dpos + room)
            && Arrays.equals(dst, again),
        "the result depends on chars outside the range");
    int read = Kernel.read(progress);
    int written = Kernel.written(progress);
    check(read >= 0 && read <= text.length && written >= 0 && written <= room, "out of range");
    check(isPoison(dst, 0, dpos) && isPoison(dst, dpos + room, dst.length), "wrote outside");
    byte[] expected = new byte[4 * text.length];
    int length = 0;
    int p = 0;
    while (p < read) {
      int scalar = Character.codePointAt(text, p);
      check(
          Character.charCount(scalar) == 2 || !surrogate(scalar), "encoded an unpaired surrogate");
      length = form.write(scalar, expected, length);
      p += Character.charCount(scalar);
    }
    check(p == read && length == written, "stopped inside a character");
    check(Arrays.equals(expected, 0, length, dst, dpos, dpos + written), "wrong bytes");
    byte[] exact = new byte[written];
    long all = kernel.encodeWellFormed(text, 0, read, exact, 0, written);
    int stored = Kernel.written(all);
    check(
        Kernel.read(all) <= read && Arrays.equals(expected, 0, stored, exact, 0, stored),
        "wrong bytes of well-formed text");
  }

  private interface Conversion {
    long call(byte[] src, int pos, int end, byte[] dst, int dpos, int dend);
  }

  private interface Writer {
    int write(int scalar, byte[] dst, int d);
  }

  private static void checkBytes(
      Conversion conversion, EncodingForm from, Writer to, byte[] text, FuzzInput input) {
    int pos = input.upTo(MARGIN);
    int dpos = input.upTo(MARGIN);
    int room = input.upTo(2 * text.length + MARGIN);
    byte[] dst = new byte[dpos + room + MARGIN];
    byte[] again = new byte[dst.length];
    Arrays.fill(dst, (byte) POISON);
    Arrays.fill(again, (byte) POISON);
    int end = pos + text.length;
    long progress = conversion.call(framed(text, pos, 0x00), pos, end, dst, dpos, dpos + room);
    check(
        progress == conversion.call(framed(text, pos, 0xBF), pos, end, again, dpos, dpos + room)
            && Arrays.equals(dst, again),
        "the result depends on bytes outside the range");
    int read = Kernel.read(progress);
    int written = Kernel.written(progress);
    check(read >= 0 && read <= text.length && written >= 0 && written <= room, "out of range");
    check(isPoison(dst, 0, dpos) && isPoison(dst, dpos + room, dst.length), "wrote outside");
    byte[] expected = new byte[4 * read];
    int length = 0;
    int p = 0;
    while (p < read) {
      int step = from.step(text, p, text.length, false);
      check(Step.isScalar(step), "converted an ill-formed sequence");
      length = to.write(Step.scalar(step), expected, length);
      p += Step.length(step);
    }
    check(p == read, "stopped inside a sequence");
    check(Arrays.equals(expected, 0, length, dst, dpos, dpos + written), "wrong bytes");
  }

  private static boolean surrogate(int scalar) {
    return scalar >= Character.MIN_SURROGATE && scalar <= Character.MAX_SURROGATE;
  }

  private static byte[] framed(byte[] text, int pos, int frame) {
    byte[] array = new byte[pos + text.length + MARGIN];
    Arrays.fill(array, (byte) frame);
    System.arraycopy(text, 0, array, pos, text.length);
    return array;
  }

  private static char[] framed(char[] text, int pos, char frame) {
    char[] array = new char[pos + text.length + MARGIN];
    Arrays.fill(array, frame);
    System.arraycopy(text, 0, array, pos, text.length);
    return array;
  }

  private static char[] poisoned(int length) {
    char[] array = new char[length];
    Arrays.fill(array, POISON);
    return array;
  }

  private static boolean isPoison(char[] array, int from, int to) {
    for (int i = from; i < to; i++) {
      if (array[i] != POISON) {
        return false;
      }
    }
    return true;
  }

  private static boolean isPoison(byte[] array, int from, int to) {
    for (int i = from; i < to; i++) {
      if (array[i] != (byte) POISON) {
        return false;
      }
    }
    return true;
  }

  private static void check(boolean condition, String what) {
    if (!condition) {
      throw new AssertionError(what);
    }
  }
}
