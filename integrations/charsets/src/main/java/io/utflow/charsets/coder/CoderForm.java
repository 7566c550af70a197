/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.charsets.coder;

import io.utflow.charsets.form.CharsetForm;
import io.utflow.charsets.form.StatefulForm;
import io.utflow.charsets.table.CharsetCharacters;
import io.utflow.charsets.table.CharsetProbe;
import io.utflow.codec.form.EncodingForm;
import io.utflow.codec.form.Step;
import java.nio.charset.Charset;
import org.jspecify.annotations.Nullable;

/**
 * A charset of which nothing is known but its coders: x-ISO-2022-CN-GB, and what other providers
 * have. Each stream asks a decoder and an encoder of its own, byte by byte and character by
 * character, so the state is theirs.
 *
 * <p>The encoder sees no character before its turn, so the bytes are the same for every cut; an
 * encoder that looks ahead may choose others.
 */
public final class CoderForm extends CharsetForm implements StatefulForm {
  /** In the place of packed bytes, which only the encoder of a stream knows. */
  private static final int WRITTEN = 1;

  private final @Nullable CoderReader reader;
  private final @Nullable CoderWriter writer;

  /** The form of which each stream has its own. */
  private final CoderForm shared;

  private volatile @Nullable Boolean writes;

  /** The form of a charset that streams share. */
  public CoderForm(Charset charset) {
    super(charset, CharsetCharacters.of(charset, bytes -> WRITTEN));
    this.reader = null;
    this.writer = null;
    this.shared = this;
  }

  private CoderForm(CoderForm shared) {
    super(shared.charset(), shared.characters());
    this.reader = new CoderReader(shared.charset(), shared.canEncode(CoderReader.REPLACEMENT));
    this.writer = new CoderWriter(shared.charset());
    this.shared = shared;
  }

  /**
   * Whether the coders can be trusted with streams: tries them, with text of their own.
   *
   * @see CoderTrial
   */
  public boolean isTrusted() {
    return CoderTrial.passes(this);
  }

  @Override
  public EncodingForm forStream() {
    return new CoderForm(this);
  }

  // Reading.

  /** The state is in the coder. */
  @Override
  public @Nullable EncodingForm copy() {
    return null;
  }

  @Override
  public int step(byte[] src, int pos, int end, boolean atEnd) {
    return reader == null
        ? forStream().step(src, pos, end, atEnd)
        : reader.step(src, pos, end, atEnd);
  }

  @Override
  public String text(byte[] src, int pos, int step) {
    if (reader != null) {
      return reader.text();
    }
    EncodingForm stream = forStream();
    stream.step(src, pos, pos + Step.length(step), true);
    return stream.text(src, pos, step);
  }

  @Override
  public void taken(byte[] src, int pos, int step) {
    if (reader != null) {
      reader.taken();
    }
  }

  @Override
  public int longestSequence() {
    return MOST_BYTES;
  }

  // Writing.

  /** Whether there is an encoder, and room for what it writes for a character. */
  boolean hasEncoder() {
    return super.writes() && charset().newEncoder().maxBytesPerChar() <= MOST_WRITTEN;
  }

  /** An encoder that keeps a character until it has seen the next would lose it at a cut. */
  @Override
  public boolean writes() {
    Boolean known = shared.writes;
    if (known == null) {
      known = hasEncoder() && !new CharsetProbe(charset()).holdsCharactersBack();
      shared.writes = known;
    }
    return known;
  }

  @Override
  public String replacement() {
    return canEncode(CoderReader.REPLACEMENT)
        ? Character.toString(CoderReader.REPLACEMENT)
        : super.replacement();
  }

  /** The most bytes of any character: the exact length is known only after writing. */
  @Override
  public int encodedLength(int scalar) {
    return MOST_WRITTEN;
  }

  @Override
  public int write(int scalar, byte[] dst, int pos) {
    if (writer == null) {
      return forStream().write(scalar, dst, pos);
    }
    return canEncode(scalar) ? writer.write(scalar, dst, pos) : writer.writeReplacement(dst, pos);
  }

  @Override
  public boolean canWriteOnFrom() {
    return false;
  }

  @Override
  public int endLength() {
    return writer != null && writer.hasBegun() ? MOST_WRITTEN : 0;
  }

  @Override
  public int writeEnd(byte[] dst, int pos) {
    return writer == null ? pos : writer.writeEnd(dst, pos);
  }

  @Override
  public int longestWritten() {
    return MOST_WRITTEN;
  }

  @Override
  public int maxBytesPerChar() {
    return MOST_WRITTEN;
  }
}
