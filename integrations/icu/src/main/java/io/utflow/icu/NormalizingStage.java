/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.icu;

import com.ibm.icu.text.Normalizer2;
import io.utflow.codec.stage.TextStage;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Converts text to Normalization Form C (UAX #15), as Net-Unicode (RFC 5198, section 3) requires:
 *
 * <pre>{@code
 * ByteStage<String> text =
 *     Stages.decode(DecoderSpec.of(TextEncoding.UTF_8)).then(NormalizingStage.nfc());
 * }</pre>
 *
 * <p>The joined outputs are the normalized form of the joined inputs, however these were cut. At
 * the end of an input the last starter and the combining characters after it wait, if the next
 * characters may still compose or be reordered with them; text that ends in a line break, in
 * Chinese or in emoji goes out with its input.
 *
 * <p>The waiting text is bounded by the Stream-Safe Text Process (UAX #15, section 13): a U+034F
 * COMBINING GRAPHEME JOINER is inserted after {@link #MOST_NONSTARTERS} combining characters in a
 * row. No language writes so many. Mutable, one per stream, for one thread at a time.
 */
public final class NormalizingStage implements TextStage<CharSequence, String> {
  /** The longest run of nonstarters that stays as it is. */
  public static final int MOST_NONSTARTERS = StreamSafe.MOST_NONSTARTERS;

  /** The input is read in parts of so many chars. */
  private static final int MAX_PART = 8192;

  private enum State {
    OPEN,
    ENDING,
    CLOSED
  }

  private final Normalizer2 nfc = Normalizer2.getNFCInstance();
  private final StreamSafe streamSafe = new StreamSafe();
  private State state = State.OPEN;
  private @Nullable CharSequence input;

  /** The number of chars of the input that were taken. */
  private int taken;

  /** The text that may still change: normalized, except a high surrogate at its end. */
  private String waiting = "";

  private NormalizingStage() {}

  /**
   * Normalizes to NFC.
   *
   * @return a new stage, for one stream
   */
  public static NormalizingStage nfc() {
    return new NormalizingStage();
  }

  @Override
  public void offer(CharSequence next) {
    Objects.requireNonNull(next, "input");
    if (state != State.OPEN) {
      throw new IllegalStateException("no input may follow: the stage is " + state);
    }
    if (input != null) {
      throw new IllegalStateException("the previous input is not drained: poll until null");
    }
    input = next;
  }

  @Override
  public void endOfInput() {
    if (state == State.OPEN) {
      state = State.ENDING;
    }
  }

  @Override
  public @Nullable String poll() {
    while (input != null) {
      String stable = readPart(input);
      if (!stable.isEmpty()) {
        return stable;
      }
    }
    if (state != State.ENDING || waiting.isEmpty()) {
      return null;
    }
    String rest = waiting;
    waiting = "";
    return rest;
  }

  /** Normalizes the waiting text and the next part of the input; returns the text that is final. */
  private String readPart(CharSequence from) {
    int end = Math.min(from.length(), taken + MAX_PART);
    String part = from.subSequence(taken, end).toString();
    taken = end;
    if (taken == from.length()) {
      input = null;
      taken = 0;
    }
    String high = "";
    if (!waiting.isEmpty() && Character.isHighSurrogate(waiting.charAt(waiting.length() - 1))) {
      high = waiting.substring(waiting.length() - 1);
      waiting = waiting.substring(0, waiting.length() - 1);
    }
    String next = high.concat(part);
    int whole = next.length();
    if (whole > 0 && Character.isHighSurrogate(next.charAt(whole - 1))) {
      whole--;
    }
    String text = nfc.normalize(waiting.concat(streamSafe.read(next.substring(0, whole))));
    int stable = stableEnd(text);
    waiting = text.substring(stable).concat(next.substring(whole));
    return text.substring(0, stable);
  }

  /**
   * Where the part of a normalized text ends that nothing after it can change: before the last
   * starter, with which alone a character composes (D117 of the Unicode Standard), or at the end.
   */
  private int stableEnd(String text) {
    int at = text.length();
    if (at > 0 && nfc.hasBoundaryAfter(text.codePointBefore(at))) {
      return at;
    }
    while (at > 0) {
      int c = text.codePointBefore(at);
      at -= Character.charCount(c);
      if (nfc.getCombiningClass(c) == 0) {
        return at;
      }
    }
    return 0;
  }

  @Override
  public boolean isSpent() {
    return input == null && state != State.ENDING;
  }

  /** The waiting text is handed over normalized. */
  @Override
  public String takeUndelivered() {
    CharSequence rest = input == null ? "" : input.subSequence(taken, input.length());
    String undelivered = waiting + rest;
    close();
    return undelivered;
  }

  @Override
  public void close() {
    state = State.CLOSED;
    input = null;
    waiting = "";
  }
}
