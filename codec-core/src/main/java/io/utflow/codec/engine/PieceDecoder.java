/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.codec.engine;

import io.utflow.codec.DecoderSpec;
import io.utflow.codec.form.EncodingForm;
import io.utflow.codec.form.Step;
import io.utflow.codec.illformed.MalformedRule;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Decodes a stream for whoever finds delimiters in its text: to pieces, each of which ends before
 * the next ill-formed sequence. One for each stream.
 *
 * <p>It is given inputs. It guarantees that an ill-formed sequence is acted on only when the text
 * before it has been read, unless nobody sees that, and that the byte offset of each char of the
 * {@link #piece} can be asked for. It leaves to the caller to find delimiters, and to say how much
 * of a piece was read.
 */
public final class PieceDecoder extends Decoder {
  /** The most bytes of a piece, which is kept while a line that begins in it is open. */
  private static final int MOST = 8192;

  /** The most bytes of a piece with state: kept until the next, as shifts may follow its text. */
  private static final int MOST_OF_STATE = 4096;

  /** In most encodings no byte becomes more than one. */
  private static final int MOST_CHARS = MOST + EncodingForm.MOST_BYTES;

  private static final byte[] NO_BYTES = {};

  private final boolean mayLeaveOut;

  /** Whether nobody sees when an ill-formed sequence is read, which becomes one char. */
  private final boolean readsAhead;

  private TextPiece piece;

  /** The byte offsets of the chars being decoded, if the form cannot be copied; else null. */
  private @Nullable List<Long> noted;

  /** The byte offset of sequences without characters behind the last char; -1 if none. */
  private long emptyFrom;

  /** The step of the ill-formed sequence that is known to come next; 0 if none is. */
  private int illFormed;

  /** Makes one for a stream, which acts by {@link SegmentDecoder#rule}. */
  public PieceDecoder(DecoderSpec spec, MalformedRule rule) {
    super(spec, rule);
    this.mayLeaveOut = mayLeaveOut(spec);
    this.readsAhead = isUnseen(spec) && !mayLeaveOut;
    this.piece = new TextPiece(spec.firstByte(), NO_BYTES);
  }

  /**
   * Forgets what was read of the {@link #piece}: what is left are the first chars of the next.
   *
   * @param at how many chars were read
   * @param exactly whether places are asked for anyway, so that they cost nothing here
   */
  public void forget(int at, boolean exactly) {
    if (exactly && piece.length() == at) {
      goOnBehind(new TextPiece(piece.byteOffset(at), piece.bytesFrom(at)), 0);
    } else {
      goOnBehind(piece, at);
    }
  }

  private void goOnBehind(TextPiece other, int at) {
    boolean hasState = resolvedEncoding().isPresent() && hasState();
    piece = other.rest(at, position(), pendingBytes(), hasState);
  }

  /**
   * Decodes on.
   *
   * @return the text behind what is left of the {@link #piece}; perhaps empty, though there is more
   *     input, or an ill-formed sequence {@linkplain #isBeforeIllFormed comes next}, or the stream
   *     {@linkplain #hasEnded has ended}
   */
  public String decodeNext(ByteBuffer in, boolean endOfInput) {
    if (isAtStart()) {
      boolean started = start(in, endOfInput);
      goOnBehind(new TextPiece(position(), pending()), 0);
      if (!started) {
        return "";
      }
    }
    int most = hasState() ? MOST_OF_STATE : MOST;
    int limit = in.limit();
    in.limit(in.position() + Math.min(in.remaining(), most));
    try {
      return decodeSome(in, endOfInput && in.limit() == limit);
    } finally {
      in.limit(limit);
    }
  }

  /** Decides the byte order mark, and false if it cannot yet; what replaces it waits. */
  private boolean start(ByteBuffer in, boolean endOfInput) {
    Workspace w = Workspace.borrow();
    try {
      w.writeTo(w.charWindow, 0, 0);
      return start(in, endOfInput, w);
    } finally {
      w.giveBack();
    }
  }

  private String decodeSome(ByteBuffer in, boolean endOfInput) {
    int from = in.position();
    long begin = position();
    EncodingForm copy = streamForm().copy();
    noted = copy == null ? new ArrayList<>() : null;
    String text = text(in, endOfInput) + takeReplacement();
    int[] places = noted == null ? null : places(noted, text.length(), begin);
    noted = null;
    int taken = in.position() - from;
    piece.add(text.length(), in, taken, pendingBytes(), illFormed, copy, places);
    illFormed = readsAhead ? 0 : illFormedNext(in, endOfInput);
    return text;
  }

  /** Adds the offsets of the chars of a replacement that waited, and of the end. */
  private int[] places(List<Long> begins, int chars, long from) {
    while (begins.size() < chars) {
      begins.add(position());
    }
    begins.add(emptyFrom < 0 ? position() : emptyFrom);
    return begins.stream().mapToInt(begin -> (int) (begin - from)).toArray();
  }

  @Override
  boolean accept(Workspace w, int scalar) {
    boolean taken = super.accept(w, scalar);
    if (noted != null && taken) {
      long begin = emptyFrom < 0 ? position() + w.pos - w.begin : emptyFrom;
      for (int i = Character.charCount(scalar); i > 0; i--) {
        noted.add(begin);
      }
      emptyFrom = -1;
    }
    return taken;
  }

  @Override
  void beforeEmptySequence(Workspace w) {
    emptyFrom = emptyFrom < 0 ? position() + w.pos - w.begin : emptyFrom;
  }

  @Override
  boolean takeRun(Workspace w, EncodingForm form, long base, int characters) {
    return noted == null && super.takeRun(w, form, base, characters);
  }

  /** Some text; an ill-formed sequence is the first of it, where it is known to come next. */
  private String text(ByteBuffer in, boolean endOfInput) {
    Workspace w = Workspace.borrow();
    emptyFrom = -1;
    try {
      String text = null;
      // Behind an ill-formed sequence others may follow closely, at which this works in vain.
      if (in.hasArray() && illFormed == 0 && noted == null) {
        int from = in.arrayOffset() + in.position();
        text = bytesAsText(in, in.array(), from, in.remaining(), MOST_CHARS, endOfInput);
      }
      w.illFormedBefore = readsAhead ? Integer.MAX_VALUE : illFormed == 0 ? 0 : 1;
      return text == null ? piece(in, MOST_CHARS, endOfInput, w) : text;
    } finally {
      w.giveBack();
    }
  }

  private int illFormedNext(ByteBuffer in, boolean endOfInput) {
    if (!isInBody() || pendingBytes() == 0 && !in.hasRemaining()) {
      return 0;
    }
    Workspace w = Workspace.borrow();
    try {
      boolean all = loadBoundary(in, w);
      int step = streamForm().step(w.src, 0, w.end, all && endOfInput);
      return Step.isIllFormed(step) ? step : 0;
    } finally {
      w.giveBack();
    }
  }

  /** The text last decoded, behind what was not read of the text before. */
  public TextPiece piece() {
    return piece;
  }

  /** Whether an ill-formed sequence comes next: nothing continues the text before it. */
  public boolean isBeforeIllFormed() {
    return illFormed != 0;
  }

  /** Whether sequences may be left out, each at the begin of a piece, of which it has the mark. */
  public boolean mayLeaveOut() {
    return mayLeaveOut;
  }

  /** Drops the text. */
  public void discard() {
    piece = new TextPiece(position(), NO_BYTES);
  }
}
