package io.utflow.examples.transcode;

import java.io.PrintWriter;
import java.time.Duration;
import java.util.Locale;

/** How much is done, how fast, and what remains: on a terminal, now and then, on one line. */
final class Progress {
  private static final long EVERY_NANOS = Duration.ofMillis(250).toNanos();
  private static final double MEBIBYTE = 1 << 20;

  private final PrintWriter err;
  private final boolean shown;
  private final long total;
  private final long begun = System.nanoTime();
  private long told = begun;
  private long read;

  /**
   * @param shown whether {@code err} is a terminal
   * @param total the bytes to read, or a negative number if nobody knows
   */
  Progress(PrintWriter err, boolean shown, long total) {
    this.err = err;
    this.shown = shown;
    this.total = total;
  }

  void read(int bytes) {
    read += bytes;
    long now = System.nanoTime();
    if (shown && now - told >= EVERY_NANOS) {
      told = now;
      err.print("\r" + line(now) + "\u001B[K");
      err.flush();
    }
  }

  private String line(long now) {
    double seconds = (now - begun) / 1e9;
    double rate = read / seconds;
    String done =
        String.format(Locale.ROOT, "%,.0f MiB, %,.0f MiB/s", read / MEBIBYTE, rate / MEBIBYTE);
    return total < read
        ? done
        : done
            + String.format(
                Locale.ROOT, ", %d %%, %.0f s left", 100 * read / total, (total - read) / rate);
  }

  /** Ends the line, and tells what was done. */
  void finish(long written, long illFormed) {
    double seconds = (System.nanoTime() - begun) / 1e9;
    err.print(shown ? "\r\u001B[K" : "");
    err.printf(
        Locale.ROOT,
        "%,d bytes read, %,d written, %,d ill-formed, %.2f s, %,.0f MiB/s%n",
        read,
        written,
        illFormed,
        seconds,
        read / MEBIBYTE / seconds);
  }
}
