/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.codec.engine;

import io.utflow.codec.DecoderSpec;
import io.utflow.codec.encodings.Encoding;
import io.utflow.codec.form.EncodingForm;
import java.nio.ByteBuffer;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * The text of one input after the other, and where in the stream it stands: a place is remembered
 * with the bytes of its input, and becomes a byte offset only if somebody asks.
 */
public final class PlacedText {
  private static final byte[] NO_BYTES = {};

  private final DecoderSpec spec;
  private final Decoder decoder;

  /** What the input has become. */
  private String text = "";

  /** Where it begins, in chars of the stream. */
  private long charOffset;

  /** Where the bytes that became it begin, those that were pending before the input included. */
  private long byteOffset;

  /** Reads those bytes once more; null at the start of the stream. */
  private @Nullable EncodingForm form;

  private byte[] pending = NO_BYTES;

  /** The input, as long as it is the caller's no more. */
  private byte[] input = NO_BYTES;

  private int inputFrom;
  private int inputTo;

  private PlacedText(DecoderSpec spec) {
    this.spec = spec;
    this.decoder = new Decoder(spec);
  }

  /**
   * The text of a stream; null if the byte order is not known before its first bytes, or what has
   * been read decides what follows and cannot be copied.
   */
  public static @Nullable PlacedText of(DecoderSpec spec) {
    Encoding encoding = Encoding.of(spec.encoding());
    boolean placed = encoding.isFixed() && encoding.form().copy() != null;
    return placed ? new PlacedText(spec) : null;
  }

  /** Where a char stands in a stream. */
  public static final class Place {
    private final DecoderSpec spec;
    private final @Nullable EncodingForm form;
    private final byte[] bytes;
    private final long from;
    private final int chars;
    private final long charOffset;

    private Place(PlacedText text, int at) {
      this.spec = text.spec;
      this.form = text.form;
      this.bytes = text.bytes();
      this.from = text.byteOffset;
      this.chars = at;
      this.charOffset = text.charOffset + at;
    }

    /** In chars of the stream. */
    public long charOffset() {
      return charOffset;
    }

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
    form = byteOffset == spec.firstByte() ? null : decoder.formFromHere();
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
    return new Place(this, at);
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
