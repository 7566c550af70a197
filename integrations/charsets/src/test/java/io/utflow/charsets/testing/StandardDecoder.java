/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.charsets.testing;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A decoder of the WHATWG Encoding Standard as its algorithms are written: a handler that is given
 * one byte after the other, and may restore bytes to the queue. The oracle of what the web's labels
 * read; it shares no code with the forms.
 */
public abstract class StandardDecoder {
  /** What a handler answers besides text; no decoder of the standard returns a surrogate. */
  static final String FINISHED = "\uDC00";

  static final String CONTINUE = "\uDC01";
  static final String ERROR = "\uDC02";

  /** What a handler is given behind the last byte. */
  static final int END_OF_QUEUE = -1;

  /** Bytes that make one step of the decoder: text, or an error where there is none. */
  public record Item(int offset, int length, @Nullable String text) {}

  /** The I/O queue of a whole stream. */
  static final class Queue {
    private final byte[] bytes;
    private int at;

    Queue(byte[] bytes) {
      this.bytes = bytes;
    }

    int read() {
      return at < bytes.length ? bytes[at++] & 0xFF : END_OF_QUEUE;
    }

    /** Restores the bytes read last; the end of the queue is none of them. */
    void restore(int count) {
      at -= count;
    }
  }

  /** The decoder's handler. */
  abstract String handle(Queue queue, int b);

  /** How many bytes that were read wait in the variables of the decoder. */
  abstract int held();

  /** Runs the decoder over a stream. */
  public final List<Item> run(byte[] bytes) {
    Queue queue = new Queue(bytes);
    List<Item> items = new ArrayList<>();
    int begin = 0;
    String result;
    while (!(result = handle(queue, queue.read())).equals(FINISHED)) {
      int end = queue.at - held();
      if (result.equals(CONTINUE)) {
        // An escape sequence becomes no text.
        begin = held() == 0 ? queue.at : begin;
        continue;
      }
      items.add(new Item(begin, end - begin, result.equals(ERROR) ? null : result));
      begin = end;
    }
    return items;
  }

  static String text(int codePoint) {
    return Character.toString(codePoint);
  }

  static boolean isIn(int b, int first, int last) {
    return b >= first && b <= last;
  }

  static boolean isAscii(int b) {
    return isIn(b, 0, 0x7F);
  }
}
