/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.codec.scripts;

import static io.utflow.codec.scripts.StreamLaws.require;

import io.utflow.codec.scripts.Action.Kind;
import io.utflow.codec.scripts.Setup.Key;
import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.nio.charset.CharsetDecoder;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;

/** UTF-8 as long as it is valid, else another encoding: by a look at all bytes at once. */
final class DetectLaws {
  private DetectLaws() {}

  static void detected(Script script) {
    Setup setup = script.setup();
    byte[] bytes = script.bytes();
    boolean lines = setup.surface() == Surface.DETECTED_LINES;
    int window = setup.number(Key.WINDOW);
    if (!script.has(Kind.END) || setup.flag(Key.UNMARKED) || lines && bytes.length >= window) {
      return;
    }
    int first = 0;
    while (first < bytes.length && bytes[first] >= 0) {
      first++;
    }
    boolean utf8 = isUtf8(bytes, first, window, setup.number(Key.FINAL_AFTER));
    if (lines && setup.number(Key.FINAL_AFTER) > 0) {
      return;
    }
    Setup read =
        StreamLaws.plain(script)
            .setup()
            .with(Key.FROM, utf8 ? "UTF-8" : setup.get(Key.NEXT))
            .with(Key.SURFACE, lines ? Surface.LINES : Surface.CHUNKS);
    Transcript detected = Runner.run(script);
    Transcript expected =
        Runner.run(new Script(read, List.of(Action.offer(bytes), Action.of(Kind.END))));
    require(
        expected.yielded().equals(detected.yielded()),
        "detected [%s], %s is [%s]",
        Transcript.escape(detected.yielded()),
        read.get(Key.FROM),
        Transcript.escape(expected.yielded()));
  }

  /** Of the bytes from the first beyond ASCII on; the window and the end decide. */
  private static boolean isUtf8(byte[] bytes, int first, int window, int enough) {
    int to = Math.min(bytes.length, first + window);
    int characters = 0;
    for (int at = first; at < to; ) {
      int length = length(bytes, at, to);
      if (length == 0) {
        boolean open = isOpen(bytes, at, to);
        return open && to - first == window;
      }
      if (length > 1 && ++characters == enough) {
        return true;
      }
      at += length;
    }
    return true;
  }

  /** The length of the character at {@code at}; 0: none is there, by the JDK. */
  private static int length(byte[] bytes, int at, int to) {
    for (int length = 1; length <= 4 && at + length <= to; length++) {
      CharsetDecoder decoder = StandardCharsets.UTF_8.newDecoder();
      CharBuffer out = CharBuffer.allocate(4);
      boolean whole = decoder.decode(ByteBuffer.wrap(bytes, at, length), out, true).isUnderflow();
      if (whole) {
        return length;
      }
    }
    return 0;
  }

  /** Whether the bytes up to {@code to} begin a character that more of them could finish. */
  private static boolean isOpen(byte[] bytes, int at, int to) {
    if (to - at > 3) {
      return false;
    }
    byte[] begun = Arrays.copyOfRange(bytes, at, to);
    for (int fill = 0x80; fill < 0xC0; fill += 0x10) {
      byte[] tried = Arrays.copyOf(begun, 4);
      Arrays.fill(tried, begun.length, 4, (byte) fill);
      if (begun.length < 4 && length(tried, 0, 4) > begun.length) {
        return true;
      }
    }
    return false;
  }
}
