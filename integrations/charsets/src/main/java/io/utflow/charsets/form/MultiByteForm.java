/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.charsets.form;

import static io.utflow.codec.form.Cause.INVALID_BYTE;
import static io.utflow.codec.form.Cause.TRUNCATED;
import static io.utflow.codec.form.Cause.UNMAPPED;

import io.utflow.charsets.table.CharacterTable;
import io.utflow.charsets.table.CharsetProbe;
import io.utflow.charsets.table.SequenceTable;
import io.utflow.codec.form.Step;
import io.utflow.codec.pool.Pool;
import java.nio.charset.Charset;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * A charset of the JDK without state in which a character is one to four bytes: Shift_JIS, GBK,
 * GB18030, Big5, EUC. The web's are {@code WebMultiByteForm}.
 *
 * <p>The rules for ill-formed sequences, where the JDK's decoders differ from each other:
 *
 * <ul>
 *   <li>A byte below 80 that is a character is never part of an ill-formed sequence, except the
 *       digits in four bytes of GB18030 that have the right structure.
 *   <li>A pair without a character is one sequence, so that the next bytes stay in step; also if
 *       the charset has no character at all for its first byte, which may be one ({@link
 *       LeadBytes}).
 *   <li>A second byte that ends no pair and is a character, or the single shift of EUC that begins
 *       one, is read for itself.
 *   <li>A byte that begins nothing is one sequence alone.
 * </ul>
 */
public class MultiByteForm extends CharsetForm {
  private static final int ASCII = 0x80;

  private final Pool<CharsetProbe> probes;

  /** The structure of the sequences of three and four bytes. */
  protected final LongSequences longer;

  private final int longest;
  private volatile @Nullable SequenceTable table;
  private final boolean asciiTransparent;

  /** The form of a charset of the JDK without state. */
  public MultiByteForm(Charset charset) {
    super(charset);
    this.probes = new Pool<>(() -> new CharsetProbe(charset));
    this.longer = LongSequences.of(charset);
    this.longest = Math.max(2, longer.longest());
    this.asciiTransparent = readsAscii() && writesAscii();
  }

  /** A form in which ASCII is itself, with sequences of the lengths that the charset has. */
  protected MultiByteForm(
      Charset charset, CharacterTable characters, @Nullable String replacement) {
    super(charset, characters, replacement);
    this.probes = new Pool<>(() -> new CharsetProbe(charset));
    this.longer = LongSequences.of(charset);
    this.longest = Math.max(2, longer.longest());
    this.asciiTransparent = true;
  }

  private boolean readsAscii() {
    CharsetProbe probe = new CharsetProbe(charset());
    for (int ascii = 0; ascii < ASCII; ascii++) {
      if (!String.valueOf((char) ascii).equals(probe.decode((byte) ascii))) {
        return false;
      }
    }
    return true;
  }

  /** Made when the first text is read, which takes some milliseconds. */
  private SequenceTable table() {
    SequenceTable known = table;
    if (known == null) {
      known = madeTable();
      table = known;
    }
    return known;
  }

  /** Makes the table of the meanings of one and two bytes. */
  protected SequenceTable madeTable() {
    return LeadBytes.tableOf(charset());
  }

  @Override
  public int step(byte[] src, int pos, int end, boolean atEnd) {
    SequenceTable t = table();
    int first = src[pos] & 0xFF;
    int length = longer.length(first);
    int cell = t.single(first);
    if (cell >= 0) {
      return Step.scalar(cell, 1);
    }
    if (cell != SequenceTable.PREFIX && length == 0) {
      return Step.illFormed(cell == SequenceTable.UNMAPPED ? UNMAPPED : INVALID_BYTE, 1);
    }
    if (end - pos < 2) {
      return atEnd ? Step.illFormed(TRUNCATED, 1) : Step.NEEDS_MORE;
    }
    int second = src[pos + 1] & 0xFF;
    if (length > 0 && longer.continues(1, second)) {
      return stepLong(src, pos, end, atEnd, length);
    }
    cell = cell == SequenceTable.PREFIX ? t.pair(first, second) : SequenceTable.UNMAPPED;
    if (cell >= 0) {
      return Step.scalar(cell, 2);
    }
    return cell == SequenceTable.TEXT ? Step.text(0, 2) : badPair(t, second);
  }

  /** The step for two bytes without an assigned character, the first of which begins pairs. */
  private int badPair(SequenceTable t, int second) {
    boolean character = t.single(second) >= 0;
    if (t.trails(second)) {
      return Step.illFormed(UNMAPPED, character && second < ASCII ? 1 : 2);
    }
    boolean begins = character || longer.isSingleShift(second);
    return begins ? Step.illFormed(TRUNCATED, 1) : Step.illFormed(UNMAPPED, 2);
  }

  private int stepLong(byte[] src, int pos, int end, boolean atEnd, int length) {
    boolean digit = src[pos + 1] >= 0;
    for (int i = 2; i < length; i++) {
      if (end - pos == i && !atEnd) {
        return Step.NEEDS_MORE;
      }
      if (end - pos == i || !longer.continues(i, src[pos + i] & 0xFF)) {
        return Step.illFormed(TRUNCATED, digit ? 1 : i);
      }
    }
    return stepLong(src, pos, length);
  }

  /** The step for three or four bytes that have the structure of a sequence. */
  private int stepLong(byte[] src, int pos, int length) {
    String text = decoded(src, pos, length);
    if (text == null) {
      return Step.illFormed(UNMAPPED, length);
    }
    boolean one = text.codePointCount(0, text.length()) == 1;
    return one ? Step.scalar(text.codePointAt(0), length) : Step.text(0, length);
  }

  private @Nullable String decoded(byte[] src, int pos, int length) {
    CharsetProbe probe = probes.borrow();
    try {
      return probe.decode(Arrays.copyOfRange(src, pos, pos + length));
    } finally {
      probes.giveBack(probe);
    }
  }

  @Override
  public String text(byte[] src, int pos, int step) {
    String text = decoded(src, pos, Step.length(step));
    return text == null ? "" : text;
  }

  /** The table of the meanings of one and two bytes. */
  public SequenceTable sequences() {
    return table();
  }

  /** Also what one or two bytes are that it is not written as. */
  @Override
  public boolean reads(int scalar) {
    return canEncode(scalar) || table().reads(scalar, pair -> textOf(pair).indexOf(scalar) >= 0);
  }

  private String textOf(int pair) {
    return text(new byte[] {(byte) (pair >>> 8), (byte) pair}, 0, Step.text(0, 2));
  }

  @Override
  public int longestSequence() {
    return longest;
  }

  @Override
  public int maxBytesPerChar() {
    return writes() ? (int) Math.ceil(charset().newEncoder().maxBytesPerChar()) : longest;
  }

  @Override
  public boolean isAsciiTransparent() {
    return asciiTransparent;
  }

  @Override
  public boolean isSelfSynchronizing() {
    return false;
  }

  /** An ASCII byte that ends no sequence and that no other is, such as LF in all of these. */
  @Override
  public boolean standsAlone(int scalar) {
    SequenceTable t = table();
    return scalar < ASCII
        && t.single(scalar) == scalar
        && !t.trails(scalar)
        && !longer.mayContain(scalar)
        && t.isWrittenOnce(scalar)
        && characters().get(scalar) == scalar;
  }
}
