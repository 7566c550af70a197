/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.codec.stage;

import io.utflow.codec.DecoderSpec;
import io.utflow.codec.EncoderSpec;
import io.utflow.codec.TextEncoding;
import io.utflow.codec.filesplit.SplitRules;
import io.utflow.codec.split.LineMaker;
import io.utflow.codec.stage.coding.EncodeStage;
import io.utflow.codec.stage.coding.FileSplitStage;
import io.utflow.codec.stage.coding.PieceStage;
import io.utflow.codec.stage.coding.TranscodeStage;
import io.utflow.codec.stage.coding.ValidateStage;
import io.utflow.codec.stage.coding.WholeTextStage;
import io.utflow.codec.stage.frame.DrivenFrames;
import io.utflow.codec.stage.frame.FoundFrames;
import java.util.function.Function;
import java.util.function.LongFunction;

/**
 * Makes the stages of this library. Each is for one stream and one thread at a time; the specs they
 * are made from serve all streams.
 *
 * <pre>{@code
 * ByteStage<String> pieces = Stages.decode(DecoderSpec.of(UTF_8));
 * ByteStage<String> lines = Stages.lines(DecoderSpec.of(UTF_8), LineSpec.of(LineBreaks.ANY));
 * ByteStage<ByteBuffer> utf16 =
 *     Stages.transcode(DecoderSpec.of(UTF_8), EncoderSpec.of(UTF_16LE), OutputBuffers.onHeap());
 * }</pre>
 *
 * <p>Where a sequence is ill-formed and the spec says {@link
 * io.utflow.codec.MalformedPolicy#REPORT}, {@link Stage#poll} throws an {@link
 * io.utflow.codec.IllFormedTextException} after the well-formed text before it. Exceptions of an
 * observer, a handler or a listener are thrown unchanged.
 */
public final class Stages {
  private Stages() {}

  /**
   * {@return a stage that decodes bytes to pieces of text} They have at most {@link
   * DecoderSpec#pieceChars()} UTF-16 code units, no piece is empty or cut inside a surrogate pair.
   *
   * @param spec how the bytes are read
   */
  public static ByteStage<String> decode(DecoderSpec spec) {
    PieceStage stage = new PieceStage(spec);
    return Making.listened(stage, String::length, spec);
  }

  /**
   * {@return as {@link #decode(DecoderSpec)}, of the encoding given, with U+FFFD in the place of
   * ill-formed sequences}
   *
   * @param encoding of the bytes
   */
  public static ByteStage<String> decode(TextEncoding encoding) {
    return decode(DecoderSpec.of(encoding));
  }

  /**
   * {@return the same, in the encoding that is found out from the first bytes}
   *
   * @param detection how it is found out
   */
  public static ByteStage<String> decode(Detection detection) {
    return Making.detecting(detection, null, Stages::decode);
  }

  /**
   * {@return the lines of text in the encoding that is found out from the first bytes}
   *
   * @param detection how it is found out
   * @param lines what a line is
   */
  public static ByteStage<String> lines(Detection detection, LineSpec lines) {
    return Making.detectingLines(detection, lines, spec -> lines(spec, lines));
  }

  /**
   * {@return as {@link #lines(Detection, LineSpec)}, with the byte offsets of each line}
   *
   * @param detection how the encoding is found out
   * @param lines what a line is
   */
  public static ByteStage<LocatedLine> locatedLines(Detection detection, LineSpec lines) {
    return Making.detectingLines(detection, lines, spec -> locatedLines(spec, lines));
  }

  /**
   * {@return as {@link #text(DecoderSpec, int)}, in the encoding that is found out}
   *
   * @param detection how it is found out
   * @param maxChars the bound, in UTF-16 code units, at least 1
   */
  public static ByteStage<String> text(Detection detection, int maxChars) {
    return Making.detecting(detection, null, spec -> text(spec, maxChars));
  }

