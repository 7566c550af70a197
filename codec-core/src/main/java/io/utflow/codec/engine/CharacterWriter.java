/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.codec.engine;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import io.utflow.codec.EncoderSpec;
import io.utflow.codec.IllFormedSequence;
import io.utflow.codec.encodings.Encoding;
import io.utflow.codec.form.EncodingForm;
import io.utflow.codec.kernel.Kernel;
import java.nio.ByteBuffer;
import java.util.function.Supplier;

/**
 * Writes well-formed text as bytes to the position in a workspace, the byte order mark of the
 * stream first.
 *
 * <p>It is given characters that the encoding can encode, and is asked for the replacement of
 * others. It guarantees that a character is written whole or not at all, and nothing beyond the
 * room. It leaves ill-formed text to the coder whose writer it is.
 */
sealed class CharacterWriter permits PartialWriter {
  private static final int BYTE_ORDER_MARK = 0xFEFF;

  /** {@link #writeLatin1} takes texts of up to two to this power chars; longer ones a kernel. */
  private static final int LATIN1_BITS = 8;

  /** The number of texts that are not tried after one that was not Latin-1. */
  private static final byte LATIN1_PAUSE = 3;

  /** The number of bytes that kernels may write after their result. */
  private static final int SPARE_ROOM = 16;

  private final Encoding encoding;
  private final boolean writesMark;
  private EncodingForm form;
  private boolean markDue;

  /** The number of texts that {@link #writeLatin1} will still not try. */
  private byte latin1Pause;

  CharacterWriter(EncoderSpec spec) {
    this.encoding = Encoding.of(spec.encoding());
    this.form = encoding.form().forStream();
    this.writesMark = writesMark(spec);
    this.markDue = writesMark;
  }

  /** The writer of a stream. */
  static CharacterWriter of(EncoderSpec spec) {
    EncodingForm form = Encoding.of(spec.encoding()).form();
    return form.canEncodeAll() && !form.hasStateOfWriting()
        ? new CharacterWriter(spec)
        : new PartialWriter(spec);
  }

  private static boolean writesMark(EncoderSpec spec) {
    return switch (spec.bom()) {
      case PER_ENCODING -> Encoding.of(spec.encoding()).writesMark();
      case NEVER -> false;
      case ALWAYS -> true;
    };
  }

  void reset() {
    markDue = writesMark;
    form = encoding.form().forStream();
  }

  /** The form that text is written by: one for each stream, because it may have state. */
  EncodingForm form() {
    return form;
  }

  Kernel kernel() {
    return encoding.kernel();
  }

  // Characters that the encoding cannot encode: see PartialWriter.

  /** Whether the encoding can encode a character; only such are written. */
  final boolean canEncode(int scalar) {
    return form.canEncode(scalar);
  }

  /**
   * The replacement for a character that the encoding cannot encode. The observer is called first
   * with the sequence that {@code describe} makes, unless no observer needs it.
   */
  String replacementOf(CodingState stream, int scalar, Supplier<IllFormedSequence> describe) {
    throw new IllegalStateException("every character can be encoded");
  }

  /** The number of characters that could not be encoded. */
  long unmappableCount() {
    return 0;
  }

  /** Whether a text has a character that cannot be encoded and that the policy reports. */
  boolean reports(String text) {
    return false;
  }

  /** The replacement of ill-formed text in a form that this encoding can write. */
  String writable(String text) {
    return text;
  }

  // The bytes.

  /** Whether a mark goes before the next character. */
  boolean isMarkDue() {
    return markDue;
  }

  /** Writes one character whole, or answers false if there is no room for it. */
  boolean write(Workspace w, int scalar) {
    if (markDue && !put(w, BYTE_ORDER_MARK)) {
      return false;
    }
    markDue = false;
    return put(w, scalar);
  }

  private boolean put(Workspace w, int scalar) {
    int room = w.bend - w.bpos;
    if (room < EncodingForm.MOST_WRITTEN && room < form.encodedLength(scalar)) {
      return false;
    }
    w.bpos = form.write(scalar, w.bytes, w.bpos);
    return true;
  }

  /** Writes the bytes that end the stream in its present state, or returns false: no room. */
  final boolean end(Workspace w) {
    if (w.bend - w.bpos < form.endLength()) {
      return false;
    }
    w.bpos = form.writeEnd(w.bytes, w.bpos);
    return true;
  }

  /** Writes some well-formed prefix of {@code [from, to)}, and answers its length in chars. */
  int writePrefix(Workspace w, char[] chars, int from, int to) {
    long progress = kernel().encode(chars, from, to, w.bytes, w.bpos, w.bend);
    w.bpos += Kernel.written(progress);
    return Kernel.read(progress);
  }

  /**
   * Writes all of a short {@code String} whose characters are below U+0100 as UTF-8, without a
   * workspace; or answers false and has written nothing that counts.
   */
  boolean writeLatin1(CharSequence in, ByteBuffer out) {
    if (!form.hasBytesOfUtf8()
        || markDue
        || !(in instanceof String text)
        || text.length() - 1 >>> LATIN1_BITS != 0
        || text.charAt(0) >= 0x100
        || !out.hasArray()
        || out.remaining() - SPARE_ROOM < 2 * text.length()) {
      return false;
    }
    if (latin1Pause > 0) {
      latin1Pause--;
      return false;
    }
    int from = out.arrayOffset() + out.position();
    int written = latin1(text, out.array(), from, from + out.remaining());
    latin1Pause = written == 0 ? LATIN1_PAUSE : 0;
    out.position(out.position() + written);
    return written != 0;
  }

  /**
   * The number of bytes written, or 0 if not all of the text could be written. If all chars are
   * below U+0100, which their bytes in ISO-8859-1 then prove, the JDK stores the text as these
   * bytes, and copies and compares them faster than chars can be read.
   */
  private int latin1(String text, byte[] dst, int from, int end) {
    byte[] bytes = text.getBytes(ISO_8859_1);
    if (!text.equals(new String(bytes, ISO_8859_1))) {
      return 0;
    }
    long progress = kernel().encodeLatin1(bytes, 0, bytes.length, dst, from, end);
    return Kernel.read(progress) == bytes.length ? Kernel.written(progress) : 0;
  }

  /** As many chars as certainly fit. */
  int roomInChars(Workspace w) {
    return (w.bend - w.bpos) / form.maxBytesPerChar();
  }

  /** Writes all of {@code [from, to)}, which is well-formed and for which there is room. */
  void writeAll(Workspace w, char[] chars, int from, int to) {
    long progress = kernel().encodeWellFormed(chars, from, to, w.bytes, w.bpos, w.bend);
    w.bpos += Kernel.written(progress);
    int next = from + Kernel.read(progress);
    byte[] bytes = w.bytes;
    int pos = w.bpos;
    while (next < to) {
      int scalar = Character.codePointAt(chars, next, to);
      pos = form.write(scalar, bytes, pos);
      next += Character.charCount(scalar);
    }
    w.bpos = pos;
  }
}
