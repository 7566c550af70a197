/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.codec.form;

import io.utflow.codec.jdk.CharacterTable;
import io.utflow.codec.jdk.CharsetProbe;
import io.utflow.codec.pool.Pool;
import java.nio.charset.Charset;
import java.util.function.ToIntFunction;
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
  private final @Nullable CoderReader reader;
  private final @Nullable CoderWriter writer;

  CoderForm(Charset charset) {
    super(charset, new CharacterTable(charset, readBack(charset)));
    this.reader = null;
    this.writer = null;
  }

  private CoderForm(CoderForm shared) {
    super(shared.charset(), shared.characters());
    this.reader = new CoderReader(shared.charset(), shared.maps(CoderReader.REPLACEMENT));
    this.writer = new CoderWriter(shared.charset());
  }

  /** A character that is not read back, such as the first byte of a shift, has no place. */
  private static ToIntFunction<byte[]> readBack(Charset charset) {
    Pool<CharsetProbe> probes = new Pool<>(() -> new CharsetProbe(charset));
    return bytes -> {
      CharsetProbe probe = probes.borrow();
      try {
        String text = probe.decode(bytes);
        return text == null || text.isEmpty() ? CharacterTable.UNMAPPED : 1;
      } finally {
        probes.giveBack(probe);
      }
    };
  }

  @Override
  public EncodingForm forStream() {
    return new CoderForm(this);
  }

  // Reading.

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

  /** An encoder that writes more for a character than there is room for is not asked. */
  @Override
  public boolean writes() {
    return super.writes() && charset().newEncoder().maxBytesPerChar() <= MOST_WRITTEN;
  }

  @Override
  public String replacement() {
    return maps(CoderReader.REPLACEMENT)
        ? Character.toString(CoderReader.REPLACEMENT)
        : super.replacement();
  }

  /** As many as it can be: how many it is, only writing tells. */
  @Override
  public int encodedLength(int scalar) {
    return MOST_WRITTEN;
  }

  @Override
  public int write(int scalar, byte[] dst, int pos) {
    return writer == null ? forStream().write(scalar, dst, pos) : writer.write(scalar, dst, pos);
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