  /**
   * {@return as {@link #transcode(DecoderSpec, EncoderSpec, OutputBuffers)}, from the encoding that
   * is found out} What cannot be encoded is described in chars, as by {@link #encode}.
   *
   * @param <B> the type of output buffer
   * @param from how the encoding of the bytes is found out
   * @param to how they are written
   * @param buffers where output buffers come from
   */
  public static <B> ByteStage<B> transcode(
      Detection from, EncoderSpec to, OutputBuffers<B> buffers) {
    return decode(from).then(new EncodeStage<>(buffers, to));
  }

  /**
   * {@return the records of text in the encoding that is found out from the first bytes}
   *
   * @param detection how it is found out
   * @param records what a record is
   * @throws IllegalArgumentException if the fallback encoding cannot encode a delimiter, or if it
   *     is not self-synchronizing and the bytes of a delimiter may be part of another character;
   *     for records of a length
   */
  public static ByteStage<String> records(Detection detection, RecordSpec records) {
    return Making.records(detection, records, LineMaker.TEXT);
  }

  /**
   * {@return as {@link #records(Detection, RecordSpec)}, with the byte offsets of each record}
   *
   * @param detection how the encoding is found out
   * @param records what a record is
   * @throws IllegalArgumentException as {@link #records(Detection, RecordSpec)}
   */
  public static ByteStage<LocatedLine> locatedRecords(Detection detection, RecordSpec records) {
    return Making.records(detection, records, LocatedLine::new);
  }

  /**
   * {@return a stage that decodes bytes to one text} It goes out at the end, if it is not empty. If
   * the policy reports an ill-formed sequence, the text before it is the {@link
   * io.utflow.codec.IllFormedTextException#decodedPrefix()}.
   *
   * @param spec how the bytes are read
   * @param maxChars the bound, in UTF-16 code units, at least 1; as soon as the text passes the
   *     bound, the stage throws a {@link TooLongTextException}
   * @throws IllegalArgumentException if the bound is below 1
   */
  public static ByteStage<String> text(DecoderSpec spec, int maxChars) {
    if (maxChars < 1) {
      throw new IllegalArgumentException("maxChars " + maxChars + ": give at least 1 char");
    }
    return new WholeTextStage(spec, maxChars, Stages::decode);
  }

  /**
   * {@return as {@link #text(DecoderSpec, int)}, of the encoding given, with U+FFFD in the place of
   * ill-formed sequences}
   *
   * @param encoding of the bytes
   * @param maxChars the bound, in UTF-16 code units, at least 1
   */
  public static ByteStage<String> text(TextEncoding encoding, int maxChars) {
    return text(DecoderSpec.of(encoding), maxChars);
  }

  /**
   * {@return a stage that decodes bytes to lines} A line goes out with the input that has the last
   * byte of its terminator.
   *
   * @param spec how the bytes are read
   * @param lines the line breaks, the bound, and the treatment of longer lines
   */
  public static ByteStage<String> lines(DecoderSpec spec, LineSpec lines) {
    return Making.split(spec, lines.rule(), LineMaker.TEXT, false);
  }

  /**
   * {@return as {@link #lines(DecoderSpec, LineSpec)}, of the encoding given, with U+FFFD in the
   * place of ill-formed sequences}
   *
   * @param encoding of the bytes
   * @param lines what a line is
   */
  public static ByteStage<String> lines(TextEncoding encoding, LineSpec lines) {
    return lines(DecoderSpec.of(encoding), lines);
  }

  /**
   * {@return as {@link #lines(DecoderSpec, LineSpec)}, with the byte offsets of each line and the
   * position after it}
   *
   * @param spec how the bytes are read
   * @param lines what a line is
   */
  public static ByteStage<LocatedLine> locatedLines(DecoderSpec spec, LineSpec lines) {
    return Making.split(spec, lines.rule(), LocatedLine::new, false);
  }

  /**
   * {@return as {@link #locatedLines(DecoderSpec, LineSpec)}, of the encoding given, with U+FFFD in
   * the place of ill-formed sequences}
   *
   * @param encoding of the bytes
   * @param lines what a line is
   */
  public static ByteStage<LocatedLine> locatedLines(TextEncoding encoding, LineSpec lines) {
    return locatedLines(DecoderSpec.of(encoding), lines);
  }

