/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.charsets.form;

import io.utflow.charsets.table.CharsetCharacters;
import io.utflow.charsets.table.CharsetProbe;
import io.utflow.codec.form.CharacterTable;
import io.utflow.codec.form.EncodingForm;
import io.utflow.codec.form.Step;
import java.nio.charset.Charset;
import org.jspecify.annotations.Nullable;

/**
 * A charset of which nothing is known but its coders: x-ISO-2022-CN-GB, and what other providers
 * have. Each stream asks a decoder and an encoder of its own, byte by byte and character by
 * character, so the state is theirs. Where more is {@linkplain CoderStates found out}, many at
 * once.
 *
 * <p>The encoder sees no character before its turn, so the bytes are the same for every cut; an
 * encoder that looks ahead may choose others.
 */
public final class CoderForm extends CharsetForm implements StatefulForm, RunForm {
  /** In the place of packed bytes, which only the encoder of a stream knows. */
  private static final int WRITTEN = 1;

  private final @Nullable CoderReader reader;
  private final @Nullable CoderWriter writer;

  /** The form of which each stream has its own, and which knows what was found out. */
  private final CoderForm shared;

  private volatile @Nullable CoderStates states;
  private volatile @Nullable Boolean writes;
  private volatile @Nullable Boolean writesInRuns;

  CoderForm(Charset charset) {
    super(charset, CharsetCharacters.of(charset, bytes -> WRITTEN));
    this.reader = null;
    this.writer = null;
    this.shared = this;
  }

  private CoderForm(CoderForm shared) {
    super(shared.charset(), shared.characters());
    this.reader =
        new CoderReader(shared.charset(), shared::states, shared.maps(CoderReader.REPLACEMENT));
    this.writer = new CoderWriter(shared.charset());
    this.shared = shared;
  }

  @Override
  public EncodingForm forStream() {
    return new CoderForm(this);
  }

  // Reading.

  /** Found out when the first text is read, which takes some milliseconds. */
  private CoderStates states() {
    CoderStates known = states;
    if (known == null) {
      CoderStates found = CoderStates.of(charset());
      known = found.areKnown() && CoderTrial.readsInRuns(this, found) ? found : CoderStates.UNKNOWN;
      states = known;
    }
    return known;
  }

  @Override
  public long readRun(byte[] src, int pos, int end, char[] dst, int dpos, int dend) {
    return reader == null ? 0 : reader.readRun(src, pos, end, dst, dpos, dend);
  }

  @Override
  public void takeRunBack() {
    if (reader != null) {
      reader.takeRunBack();
    }
  }

  @Override
  public EncodingForm beforeRun() {
    CoderForm form = new CoderForm(shared);
    if (reader != null && form.reader != null) {
      form.reader.beBeforeRunOf(reader);
    }
    return form;
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
    if (writer == null) {
      return forStream().write(scalar, dst, pos);
    }
    return maps(scalar) ? writer.write(scalar, dst, pos) : writer.writeReplacement(dst, pos);
  }

  /** In each step as many as certainly have room, which are no more than what is left of it. */
  @Override
  public long writeRun(char[] src, int pos, int end, byte[] dst, int dpos, int dend) {
    int p = pos;
    int d = dpos;
    int to = writer == null ? pos : mappedPrefix(src, pos, end, dend - dpos);
    while (to > p && writer != null && shared.writesInRuns()) {
      int count = Math.min(to - p, (dend - d) / MOST_WRITTEN);
      count -= count > 0 && Character.isHighSurrogate(src[p + count - 1]) ? 1 : 0;
      if (count == 0) {
        break;
      }
      d = writer.writeRun(src, p, p + count, dst, d, dend);
      p += count;
    }
    return (long) (p - pos) << 32 | d - dpos;
  }

  /** The end of characters that have a place, no more than {@code most} chars. */
  private int mappedPrefix(char[] src, int pos, int end, int most) {
    int p = pos;
    int to = pos + Math.min(end - pos, most);
    while (p < to) {
      int scalar = src[p];
      if (Character.isSurrogate(src[p])) {
        scalar = Character.codePointAt(src, p, end);
      }
      if (characters().get(scalar) == CharacterTable.UNMAPPED) {
        break;
      }
      p += Character.charCount(scalar);
    }
    return p;
  }

  /** Found out when the first text is written. */
  private boolean writesInRuns() {
    Boolean known = writesInRuns;
    if (known == null) {
      known = CoderTrial.writesInRuns(this);
      writesInRuns = known;
    }
    return known;
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
