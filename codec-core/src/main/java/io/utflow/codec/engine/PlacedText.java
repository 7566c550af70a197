/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.codec.engine;

import io.utflow.codec.DecoderSpec;
import io.utflow.codec.encodings.Encoding;
import io.utflow.codec.form.EncodingForm;
import java.nio.ByteBuffer;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * Decodes one input after the other and remembers places in the text. A {@link Place} keeps the
 * bytes of its input, from which its byte offset is computed only if somebody asks.
 */
public final class PlacedText {
  private static final byte[] NO_BYTES = {};

  private final DecoderSpec spec;
  private final Decoder decoder;

  /** The text of the last input. */
  private String text = "";

  /** Where it begins, in chars of the stream. */
  private long charOffset;

  /** Where the bytes that became it begin, those that were pending before the input included. */
  private long byteOffset;

  /** Reads those bytes once more; null at the start of the stream. */
  private @Nullable EncodingForm form;

  private byte[] pending = NO_BYTES;

  /** The array of the last input, until {@link #release}. */
  private byte[] input = NO_BYTES;

  private int inputFrom;
  private int inputTo;

  private PlacedText(DecoderSpec spec) {
    this.spec = spec;
    this.decoder = new Decoder(spec);
  }

  /**
   * Reads a stream of a legacy charset. Null for the encodings of Unicode, whose lines are found
   * faster in the bytes, and if the form has a state that cannot be copied.
   */
  public static @Nullable PlacedText of(DecoderSpec spec) {
    Encoding encoding = Encoding.of(spec.encoding());
    EncodingForm form = encoding.form();
    boolean unicode = form.canEncodeAll() && form.isSelfSynchronizing();
    boolean placed = !unicode && encoding.isFixed() && form.copy() != null;
    return placed ? new PlacedText(spec) : null;
  }

  /**
   * The position of a char in a stream.
   *
   * @param form reads {@code bytes}; null at the start of the stream
   * @param bytes the input that the char is of
   * @param from where they begin, in bytes of the stream
   * @param chars how many chars of the input are before it
   * @param charOffset where it stands, in chars of the stream
   */
  @SuppressWarnings("ArrayRecordComponent") // Places are not compared.
  public record Place(
      DecoderSpec spec,
      @Nullable EncodingForm form,
      byte[] bytes,
      long from,
      int chars,
      long charOffset) {
    /** In bytes of the stream, directly behind the char before. To be asked for once. */
    public long byteOffset() {
      return form == null ? fromStart() : from + Decoder.bytesOf(chars, form, bytes);
    }

    /** Decodes byte by byte, as there may be a byte order mark. */
    private long fromStart() {
      Decoder again = new Decoder(spec);
      int decoded = 0;
      for (int i = 0; decoded < chars; i++) {
        decoded += again.decode(ByteBuffer.wrap(bytes, i, 1), false).length();
      }
      return again.position();
    }
  }

  /** Decodes an input, which has an array. It may be changed after {@link #release}. */
  public void decode(ByteBuffer in, boolean endOfInput) {
    charOffset += text.length();
    byteOffset = decoder.position();
    form = byteOffset == spec.firstByte() ? null : decoder.streamForm().copy();
    input = in.array();
    inputFrom = in.arrayOffset() + in.position();
    inputTo = inputFrom + in.remaining();
    text = decoder.decode(in, endOfInput);
  }

  /** What the last input has become. */
  public String text() {
    return text;
  }

  /** Whether the stream begins with it, and perhaps with a shift or a mark that is no char. */
  public boolean isFirst() {
    return form == null;
  }

  /** Where a char of the text, or the end of it, stands; before {@link #release}. */
  public Place place(int at) {
    return new Place(spec, form, bytes(), byteOffset, at, charOffset + at);
  }

  /** Lets go of the input. */
  public void release() {
    int count = decoder.pendingBytes();
    if (count > 0 || pending.length > 0) {
      byte[] bytes = bytes();
      pending = Arrays.copyOfRange(bytes, bytes.length - count, bytes.length);
    }
    input = NO_BYTES;
    inputFrom = 0;
    inputTo = 0;
  }

  private byte[] bytes() {
    byte[] bytes = Arrays.copyOf(pending, pending.length + inputTo - inputFrom);
    System.arraycopy(input, inputFrom, bytes, pending.length, inputTo - inputFrom);
    return bytes;
  }
}