  /**
   * {@return the lines of a stream from a position on that a {@link LocatedLine} has told}
   *
   * @param spec as at the start of the stream, with a byte order of its own
   * @param lines what a line is
   * @param from where the bytes begin that will be offered
   * @throws IllegalStateException if the encoding of {@code spec} has no byte order of its own, or
   *     has state
   */
  public static ByteStage<LocatedLine> locatedLines(
      DecoderSpec spec, LineSpec lines, LinePosition from) {
    return Making.split(
        spec.startingAt(from.byteOffset()),
        lines.rule(),
        LocatedLine::new,
        from.behindCarriageReturn());
  }

  /**
   * {@return as {@link #records(DecoderSpec, RecordSpec)}, with the byte offsets of each record}
   *
   * @param spec how the bytes are read
   * @param records what a record is
   * @throws IllegalArgumentException as {@link #records(DecoderSpec, RecordSpec)}
   */
  public static ByteStage<LocatedLine> locatedRecords(DecoderSpec spec, RecordSpec records) {
    return Making.records(spec, records, LocatedLine::new);
  }

  /**
   * {@return as {@link #locatedRecords(DecoderSpec, RecordSpec)}, of the encoding given, with
   * U+FFFD in the place of ill-formed sequences}
   *
   * @param encoding of the bytes
   * @param records what a record is
   */
  public static ByteStage<LocatedLine> locatedRecords(TextEncoding encoding, RecordSpec records) {
    return locatedRecords(DecoderSpec.of(encoding), records);
  }

  /**
   * {@return a stage that decodes bytes to records} A record goes out as soon as its delimiter is
   * known to have ended.
   *
   * @param spec how the bytes are read
   * @param records the delimiters and the bound
   * @throws IllegalArgumentException if the encoding can neither write nor read a delimiter; or if
   *     a delimiter begins in WTF-8 with the byte that surrogates begin with
   */
  public static ByteStage<String> records(DecoderSpec spec, RecordSpec records) {
    return Making.records(spec, records, LineMaker.TEXT);
  }

  /**
   * {@return as {@link #records(DecoderSpec, RecordSpec)}, of the encoding given, with U+FFFD in
   * the place of ill-formed sequences}
   *
   * @param encoding of the bytes
   * @param records what a record is
   */
  public static ByteStage<String> records(TextEncoding encoding, RecordSpec records) {
    return records(DecoderSpec.of(encoding), records);
  }

  /**
   * {@return the records of text of the encoding given that end with one of these delimiters, with
   * U+FFFD in the place of ill-formed sequences}
   *
   * @param encoding of the bytes
   * @param delimiters well-formed texts, none empty
   */
  public static ByteStage<String> records(TextEncoding encoding, String... delimiters) {
    return records(DecoderSpec.of(encoding), RecordSpec.delimitedBy(delimiters));
  }

  /**
   * {@return the lines of one split of a file: those of which the first byte lies in {@code
   * [beginByte, endByte)}} Splits that cover the file yield its lines, each once, whatever becomes
   * of ill-formed text. If a line fails, only the split in which it begins fails. Each split has
   * the budget of the policy for itself.
   *
   * <p>The file may be in an encoding that is self-synchronizing, as UTF-8, UTF-16BE and UTF-32LE,
   * or in one in whose bytes each terminator stands alone, as LF and CR do in single bytes,
   * Shift_JIS, GB18030 and the EUCs.
   *
   * @param spec how the file is read from its start, with a byte order of its own: {@link TextHead}
   *     has it. A byte order mark is looked for by the split that begins at 0; later U+FEFF is text
   * @param lines what a line is
   * @param beginByte a byte offset in the file, 0 or more; it need not be a boundary of anything
   * @param endByte the byte offset after the split, not below {@code beginByte}; {@link
   *     Long#MAX_VALUE} for the rest of the file
   * @throws IllegalStateException if the encoding of {@code spec} has no byte order of its own, or
   *     has state
   * @throws IllegalArgumentException if lines cannot be told from the middle of the file; the
   *     message says why, and what to do
   */
  public static FileSplit<LocatedLine> splitLines(
      DecoderSpec spec, LineSpec lines, long beginByte, long endByte) {
    return Making.fileSplit(spec, lines.rule(), beginByte, endByte);
  }

