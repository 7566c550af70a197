/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.codec.stage.coding;

import io.utflow.codec.BomPolicy;
import io.utflow.codec.DecoderSpec;
import io.utflow.codec.IllFormedTextException;
import io.utflow.codec.TextEncoding;
import io.utflow.codec.encodings.Encoding;
import io.utflow.codec.engine.Decoder;
import io.utflow.codec.illformed.Failures;
import io.utflow.codec.illformed.IllFormedPolicy;
import io.utflow.codec.pool.ForgetsInput;
import io.utflow.codec.stage.ByteStage;
import io.utflow.codec.stage.TooLongTextException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * A stage from bytes to the whole text. If nothing can be reported or thrown before the end or the
 * bound, the bytes are gathered and decoded at the end, which costs less than decoding in pieces:
 * 64 KiB of ASCII in direct buffers of 1460 bytes are decoded in pieces at 0.8 of the speed of
 * Spring's {@code decodeToMono}. Bytes for which there is no room are decoded in pieces, each as
 * long as the gathered bytes.
 *
 * <p>It is given bytes, cut anywhere. It guarantees one text or none, a failure as soon as the text
 * passes its bound, and that the text before a reported ill-formed sequence travels with the
 * exception. It leaves decoding in pieces to a stage, which a given function makes.
 */
public final class WholeTextStage extends AbstractStage<ByteBuffer, String>
    implements ByteStage<String>, ForgetsInput {
  /** Pieces are joined up to here, so that many short ones take no more memory than a few long. */
  private static final int SHORT = 512;

  private final DecoderSpec spec;
  private final int maxChars;

  /** Makes the stage that decodes in pieces. */
  private final Function<DecoderSpec, ByteStage<String>> inPieces;

  /** Up to this number of bytes cannot become more chars than the bound. */
  private final int mostBytes;

  private @Nullable GatheredBytes gathered;
  private long received;

  /** Whether the text cannot pass its bound yet, and is read in one way. */
  private boolean gathers;

  /** Decodes the bytes that are not decoded at once at the end. */
  private @Nullable ByteStage<String> decoding;

  private final List<String> pieces = new ArrayList<>();
  private long length;

  /**
   * @param inPieces makes the stage that decodes in pieces
   */
  public WholeTextStage(
      DecoderSpec spec, int maxChars, Function<DecoderSpec, ByteStage<String>> inPieces) {
    super(NOTHING);
    this.spec = spec;
    this.maxChars = maxChars;
    this.inPieces = inPieces;
    // In an encoding with state a byte may be a surrogate pair, as in SCSU and BOCU-1.
    this.mostBytes = Encoding.of(spec.encoding()).hasState() ? maxChars / 2 : maxChars;
    this.gathers = isPlain(spec);
    this.decoding = gathers ? null : inPieces.apply(spec);
  }

  /** Whether it makes no difference when bytes are decoded, and the encoding is known. */
  private static boolean isPlain(DecoderSpec spec) {
    return Encoding.of(spec.encoding()).isFixed()
        && spec.bom() == BomPolicy.PER_ENCODING
        && IllFormedPolicy.isUnseen(spec);
  }

  @Override
  protected @Nullable String next(ByteBuffer input, boolean ending) {
    ByteBuffer more = takeInput();
    if (more != null && !gather(more)) {
      decoding().offer(more);
    }
    if (ending) {
      return end();
    }
    takePieces();
    return null;
  }

  /** False: there is no room for so much, or nothing is gathered any more. */
  private boolean gather(ByteBuffer input) {
    int count = input.remaining();
    received += count;
    gathers &= received <= mostBytes;
    if (!gathers) {
      return false;
    }
    GatheredBytes bytes = gathered == null ? GatheredBytes.borrow(count) : gathered;
    bytes = bytes.hasRoomFor(input) ? bytes : bytes.enlarged(count);
    gathered = bytes;
    return bytes.take(input);
  }

  /** The stage that decodes in pieces, which has read all that was gathered. */
  private ByteStage<String> decoding() {
    ByteStage<String> stage = decoding == null ? inPieces.apply(spec) : decoding;
    decoding = stage;
    if (gathered != null && gathered.count() > 0) {
      stage.offer(gathered.takeAll());
      takePieces();
    }
    if (!gathers) {
      forgetGathered();
    }
    return stage;
  }

  private void takePieces() {
    // An observer may close this stage.
    String piece = "";
    while (decoding != null && piece != null && !isOver()) {
      keep(piece, decoding);
      piece = poll(decoding);
    }
  }

  private @Nullable String poll(ByteStage<String> stage) {
    try {
      return stage.poll();
    } catch (IllFormedTextException e) {
      // A part of the text must not pass for the whole: it travels with the exception.
      boolean reported = stage instanceof PieceStage pieceStage && pieceStage.hasReported();
      throw reported ? Failures.withDecodedPrefix(e, takeText()) : e;
    }
  }

  private void keep(String piece, ByteStage<String> from) {
    length += piece.length();
    if (length > maxChars) {
      pieces.clear();
      // After a failure the input is no longer ours to read.
      from.close();
      throw new TooLongTextException(maxChars);
    }
    int last = pieces.size() - 1;
    if (last >= 0 && pieces.get(last).length() + piece.length() <= SHORT) {
      pieces.set(last, pieces.get(last).concat(piece));
    } else if (!piece.isEmpty()) {
      pieces.add(piece);
    }
  }

  private @Nullable String end() {
    String text = "";
    if (decoding != null) {
      decoding().endOfInput();
      takePieces();
      text = takeText();
    } else if (gathered != null) {
      text = Decoder.quiet(new Decoder(spec)).decode(gathered.takeAll(), true);
    }
    forgetGathered();
    return text.isEmpty() ? null : text;
  }

  private String takeText() {
    String text = pieces.size() == 1 ? pieces.get(0) : String.join("", pieces);
    pieces.clear();
    return text;
  }

  @Override
  public Optional<TextEncoding> resolvedEncoding() {
    return decoding == null ? Optional.of(spec.encoding()) : decoding.resolvedEncoding();
  }

  @Override
  public void switchTo(DecoderSpec next) {
    requireOpen();
    gathers = false;
    decoding().switchTo(next);
  }

  @Override
  public byte[] takeUndelivered() {
    beforeHandOver();
    ByteStage<String> stage = decoding();
    ByteBuffer unread = takeInput();
    if (unread != null) {
      stage.offer(unread);
    }
    byte[] text = encoded(takeText(), resolvedEncoding());
    byte[] rest = join(text, stage.takeUndelivered(), NOTHING);
    close();
    return rest;
  }

  @Override
  protected void discard() {
    forgetGathered();
    // The text before a failure is still handed over.
    if (!hasFailed()) {
      pieces.clear();
      if (decoding != null) {
        decoding.close();
      }
    }
  }

  private void forgetGathered() {
    GatheredBytes bytes = gathered;
    gathered = null;
    if (bytes != null) {
      bytes.giveBack();
    }
  }
}
