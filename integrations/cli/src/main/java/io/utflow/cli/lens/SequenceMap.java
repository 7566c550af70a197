/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.cli.lens;

import io.utflow.codec.BomPolicy;
import io.utflow.codec.DecoderSpec;
import io.utflow.codec.IllFormedSequence;
import io.utflow.codec.MalformedPolicy;
import io.utflow.codec.TextDecoder;
import io.utflow.codec.TextEncoding;
import io.utflow.codec.stage.ByteStage;
import io.utflow.codec.stage.LocatedLine;
import io.utflow.codec.stage.Stages;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Which bytes of a document belong together, what they are, and the text that each sequence is.
 *
 * <p>It gives the decoder one byte at a time: when {@link TextDecoder#position()} moves on, a
 * sequence has ended, whatever the encoding. The cuts of the document do not affect it.
 */
final class SequenceMap {
  /** More ill-formed sequences are counted, and not kept: a document may have a million. */
  static final int LISTED = 500;

  /**
   * A decoder of well-formed text, with a list of ill-formed sequences.
   *
   * @param illFormed grows while the decoder reads; its reader empties it
   */
  record ListingDecoder(TextDecoder decoder, List<IllFormedSequence> illFormed) {

    static ListingDecoder of(DecoderSpec spec) {
      List<IllFormedSequence> illFormed = new ArrayList<>();
      return new ListingDecoder(
          spec.onMalformed(MalformedPolicy.SKIP).observer(illFormed::add).newDecoder(), illFormed);
    }
  }

  private final byte[] bytes;

  /** The decoder's offset of the first byte. */
  private final long base;

  private final MarkDecision mark;
  private final TextEncoding encoding;

  /** A {@link Role} for each byte, with {@link Role#START}. */
  private final byte[] roles;

  /** The number of chars in {@link #text} for the bytes before each index. */
  private final int[] charsBefore;

  private final StringBuilder text = new StringBuilder();
  private final ListingDecoder decoder;
  private final List<IllFormedSequence> illFormed = new ArrayList<>();
  private int illFormedCount;

  /** Where the next sequence begins. */
  private int end;

  private SequenceMap(byte[] bytes, long base, MarkDecision mark, ListingDecoder decoder) {
    this.bytes = bytes;
    this.base = base;
    this.mark = mark;
    this.encoding = TextEncoding.forName(mark.encoding());
    this.decoder = decoder;
    this.roles = new byte[bytes.length];
    this.charsBefore = new int[bytes.length + 1];
  }

  static SequenceMap of(byte[] bytes, Settings settings) {
    MarkDecision mark = MarkDecision.of(bytes, settings);
    boolean strict = settings.bom() == BomPolicy.STRICT && mark.length() == 0;
    DecoderSpec spec =
        DecoderSpec.of(TextEncoding.forName(mark.encoding()))
            .bom(strict ? BomPolicy.STRICT : BomPolicy.KEEP)
            .countingFrom(mark.length());
    SequenceMap map = new SequenceMap(bytes, 0, mark, ListingDecoder.of(spec));
    map.takeMark();
    map.read(mark.length(), bytes.length);
    map.markTerminators(settings);
    return map;
  }

  /**
   * The sequences of a part of a file, with no {@link Role#TERMINATOR}; ill-formed sequences have
   * their offsets in the file.
   *
   * @param bytes the bytes of the file from {@code begin} on: the wanted ones, and enough after
   *     them to end the last sequence, or all
   * @param begin where a sequence begins
   * @param decoded the decoder that has read the bytes before
   * @param wanted the number of bytes to look at, beside the rest of the last sequence
   * @param mark the byte order mark of the file
   */
  static SequenceMap ofPart(
      byte[] bytes,
      long begin,
      long decoded,
      int wanted,
      MarkDecision mark,
      ListingDecoder decoder) {
    SequenceMap map = new SequenceMap(bytes, begin, mark, decoder);
    int from = (int) (decoded - begin);
    if (begin < mark.length()) {
      map.takeMark();
      from = mark.length();
    }
    map.read(from, Math.min(wanted, bytes.length));
    return map;
  }

  private void takeMark() {
    if (mark.length() > 0) {
      take(mark.length(), mark.dropped() ? "" : "\uFEFF", Role.BYTE_ORDER_MARK);
    }
  }

  /** Reads bytes until those before {@code wanted} are decided. */
  private void read(int from, int wanted) {
    TextDecoder decoder = this.decoder.decoder();
    int next = from;
    while (next < bytes.length && end < wanted) {
      advance(decoder.decode(bytes, next++, 1), (int) (decoder.position() - base));
    }
    if (next == bytes.length) {
      advance(decoder.finish(), bytes.length);
    }
  }

  /** Enters the results of one call: ill-formed sequences, and text after or between them. */
  private void advance(String decoded, int position) {
    String rest = decoded;
    List<IllFormedSequence> decided = decoder.illFormed();
    boolean rereads = !decided.isEmpty();
    for (IllFormedSequence found : decided) {
      keep(found);
      int begin = (int) (found.byteOffset() - base);
      int between = rest.offsetByCodePoints(0, Math.min(points(rest), begin - end));
      takeText(rest.substring(0, between), begin, true);
      rest = rest.substring(between);
      take(begin + found.length(), "", Role.ILL_FORMED);
    }
    decided.clear();
    takeText(rest, position, rereads);
  }

  private void keep(IllFormedSequence found) {
    illFormedCount++;
    if (illFormed.size() < LISTED) {
      illFormed.add(found);
    }
  }

  /**
   * Enters the text of one sequence, or, if bytes are read again after an ill-formed one, of
   * several bytes that are a character each.
   */
  private void takeText(String decoded, int newEnd, boolean rereads) {
    if (newEnd == end) {
      return;
    }
    if (decoded.isEmpty()) {
      take(newEnd, "", Role.SHIFT);
    } else if (rereads && points(decoded) > 1 && points(decoded) == newEnd - end) {
      decoded.codePoints().forEach(each -> take(end + 1, Character.toString(each), Role.SINGLE));
    } else {
      takeSequence(decoded, newEnd);
    }
  }

  private void takeSequence(String decoded, int newEnd) {
    int begin = end;
    take(newEnd, decoded, newEnd - begin == 1 ? Role.SINGLE : Role.TRAIL);
    if (points(decoded) == 1 && isOfSurrogates(decoded)) {
      int middle = decoded.length() == 2 ? (begin + newEnd) / 2 : newEnd;
      boolean low = Character.isLowSurrogate(decoded.charAt(0));
      fill(begin, middle, low ? Role.LOW_SURROGATE : Role.HIGH_SURROGATE);
      fill(middle, newEnd, Role.LOW_SURROGATE);
    } else if (newEnd - begin > 1) {
      fill(begin, begin + 1, Role.LEAD);
    }
    roles[begin] |= Role.START;
  }

  private boolean isOfSurrogates(String decoded) {
    boolean pairs =
        encoding.name().startsWith("UTF-16")
            || encoding.name().startsWith("WTF-16")
            || encoding.name().equals("CESU-8")
            || encoding.name().equals("Modified-UTF-8");
    return Character.isSurrogate(decoded.charAt(0)) && (pairs || decoded.length() == 1);
  }

  /** Ends a sequence at {@code newEnd}; all its bytes have the role. */
  private void take(int newEnd, String decoded, Role role) {
    fill(end, newEnd, role);
    roles[end] |= Role.START;
    for (int i = end + 1; i < newEnd; i++) {
      charsBefore[i] = text.length();
    }
    text.append(decoded);
    charsBefore[newEnd] = text.length();
    end = newEnd;
  }

  private void fill(int from, int to, Role role) {
    for (int i = from; i < to; i++) {
      roles[i] = (byte) role.ordinal();
    }
  }

  /** The lines of the engine say where terminators are. */
  private void markTerminators(Settings settings) {
    DecoderSpec spec = settings.spec().onMalformed(MalformedPolicy.REPLACE);
    if (settings.bom() == BomPolicy.REQUIRE) {
      spec = spec.bom(BomPolicy.STRIP);
    }
    try (ByteStage<LocatedLine> stage = Stages.locatedLines(spec, settings.lines())) {
      stage.offer(ByteBuffer.wrap(bytes));
      drain(stage);
      stage.endOfInput();
      drain(stage);
    }
  }

  private void drain(ByteStage<LocatedLine> stage) {
    for (@Nullable LocatedLine line = stage.poll(); line != null; line = stage.poll()) {
      for (int i = (int) line.textEnd(); i < line.next().byteOffset(); i++) {
        roles[i] = (byte) (roles[i] & Role.START | Role.TERMINATOR.ordinal());
      }
    }
  }

  private static int points(String decoded) {
    return decoded.codePointCount(0, decoded.length());
  }

  MarkDecision mark() {
    return mark;
  }

  byte[] roles() {
    return roles;
  }

  /** The first {@link #LISTED} that were found. */
  List<IllFormedSequence> illFormed() {
    return illFormed;
  }

  int illFormedCount() {
    return illFormedCount;
  }

  /** How many bytes have been decided: all of a document. */
  int length() {
    return end;
  }

  /** The text of all well-formed sequences, without a mark that was dropped. */
  String text() {
    return text.toString();
  }

  /** Where the sequence that has this byte begins. */
  int startOf(int offset) {
    int start = offset;
    while ((roles[start] & Role.START) == 0) {
      start--;
    }
    return start;
  }

  /** Where the sequence that has this byte ends. */
  int endOf(int offset) {
    int next = offset + 1;
    while (next < end && (roles[next] & Role.START) == 0) {
      next++;
    }
    return next;
  }

  Role roleAt(int offset) {
    return Role.of(roles[offset]);
  }

  /** The text of a sequence; may be empty. */
  String textOf(int start, int end) {
    return text.substring(charsBefore[start], charsBefore[end]);
  }
}
