/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.cli.transcode;

import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Locale;

/**
 * Shows how much is done, how fast, and how much remains. On a terminal it is one line that
 * changes; in a log it is a line every ten seconds.
 */
final class Progress {
  private static final double MEBIBYTE = 1 << 20;

  /** On Linux, a link to what standard error is. */
  private static final Path STANDARD_ERROR = Path.of("/proc/self/fd/2");

  /** The way in which progress is printed. */
  enum Style {
    NONE(Duration.ofSeconds(Long.MAX_VALUE), "%s", ""),
    LOG(Duration.ofSeconds(10), "%s%n", ""),
    TERMINAL(Duration.ofMillis(250), "\r%s\u001B[K", "\r\u001B[K");

    private final Duration every;
    private final String format;
    private final String end;

    Style(Duration every, String format, String end) {
      this.every = every;
      this.format = format;
      this.end = end;
    }

    /** Java's console says nothing about standard error alone, so Linux is asked. */
    static Style ofStandardError() {
      try {
        String device = Files.readSymbolicLink(STANDARD_ERROR).toString();
        return device.startsWith("/dev/pts/") || device.startsWith("/dev/tty") ? TERMINAL : LOG;
      } catch (IOException | UnsupportedOperationException notLinux) {
        return LOG;
      }
    }
  }

  private final PrintWriter err;
  private final Style style;
  private final long total;
  private final long begun = System.nanoTime();
  private long lastPrinted = begun;
  private long read;

  /**
   * @param total the bytes to read, or a negative number if it is not known
   */
  Progress(PrintWriter err, Style style, long total) {
    this.err = err;
    this.style = style;
    this.total = total;
  }

  /** As {@link #read}, where a file was read as a whole. */
  void done(long bytes) {
    read += bytes;
    read(0);
  }

  void read(int bytes) {
    read += bytes;
    long now = System.nanoTime();
    if (style != Style.NONE && Duration.ofNanos(now - lastPrinted).compareTo(style.every) >= 0) {
      lastPrinted = now;
      err.printf(style.format, line(now));
      err.flush();
    }
  }

  String line(long now) {
    double seconds = (now - begun) / 1e9;
    double rate = read / seconds;
    String done =
        String.format(Locale.ROOT, "%,.0f MiB, %,.0f MiB/s", read / MEBIBYTE, rate / MEBIBYTE);
    // Files may be empty: nothing is read of nothing.
    return total <= read
        ? done
        : done
            + String.format(
                Locale.ROOT, ", %d %%, %.0f s left", 100 * read / total, (total - read) / rate);
  }

  /** Removes the line, for another message. */
  void clear() {
    err.print(style.end);
    err.flush();
  }

  /** Prints the summary. */
  void finish(long written, long illFormed) {
    clear();
    if (style == Style.NONE) {
      return;
    }
    double seconds = (System.nanoTime() - begun) / 1e9;
    err.printf(
        Locale.ROOT,
        "%,d bytes read, %,d written, %,d ill-formed, %.2f s, %,.0f MiB/s%n",
        read,
        written,
        illFormed,
        seconds,
        read / MEBIBYTE / seconds);
    err.flush();
  }
}
