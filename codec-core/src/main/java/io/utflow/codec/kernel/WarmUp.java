package io.utflow.codec.kernel;

import java.nio.charset.StandardCharsets;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Runs the vector kernels until the JVM has compiled them. Before that every vector is an object
 * and they are a thousand times slower than after, a second's worth; so others do the work until
 * they have shown that they are the faster ones, over text of every kind, in every encoding and
 * direction together.
 *
 * <p>The thread is a daemon, and asks for the lowest priority. It ends when the vector kernels have
 * won, or after {@value #SECONDS} seconds, and then they are not used.
 */
final class WarmUp {
  static final int SECONDS = 20;

  /** Once might be luck. */
  private static final int ROUNDS_TO_WIN = 3;

  /** UTF-16 code units of each sample: some blocks of any vectors and an end. */
  private static final int LENGTH = 500;

  /** Text of each length of sequence, of one after the other, and with unpaired surrogates. */
  private static final List<String> SAMPLES =
      List.of(
          sample("Une ligne de texte sans accents, et encore une. "),
          sample("\u041f\u0440\u0438\u0432\u0435\u0442, \u043c\u0438\u0440! "),
          sample("\u4e2d\u6587\u5b57\u7b26\uff0c\u7de8\u78bc\u3002 "),
          sample("\uD83D\uDE00\uD83D\uDE80\uD83C\uDF0D "),
          sample("Une caf\u00e9ti\u00e8re a d\u00e9j\u00e0 \u00e9t\u00e9 cass\u00e9e. "),
          sample("<p lang=\"ru\">\u041f\u0440\u0438\u0432\u0435\u0442</p>\n"),
          sample("<p lang=\"zh\">\u4e2d\u6587\u5b57\u7b26</p>\n"),
          sample("It\u2019s a long line with an emoji \uD83D\uDE00 at the end of it. "),
          sample("x".repeat(90) + "\u043c\u0438\u0440 ".repeat(20) + "\u4e2d".repeat(40)),
          sample("x".repeat(70) + "\uD83D\uDE80".repeat(40) + "\u00e9t\u00e9 ".repeat(15)),
          sample("An unpaired \uD83D surrogate and an ill-formed sequence. "));

  private WarmUp() {}

  private static String sample(String some) {
    return some.repeat(LENGTH / some.length() + 1);
  }

  /** Answers null if the JVM has no thread to give: the library works without. */
  static @Nullable Thread start() {
    try {
      // Without the inheritable thread-locals of whoever happens to come first.
      Thread thread = new Thread(null, WarmUp::run, "utflow-warm-up", 0, false);
      thread.setDaemon(true);
      thread.setPriority(Thread.MIN_PRIORITY);
      thread.setContextClassLoader(null);
      thread.start();
      return thread;
    } catch (RuntimeException | Error refused) {
      return null;
    }
  }

  /** Whatever goes wrong, the kernels at work stay at work and nobody is bothered. */
  private static void run() {
    try {
      Kernels.tryVectors();
    } catch (RuntimeException | Error failure) {
      Kernels.say("vector not used: " + failure);
    }
  }

  /** Runs both until {@code candidate} is the faster one, or {@code seconds} are over. */
  static boolean wins(KernelSet candidate, KernelSet rival, int seconds) {
    long start = System.nanoTime();
    int won = 0;
    while (won < ROUNDS_TO_WIN && System.nanoTime() - start < seconds * 1_000_000_000L) {
      long toBeat = nanos(rival);
      won = nanos(candidate) < toBeat ? won + 1 : 0;
    }
    return won == ROUNDS_TO_WIN;
  }

  private static long nanos(KernelSet set) {
    long start = System.nanoTime();
    for (String sample : SAMPLES) {
      char[] text = sample.toCharArray();
      byte[] utf8 = sample.getBytes(StandardCharsets.UTF_8);
      convert(set.utf8(), text, utf8);
      convert(set.utf16BigEndian(), text, utf8);
      convert(set.utf16LittleEndian(), text, utf8);
      convert(set.utf32BigEndian(), text, utf8);
      convert(set.utf32LittleEndian(), text, utf8);
      search(set.controls(), utf8);
    }
    return System.nanoTime() - start;
  }

  /** Text to bytes and back, also with a bad byte; where a kernel stops, one element is skipped. */
  private static void convert(Kernel kernel, char[] text, byte[] utf8) {
    byte[] bytes = new byte[4 * text.length];
    char[] chars = new char[text.length];
    byte[] other = new byte[4 * text.length];
    int length = 0;
    for (int p = 0; p < text.length; p++) {
      long progress = kernel.encode(text, p, text.length, bytes, length, bytes.length);
      p += Kernel.read(progress);
      length += Kernel.written(progress);
    }
    decode(kernel, bytes, length, chars);
    for (int p = 0; p < length; p++) {
      p += kernel.wellFormedPrefix(bytes, p, length);
    }
    kernel.toUtf8(bytes, 0, length, other, 0, other.length);
    kernel.fromUtf8(utf8, 0, utf8.length, other, 0, other.length);
    bytes[length / 2] ^= (byte) 0x80;
    decode(kernel, bytes, length, chars);
  }

  private static void search(ControlSearch controls, byte[] utf8) {
    for (int p = 0; p < utf8.length; p++) {
      p = controls.find(utf8, p, utf8.length);
    }
    for (int p = 0; p < utf8.length; p++) {
      p = controls.findOrNonAscii(utf8, p, utf8.length);
    }
    for (int order = 0; order < 2; order++) {
      for (int p = 0; p < utf8.length - 1; p += 2) {
        p = controls.findUtf16(utf8, p, utf8.length - (utf8.length - p) % 2, order == 0);
      }
    }
  }

  private static void decode(Kernel kernel, byte[] bytes, int length, char[] chars) {
    for (int p = 0; p < length; p++) {
      p += Kernel.read(kernel.decode(bytes, p, length, chars, 0, chars.length));
    }
  }
}
