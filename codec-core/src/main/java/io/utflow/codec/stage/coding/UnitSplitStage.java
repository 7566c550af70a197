/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.codec.stage.coding;

import io.utflow.codec.DecoderSpec;
import io.utflow.codec.TextEncoding;
import io.utflow.codec.engine.CodeUnits;
import io.utflow.codec.split.LineErrors;
import io.utflow.codec.split.LineMaker;
import io.utflow.codec.split.LineRule;
import io.utflow.codec.split.LineSplitter;
import io.utflow.codec.stage.ByteStage;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Bytes to lines or records where a delimiter cannot be found in the bytes, for the encoding is not
 * self-synchronizing: the bytes are decoded to UTF-16 code units, in which a mark stands for each
 * ill-formed sequence, and those are split by a {@link SplitStage}. So the policy acts behind the
 * split, as everywhere (laws L9 and L10).
 *
 * @param <O> what becomes of a line
 */
public final class UnitSplitStage<O> extends AbstractStage<ByteBuffer, O> implements ByteStage<O> {
  /** The most bytes of sequences without characters that are kept to be handed over (law L4). */
  private static final int MOST_EMPTY = 1024;

  private final CodeUnits decoder;
  private final SplitStage<O> stage;
  private final LineSplitter<O> lines;
  private boolean ended;

  /** Where the bytes of the input being drained begin; -1 between two inputs. */
  private int inputFrom = -1;

  /** Bytes of earlier inputs from where the lines are not read yet. */
  private byte[] unread = NO_BYTES;

  /** How many bytes of units were decoded. */
  private long decoded;

  /** Bytes of the stream before this offset are not kept, though the lines may not be there. */
  private long keptFrom;

  /** How many bytes of units those before {@link #keptFrom} are. */
  private long keptFromUnit;

  public UnitSplitStage(DecoderSpec spec, LineRule rule, LineErrors errors, LineMaker<O> maker) {
    super(NOTHING);
    this.decoder = new CodeUnits(spec);
    this.stage = new SplitStage<>(spec, decoder, rule, errors, maker);
    this.lines = stage.lines();
  }

  /** What splits the units. */
  public LineSplitter<O> lines() {
    return lines;
  }

  @Override
  protected @Nullable O next(ByteBuffer input, boolean ending) {
    inputFrom = inputFrom < 0 ? input.position() : inputFrom;
    O line;
    while ((line = stage.poll()) == null) {
      if (!decode(input, ending)) {
        forgetEmptySequences();
        unread = unreadBytes(input, 0);
        inputFrom = -1;
        return null;
      }
    }
    return line;
  }

  /** Gives the lines more units. False: there are none. */
  private boolean decode(ByteBuffer input, boolean ending) {
    if (ended) {
      return false;
    }
    ByteBuffer units = decoder.decode(input, ending, lines.lineBegin(), lines.position());
    boolean any = units.hasRemaining();
    decoded += units.remaining();
    stage.offer(units);
    if (decoder.hasEnded()) {
      stage.endOfInput();
      ended = true;
    }
    return any || ended;
  }

  /** A peer may send any number of shifts and no character. */
  private void forgetEmptySequences() {
    if (decoder.emptyBytes() > MOST_EMPTY) {
      keptFrom = decoder.position();
      keptFromUnit = decoded;
    }
  }

  /** The units that the lines keep and have not read, of which the bytes are not kept. */
  private String unreadUnits() {
    long length = keptFromUnit - lines.position();
    byte[] units = length > 0 ? lines.takeUnread() : NO_BYTES;
    return new String(units, 0, (int) Math.max(0, length), StandardCharsets.UTF_16BE);
  }

  /**
   * The bytes received that the lines have not read, as far as they are kept.
   *
   * @param more how many behind the position of {@code input} are among them
   */
  private byte[] unreadBytes(ByteBuffer input, int more) {
    long taken = decoder.position() + decoder.pendingBytes();
    long from = Math.max(keptFrom, decoder.textOffset(lines.position()));
    int length = (int) (taken - from);
    int ofInput = Math.min(length, input.position() - inputFrom);
    byte[] bytes = new byte[length + more];
    System.arraycopy(unread, unread.length - length + ofInput, bytes, 0, length - ofInput);
    input.get(input.position() - ofInput, bytes, length - ofInput, ofInput + more);
    return bytes;
  }

  @Override
  public Optional<TextEncoding> resolvedEncoding() {
    return decoder.resolvedEncoding();
  }

  @Override
  public byte[] takeUndelivered() {
    beforeHandOver();
    byte[] rest = NO_BYTES;
    if (!isOver()) {
      ByteBuffer input = current();
      inputFrom = inputFrom < 0 ? input.position() : inputFrom;
      byte[] bytes = unreadBytes(input, input.remaining());
      byte[] text = encoded(lines.openText() + unreadUnits(), resolvedEncoding());
      rest = join(text, bytes, NOTHING);
    }
    close();
    return rest;
  }

  @Override
  protected void discard() {
    stage.close();
    unread = NO_BYTES;
  }

  /** The decoder is ahead of the lines, which decide what is ill-formed and may fail the stream. */
  @Override
  public long read() {
    boolean finished = ended && stage.isSpent() && !hasFailed();
    return finished ? decoder.position() : decoder.textOffset(lines.position());
  }

  @Override
  public long illFormedCount() {
    return lines.illFormed();
  }
}
