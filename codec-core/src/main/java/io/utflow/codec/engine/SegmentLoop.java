/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.codec.engine;

import io.utflow.codec.CoderStatus;
import io.utflow.codec.DecoderSpec;
import io.utflow.codec.IllFormedCause;
import io.utflow.codec.IllFormedSequence;
import io.utflow.codec.encodings.Encoding;
import io.utflow.codec.form.EncodingForm;
import io.utflow.codec.illformed.MalformedRule;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/** The loop that decodes segments to chars. */
final class SegmentLoop extends CharsLoop implements SegmentDecoder {
  private final boolean mayLeaveOut;

  /** Where the units come from that this reads, if the stream was decoded before it was split. */
  private final @Nullable CodeUnitLoop source;

  /**
   * @param mark what is decoded for an ill-formed sequence that is left out
   * @param conflicts whether a replacement could make a delimiter
   * @throws IllegalArgumentException if that of the spec could
   */
  SegmentLoop(
      DecoderSpec spec, @Nullable CodeUnits source, char mark, Predicate<String> conflicts) {
    super(
        source == null ? spec : CodeUnitLoop.ofUnits(spec),
        MalformedRule.of(spec.onMalformed()).forSegments(String.valueOf(mark), conflicts),
        true);
    this.source = (CodeUnitLoop) source;
    this.mayLeaveOut = MalformedRule.of(spec.onMalformed()).mayLeaveOut();
    if (mayLeaveOut && Encoding.of(spec.encoding()).form().hasSurrogates()) {
      throw new IllegalArgumentException(
          "lines of "
              + spec.encoding()
              + " may hold unpaired surrogates, which mark where sequences were left out: replace"
              + " ill-formed sequences by a text (REPLACE, replaceWith) or report them (REPORT)");
    }
  }

  @Override
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

  /**
   * Decides the byte order mark, and reads it unless it is text. False: more bytes must tell, and
   * those of {@code in} are pending. True: what was pending for it, and is text, still is.
   */
  private boolean start(ByteBuffer in, boolean endOfInput, Workspace w) {
    if (isAtStart()) {
      try {
        resolveStart(in, endOfInput, w);
      } catch (Throwable e) {
        fail(e);
        throw e;
      }
    }
    return !isAtStart();
  }

  @Override
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

  @Override
  public long decodeAhead(byte[] src, int from, int to, char[] chars) {
    return encoding().kernel().decode(src, from, to, chars, 0, chars.length);
  }

  @Override
  public boolean isAtSequence() {
    return isBetweenCharacters();
  }

  @Override
  public void skip(ByteBuffer in, int bytes) {
    skipDecoded(in, bytes);
  }

  @Override
  public boolean readsAscii() {
    return isAtAscii();
  }

  @Override
  public Encoding encoding() {
    return knownEncoding();
  }

  @Override
  public EncodingForm form() {
    return encoding().form();
  }

  @Override
  public byte[] encoded(String text) {
    EncodingForm form = form();
    byte[] bytes = new byte[form.maxBytesPerChar() * text.length()];
    int end = 0;
    for (int i = 0; i < text.length(); i += Character.charCount(text.codePointAt(i))) {
      int character = text.codePointAt(i);
      if (!form.canEncode(character)) {
        return new byte[0];
      }
      end = form.write(character, bytes, end);
    }
    return Arrays.copyOf(bytes, end);
  }

  /** Where the stream was decoded before it was split, an observer is told one by one. */
  @Override
  boolean takeRun(Workspace w, EncodingForm form, long base, int characters) {
    return (source == null || observer() == null) && super.takeRun(w, form, base, characters);
  }

  @Override
  IllFormedSequence describe(
      Workspace w, int from, int length, IllFormedCause cause, long offset, boolean endOfInput) {
    return source == null
        ? super.describe(w, from, length, cause, offset, endOfInput)
        : source.original(illFormedCount());
  }
}