  /**
   * {@return as {@link #splitLines}, the records of one split of a file}
   *
   * @param spec how the file is read from its start
   * @param records what a record is. The end of a delimiter must not be the beginning of that
   *     delimiter or of another: in the middle of {@code |||||} it is not known which two
   *     characters are a {@code ||}. A delimiter may end with another whole delimiter, as CR LF
   *     ends with LF
   * @param beginByte a byte offset in the file, 0 or more
   * @param endByte the byte offset after the split, not below {@code beginByte}
   * @throws IllegalStateException as {@link #splitLines}
   * @throws IllegalArgumentException as {@link #splitLines} and {@link #records(DecoderSpec,
   *     RecordSpec)}
   */
  public static FileSplit<LocatedLine> splitRecords(
      DecoderSpec spec, RecordSpec records, long beginByte, long endByte) {
    return Making.recordSplit(spec, records, beginByte, endByte);
  }

  /**
   * {@return the characters of one split of a file} They are read by a stage that decodes,
   * transcodes or validates. The outputs of the stages of splits that cover the file, joined in
   * order, are those of one stage for all of it; each ill-formed sequence is met once. In an
   * encoding that is self-synchronizing a split begins after the first well-formed sequence that
   * ends at {@code beginByte} or later; in other encodings that {@link #splitLines} can read, a
   * split begins after the first LF that ends at {@code beginByte} or later.
   *
   * <pre>{@code
   * FileSplit<String> text = Stages.split(spec, begin, end, Stages::decode);
   * }</pre>
   *
   * @param <O> what comes out
   * @param spec how the file is read from its start, with a byte order of its own
   * @param beginByte a byte offset in the file, 0 or more
   * @param endByte the byte offset after the split, not below {@code beginByte}
   * @param stage makes the stage that reads the split. It is called when the beginning of the split
   *     is found: during this call for a split at 0, otherwise during a {@code poll}, which then
   *     throws the function's exceptions. It gets {@code spec} for the split at 0, and for others
   *     one that {@linkplain DecoderSpec#startingAt starts} in the middle
   * @throws IllegalStateException as {@link #splitLines}
   * @throws IllegalArgumentException if LF cannot be told from parts of other characters
   */
  public static <O> FileSplit<O> split(
      DecoderSpec spec, long beginByte, long endByte, Function<DecoderSpec, ByteStage<O>> stage) {
    return new FileSplitStage<>(
        spec.encoding(),
        SplitRules.characters(spec),
        beginByte,
        endByte,
        from -> stage.apply(from == 0 ? spec : spec.startingAt(from)));
  }

  /**
   * {@return whether {@link #splitLines} reads splits of such a file} Not if the encoding has state
   * or no byte order of its own, or if lines cannot be told from the middle of the file: read that
   * by {@link #locatedLines(DecoderSpec, LineSpec)} from its start.
   *
   * @param spec how the file is read from its start
   * @param lines what a line is
   */
  public static boolean canSplit(DecoderSpec spec, LineSpec lines) {
    return SplitRules.canSplit(spec, lines.rule().delimiters());
  }

  /**
   * {@return as {@link #canSplit(DecoderSpec, LineSpec)}, for {@link #splitRecords}; not for
   * records of a number of chars}
   *
   * @param spec how the file is read from its start
   * @param records what a record is
   */
  public static boolean canSplit(DecoderSpec spec, RecordSpec records) {
    return Making.canSplit(spec, records);
  }

  /**
   * {@return whether {@link #split} reads the characters of splits of such a file} Not if the
   * encoding has state or no byte order of its own, or if LF cannot be told from parts of other
   * characters.
   *
   * @param spec how the file is read from its start
   */
  public static boolean canSplit(DecoderSpec spec) {
    return SplitRules.canSplit(spec);
  }

  /**
   * {@return a stage that encodes text} Its buffers have at most {@link EncoderSpec#pieceBytes()}
   * bytes, no buffer is empty, each ends between two characters. A high surrogate at the end of an
   * input waits for the next.
   *
   * @param <B> the type of output buffer
   * @param spec how the text is written
   * @param buffers where output buffers come from
   */
  public static <B> TextStage<CharSequence, B> encode(EncoderSpec spec, OutputBuffers<B> buffers) {
    EncodeStage<B> stage = new EncodeStage<>(buffers, spec);
    spec.listener().ifPresent(told -> stage.tell(told, spec.encoding(), out -> stage.lastLength()));
    return stage;
  }

