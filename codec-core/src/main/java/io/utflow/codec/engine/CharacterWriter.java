/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.codec.engine;

import io.utflow.codec.EncoderSpec;
import io.utflow.codec.form.EncodingForm;
import io.utflow.codec.form.Utf16Form;
import io.utflow.codec.form.Utf8Form;
import io.utflow.codec.kernel.Kernel;

/**
 * Writes well-formed text as bytes where a workspace says, the byte order mark of the stream first.
 */
sealed class CharacterWriter permits PartialWriter {
  private static final int BYTE_ORDER_MARK = 0xFEFF;

  private final Encoding encoding;
  private final boolean writesMark;
  private EncodingForm form;
  private boolean markDue;

  CharacterWriter(EncoderSpec spec) {
    this.encoding = Encoding.of(spec.encoding());
    this.form = form(encoding);
    this.writesMark = writesMark(spec);
    this.markDue = writesMark;
  }

  /** The writer of a stream. */
  static CharacterWriter of(EncoderSpec spec) {
    EncodingForm form = Encoding.of(spec.encoding()).form();
    return form.mapsAll() && !form.hasStateOfWriting()
        ? new CharacterWriter(spec)
        : new PartialWriter(spec);
  }

  private static boolean writesMark(EncoderSpec spec) {
    return switch (spec.bom()) {
      case PER_ENCODING -> !Encoding.of(spec.encoding()).isFixed();
      case NEVER -> false;
      case ALWAYS -> true;
    };
  }

  void reset() {
    markDue = writesMark;
    form = form(encoding);
  }

  /** The form that text is written by. */
  EncodingForm form(Encoding encoding) {
    return encoding.form();
  }

  EncodingForm form() {
    return form;
  }

  Kernel kernel() {
    return encoding.kernel();
  }

  // Characters that the encoding has no place for: see PartialWriter.

  /** Whether the encoding has a place for a character; only such are written. */
  boolean maps(int scalar) {
    return true;
  }

  /** How many characters had no place. */
  long unmappableCount() {
    return 0;
  }

  /** What replaces ill-formed text, as it can be written. */
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
    w.bpos = encode(scalar, w.bytes, w.bpos);
    return true;
  }

  /** By the names of their classes: where C2 has met all forms it would not inline a call. */
  private int encode(int scalar, byte[] bytes, int pos) {
    if (form instanceof Utf16Form utf16) {
      return utf16.write(scalar, bytes, pos);
    }
    return form instanceof Utf8Form utf8
        ? utf8.write(scalar, bytes, pos)
        : form.write(scalar, bytes, pos);
  }

  /** Writes what ends the stream in the state in which it is, or answers false: no room. */
  boolean end(Workspace w) {
    return true;
  }

  /** Writes some well-formed prefix of {@code [from, to)}, and answers its length in chars. */
  int writePrefix(Workspace w, char[] chars, int from, int to) {
    long progress = kernel().encode(chars, from, to, w.bytes, w.bpos, w.bend);
    w.bpos += Kernel.written(progress);
    return Kernel.read(progress);
  }

  /** As many chars as certainly fit. */
  int roomInChars(Workspace w) {
    return (w.bend - w.bpos) / form.maxBytesPerChar();
  }

  /** Writes all of {@code [from, to)}, which is well-formed and for which there is room. */
  void writeAll(Workspace w, char[] chars, int from, int to) {
    long progress = kernel().encodeWellFormed(chars, from, to, w.bytes, w.bpos, w.bend);
    w.bpos += Kernel.written(progress);
    writeEach(w, chars, from + Kernel.read(progress), to);
  }

  void writeEach(Workspace w, char[] chars, int from, int to) {
    int next = from;
    byte[] bytes = w.bytes;
    int pos = w.bpos;
    while (next < to) {
      int scalar = Character.codePointAt(chars, next, to);
      pos = encode(scalar, bytes, pos);
      next += Character.charCount(scalar);
    }
    w.bpos = pos;
  }
}
