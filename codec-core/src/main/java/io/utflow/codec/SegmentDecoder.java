package io.utflow.codec;

import io.utflow.codec.form.EncodingForm;
import io.utflow.codec.kernel.Kernel;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * Decodes a stream for whoever finds delimiters in its bytes: segment by segment. A segment may be
 * closed: a code unit follows that continues no sequence, so what the segment leaves open is
 * ill-formed. Delimiters are skipped. One for each stream.
 */
public final class SegmentDecoder extends DecodingLoop {
  private final boolean mayLeaveOut;

  /** Where the units come from that this reads, if the stream was decoded before it was split. */
  private final @Nullable CodeUnitDecoder source;

  /**
   * @param mark what is decoded for an ill-formed sequence that is left out
   * @param conflicts whether a replacement could make a delimiter
   * @throws IllegalArgumentException if that of the spec could
   */
  public SegmentDecoder(DecoderSpec spec, char mark, Predicate<String> conflicts) {
    this(spec, null, mark, conflicts);
  }

  /** One that reads the units of {@code source}, and tells of the sequences that they stand for. */
  public SegmentDecoder(
      DecoderSpec spec, @Nullable CodeUnitDecoder source, char mark, Predicate<String> conflicts) {
    super(
        source == null ? spec : CodeUnitDecoder.ofUnits(spec),
        spec.rule().forSegments(String.valueOf(mark), conflicts));
    this.source = source;
    this.mayLeaveOut = spec.rule().mayLeaveOut();
  }

  /**
   * Whether the byte order mark is decided; until then all of {@code in} becomes pending. When it
   * is, bytes that waited for it and are text are still pending. What replaces a rejected mark goes
   * to {@code sink}.
   */
  public boolean start(ByteBuffer in, boolean endOfInput, SegmentSink sink) {
    Workspace w = Workspace.borrow();
    try {
      char[] window = w.charWindow();
      w.writeTo(window, 0, window.length);
      boolean started = start(in, endOfInput, w);
      sink.append(window, 0, w.cpos, mayLeaveOut);
      return started;
    } finally {
      w.giveBack();
    }
  }

  /** Decodes a segment, what is pending before it included. */
  public void decode(ByteBuffer in, boolean closed, boolean endOfInput, SegmentSink sink) {
    Workspace w = Workspace.borrow();
    try {
      decode(in, closed, endOfInput, sink, w);
    } finally {
      w.giveBack();
    }
  }

  private void decode(
      ByteBuffer in, boolean closed, boolean endOfInput, SegmentSink sink, Workspace w) {
    CoderStatus status;
    do {
      long before = illFormedCount();
      limit(w, sink);
      try {
        status = run(in, closed, endOfInput, w);
      } finally {
        sink.append(w.chars, 0, w.cpos, mayLeaveOut && illFormedCount() > before);
      }
    } while (status == CoderStatus.OVERFLOW);
  }

  /** Lets {@code w} write a window, and no replacement behind the bound of {@code sink}. */
  private static void limit(Workspace w, SegmentSink sink) {
    char[] window = w.charWindow();
    int bound = sink.charsToBound();
    // Room for a supplementary character, else there might be no progress.
    w.writeTo(window, 0, Math.min(window.length, Math.max(bound, 2)));
    w.illFormedBefore(bound);
  }

  /**
   * Decodes well-formed bytes of which the stream takes no notice. Nothing is pending.
   *
   * @return how many bytes were read, and in the lower half how many chars they became
   */
  public long decodeAhead(byte[] src, int from, int to, char[] chars) {
    return encoding().kernel().decode(src, from, to, chars, 0, chars.length);
  }

  /** Whether it was the policy that ended the stream, not what somebody threw. */
  public boolean hasReported() {
    return isReported();
  }

  /** Whether nothing is pending, so that the next byte begins a sequence. */
  public boolean isAtSequence() {
    return isBetweenCharacters();
  }

  /** Moves over bytes that are no text, or that the caller has read. Nothing is pending. */
  public void skip(ByteBuffer in, int bytes) {
    skipDecoded(in, bytes);
  }

  /** Whether the next byte, if it is ASCII, is that character and nothing else. */
  public boolean readsAscii() {
    return isAtAscii();
  }

  /** The encoding, known once the stream has started. */
  public TextEncoding encoding() {
    return knownEncoding();
  }

  /** The form of that encoding. */
  public EncodingForm form() {
    return encoding().form();
  }

  /** A text in that encoding, without a byte order mark. */
  public byte[] encoded(String text) {
    EncodingForm form = form();
    byte[] bytes = new byte[form.maxBytesPerChar() * text.length()];
    int end = 0;
    for (int i = 0; i < text.length(); i += Character.charCount(text.codePointAt(i))) {
      end = form.write(text.codePointAt(i), bytes, end);
    }
    return Arrays.copyOf(bytes, end);
  }

  @Override
  IllFormedSequence describe(
      Workspace w, int from, int length, IllFormedCause cause, long offset, boolean endOfInput) {
    return source == null
        ? super.describe(w, from, length, cause, offset, endOfInput)
        : source.original(illFormedCount());
  }

  @Override
  void convert(Workspace w, Kernel kernel) {
    long progress = kernel.decode(w.src, w.pos, w.end, w.chars, w.cpos, w.cend);
    w.pos += Kernel.read(progress);
    w.cpos += Kernel.written(progress);
  }

  @Override
  boolean accept(Workspace w, int scalar) {
    return acceptChar(w, scalar);
  }
}