  /**
   * {@return a stage that transcodes bytes, to buffers as those of {@link #encode}}
   *
   * @param <B> the type of output buffer
   * @param from how the bytes are read
   * @param to how they are written
   * @param buffers where output buffers come from
   */
  public static <B> ByteStage<B> transcode(
      DecoderSpec from, EncoderSpec to, OutputBuffers<B> buffers) {
    TranscodeStage<B> stage = new TranscodeStage<>(from, buffers, to);
    return Making.listened(stage, output -> stage.lastLength(), from);
  }

  /**
   * {@return a stage that validates bytes without decoding them} For each input that is not empty,
   * it yields the number of its bytes that may pass. A complete sequence is judged with its input.
   * A sequence that the end of an input cuts is judged with the next input, or as truncated at the
   * end of the stream; its first bytes have passed by then. If an input shows the first ill-formed
   * sequence, the bytes before that sequence pass; then {@code poll} throws an {@link
   * io.utflow.codec.IllFormedTextException}, or the exception of the observer. The policy of the
   * spec is not used.
   *
   * @param spec how the bytes are read
   */
  public static ByteStage<Integer> validate(DecoderSpec spec) {
    ValidateStage stage = new ValidateStage(spec);
    return Making.listened(stage, Integer::intValue, spec);
  }

  /**
   * {@return a stage that reads frames of which a handler says where they begin and end}
   *
   * @param <O> what the readers of frames yield
   * @param <R> what comes out
   * @param result what becomes of a frame
   * @param maxBytes the bound of a frame, at least 1; what fits it is read, then the frame fails
   * @throws IllegalArgumentException if the bound is below 1
   */
  public static <O, R> FrameStage<O, R> frames(
      FrameResult<? super O, ? extends R> result, long maxBytes) {
    return new DrivenFrames<>(result, maxBytes);
  }

  /**
   * {@return a stage that reads the frames that a finder finds in a stream} Each is read by a stage
   * of its own as its bytes arrive.
   *
   * <pre>{@code
   * Stages.frames(
   *     FrameFinder.mllp(), at -> Stages.lines(spec.countingFrom(at), lines), result, 1 << 20);
   * }</pre>
   *
   * @param <O> what the readers of frames yield
   * @param <R> what comes out
   * @param finder for this stream only
   * @param readers makes the reader of a frame. It gets the byte offset in the stream at which the
   *     content begins. It is called when the finder begins the frame or, if the finder does not
   *     say so, when the content begins or the frame ends without content. Its exceptions end the
   *     stream
   * @param result what becomes of a frame
   * @param maxBytes the bound of a frame, at least 1; what fits it is read, then the frame fails.
   *     One that is announced longer fails before its content
   * @throws IllegalArgumentException if the bound is below 1
   */
  public static <O, R> FramedStage<R> frames(
      FrameFinder<? super O> finder,
      LongFunction<? extends ByteStage<O>> readers,
      FrameResult<? super O, ? extends R> result,
      long maxBytes) {
    return FoundFrames.read(finder, readers, result, maxBytes);
  }

  /**
   * {@return a stage that makes one element of all bytes of each frame that a finder finds}
   *
   * @param <R> what comes out
   * @param finder for this stream only
   * @param frame makes the element, and says what becomes of a frame that fails
   * @param maxBytes the bound of a frame, at least 1; so many are kept at most
   * @param onTooLong what becomes of a longer one: it fails as soon as it passes the bound, or is
   *     announced, or it is cut at the bound and read where it ends, or left out without a report
   * @throws IllegalArgumentException if the bound is below 1
   */
  public static <R> FramedStage<R> wholeFrames(
      FrameFinder<? super R> finder, WholeFrame<R> frame, int maxBytes, TooLongPolicy onTooLong) {
    return FoundFrames.whole(finder, frame, maxBytes, onTooLong);
  }
}
