/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.icu;

import com.ibm.icu.text.BreakIterator;
import com.ibm.icu.util.ULocale;
import io.utflow.codec.stage.TextStage;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Cuts text only between extended grapheme clusters (UAX #29), which readers take for characters.
 * Use it for terminals, chat screens and other displays that show text as it arrives. The clusters
 * are those of ICU4J.
 *
 * <p>The last cluster of an input waits, because the next input may continue it, until that is
 * decided or until {@link #endOfInput()} or {@link #flush()}. The waiting text is bounded: a
 * cluster longer than {@link #MAX_CLUSTER} UTF-16 code units is cut there, between two characters.
 * Mutable, one per stream, for one thread at a time.
 *
 * <pre>{@code
 * ByteStage<String> shown =
 *     Stages.decode(DecoderSpec.of(TextEncoding.UTF_8)).then(GraphemeStage.pieces());
 * }</pre>
 */
public final class GraphemeStage implements TextStage<CharSequence, String> {
  /** The longest cluster that is never cut, in UTF-16 code units. */
  public static final int MAX_CLUSTER = 256;

  /** The longest piece, in UTF-16 code units. */
  private static final int MAX_PIECE = 8192;

  private enum State {
    OPEN,
    ENDING,
    CLOSED
  }

  private final boolean single;
  private final BreakIterator breaks = BreakIterator.getCharacterInstance(ULocale.ROOT);
  private State state = State.OPEN;
  private @Nullable CharSequence input;

  /** The number of chars of the input that are in the text. */
  private int taken;

  /** The waiting text, followed by the next part of the input. */
  private String text = "";

  /** The number of chars of the text that were yielded. */
  private int yielded;

  /** The number of chars of the text that can be yielded. */
  private int complete;

  private boolean flushing;

  private GraphemeStage(boolean single) {
    this.single = single;
  }

  /**
   * Yields pieces of one cluster or more, as long as the input allows, of at most 8192 UTF-16 code
   * units.
   *
   * @return a new stage, for one stream
   */
  public static GraphemeStage pieces() {
    return new GraphemeStage(false);
  }

  /**
   * Yields each cluster as a piece of its own. Where they begin and end does not depend on how the
   * text is cut.
   *
   * @return a new stage, for one stream
   */
  public static GraphemeStage clusters() {
    return new GraphemeStage(true);
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
    taken = 0;
    flushing = false;
  }

  @Override
  public void endOfInput() {
    if (state == State.OPEN) {
      state = State.ENDING;
      findComplete();
    }
  }

  /**
   * Releases the waiting text, whole characters only: {@link #poll()} yields it. Call it when no
   * more text is expected for now. If the next input continues the cluster, it is cut here.
   *
   * @throws IllegalStateException if the stage is closed
   */
  public void flush() {
    if (state == State.CLOSED) {
      throw new IllegalStateException("the stage is closed");
    }
    flushing = true;
    findComplete();
  }

  @Override
  public @Nullable String poll() {
    while (true) {
      if (yielded < complete) {
        return nextPiece();
      }
      if (known() - yielded > MAX_CLUSTER) {
        return cutCluster();
      }
      if (isTaken()) {
        input = null;
        return null;
      }
      readOn();
    }
  }

  private boolean isTaken() {
    return input == null || taken == input.length();
  }

  /** The input is read in parts, so that a long cluster is not looked through again and again. */
  private void readOn() {
    CharSequence from = Objects.requireNonNull(input);
    int end = Math.min(from.length(), taken + MAX_PIECE);
    String part = from.subSequence(taken, end).toString();
    taken = end;
    read(text.substring(yielded).concat(part));
  }

  private void read(String next) {
    text = next;
    yielded = 0;
    breaks.setText(next);
    findComplete();
  }

  private void findComplete() {
    if (isTaken() && state == State.ENDING) {
      complete = text.length();
    } else if (isTaken() && flushing) {
      complete = Math.max(yielded, known());
    } else {
      // A cluster begins there that what follows may continue.
      complete = known() == 0 ? 0 : breaks.preceding(known());
    }
  }

  /** A high surrogate at the end is half a character, of which nothing is known. */
  private int known() {
    int length = text.length();
    return length > 0 && Character.isHighSurrogate(text.charAt(length - 1)) ? length - 1 : length;
  }

  private String nextPiece() {
    int end = single ? Math.min(breaks.following(yielded), complete) : complete;
    int most = yielded + (single ? MAX_CLUSTER : MAX_PIECE);
    if (end > most) {
      end = breaks.isBoundary(most) ? most : breaks.preceding(most);
    }
    return end > yielded ? yieldTo(end) : cutCluster();
  }

  private String yieldTo(int end) {
    String piece = text.substring(yielded, end);
    yielded = end;
    return piece;
  }

  /** Cuts a cluster that is too long: what follows is read as if nothing stood before. */
  private String cutCluster() {
    int end = yielded + MAX_CLUSTER;
    boolean inPair = Character.isSurrogatePair(text.charAt(end - 1), text.charAt(end));
    String piece = yieldTo(inPair ? end - 1 : end);
    read(text.substring(yielded));
    return piece;
  }

  @Override
  public boolean isSpent() {
    return input == null && state != State.ENDING;
  }

  @Override
  public String takeUndelivered() {
    CharSequence rest = input == null ? "" : input.subSequence(taken, input.length());
    String waiting = text.substring(yielded) + rest;
    close();
    return waiting;
  }

  @Override
  public void close() {
    state = State.CLOSED;
    input = null;
    text = "";
    yielded = 0;
    complete = 0;
    breaks.setText("");
  }
}
