/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.examples.resp;

import io.utflow.codec.stage.CountedPart;
import io.utflow.codec.stage.CountedTexts;
import io.utflow.codec.stage.FrameException;
import io.utflow.codec.stage.FrameException.Reason;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * How clients write requests: {@code *2}, and then for each of the two words {@code $4}, its four
 * bytes and CR LF; or all words in one line, for telnet.
 */
final class RespProtocol implements CountedTexts<RespRequest> {
  private static final long MOST_WORDS = 1024;

  /** The bound of the words of a request together, in bytes. */
  static final int MOST_BYTES = 1 << 20;

  private final List<String> words = new ArrayList<>();

  /** The number of missing words of the request. */
  private long missing;

  /** The sum of the lengths that the request has announced. */
  private long announced;

  private boolean isText = true;
  private CountedPart next = CountedPart.CRLF_LINE;

  @Override
  public CountedPart next() {
    return next;
  }

  @Override
  public @Nullable RespRequest line(String line) {
    if (missing > 0) {
      long length = number('$', line);
      announced += length;
      if (announced > MOST_BYTES) {
        throw new IllegalArgumentException("a request of more than " + MOST_BYTES + " bytes");
      }
      next = CountedPart.text(length, (byte) '\r', (byte) '\n');
    } else if (line.startsWith("*")) {
      missing = number('*', line);
      if (missing > MOST_WORDS) {
        throw new IllegalArgumentException("more than " + MOST_WORDS + " words");
      }
    } else if (!line.isBlank()) {
      return new RespRequest(List.of(line.strip().split(" +")), true);
    }
    return null;
  }

  private static long number(char type, String line) {
    if (line.isEmpty() || line.charAt(0) != type) {
      throw new IllegalArgumentException("expected '" + type + "'");
    }
    return CountedPart.length(line.substring(1));
  }

  @Override
  public @Nullable RespRequest text(String text) {
    words.add(text);
    return endOfWord();
  }

  private @Nullable RespRequest endOfWord() {
    next = CountedPart.CRLF_LINE;
    missing--;
    if (missing > 0) {
      return null;
    }
    RespRequest request = new RespRequest(List.copyOf(words), isText);
    words.clear();
    announced = 0;
    isText = true;
    return request;
  }

  /** A word that is ill-formed is no reason to lose the connection: where it ends is known. */
  @Override
  public @Nullable RespRequest failed(FrameException failure) {
    boolean isWord = next != CountedPart.CRLF_LINE && failure.reason() == Reason.UNREADABLE;
    if (!isWord) {
      throw failure;
    }
    isText = false;
    words.add("");
    return endOfWord();
  }
}
