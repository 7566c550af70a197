/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.codec.stage.detection;

import io.utflow.codec.BomPolicy;
import io.utflow.codec.DecoderSpec;
import io.utflow.codec.TextEncoding;
import io.utflow.codec.TextValidator;
import io.utflow.codec.encodings.Encoding;
import io.utflow.codec.stage.Detected;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Finds UTF-16 and UTF-32 without a byte order mark. The bytes are read as code units of both
 * widths and orders and as UTF-8, side by side; each reading weighs how likely text has such units,
 * in bits. The first one that is ahead of all others by enough is the answer; at the window, the
 * one that is ahead. Bytes that are text in UTF-8 are never taken for another encoding.
 */
public final class UnmarkedJudge implements Judge {
  /** A whole unit of each reading. */
  private static final int LEAST = 4;

  /** The lead in bits that decides: the chance of another answer is one in a few thousand. */
  private static final int AHEAD = 12;

  /** The lead for a line in UTF-8: a peer that has sent a command waits for the answer. */
  private static final int AHEAD_BEHIND_LINE = 7;

  /**
   * The lead at the end of the window for UTF-16 and UTF-32: one bad byte in ASCII makes them
   * likelier.
   */
  private static final int AHEAD_AT_LAST = 4;

  /** The lead that a line of capitals and digits needs, such as a command. */
  private static final int AHEAD_BEHIND_COMMAND = 4;

  /** The lead that ill-formed UTF-8 needs: ideographs resemble a legacy encoding. */
  private static final int AHEAD_OF_UNITS = 24;

  /** Two units of UTF-32: fields of one letter are filled up with NUL. */
  private static final int LEAST_OF_UTF_32 = 8;

  /**
   * The lead over bytes at the end of the window if the weight itself is small: streams of one
   * letter.
   */
  private static final int FAR_AHEAD_AT_LAST = 8;

  /** The encodings that are told apart here; UTF-EBCDIC is a legacy encoding. */
  private static final Pattern UNITS = Pattern.compile("(?:UTF-(?:8|16|32)|UCS-2)(?:BE|LE)?");

  private final int window;
  private final DecoderSpec first;
  private final @Nullable DecoderSpec otherwise;
  private final ByteWeight bytes;

  /** Reads the bytes in the legacy encoding that is declared; null if that is one of Unicode. */
  private final @Nullable TextValidator declared;

  private final boolean hasAscii;

  /** Whether UTF-8 is found too, because the declared encoding lacks the bytes of ASCII. */
  private final boolean findsUtf8;

  /** Whether ASCII is read as it is, but each of its bytes may also be a part of another text. */
  private final boolean readsAscii;

  /** Whether the bytes are well-formed in the declared encoding, or the beginning of such. */
  private boolean isDeclared;

  private final List<UnitWeight> units =
      List.of(
          new UnitWeight(TextEncoding.UTF_16BE, 2, true),
          new UnitWeight(TextEncoding.UTF_16LE, 2, false),
          new UnitWeight(TextEncoding.UTF_32BE, 4, true),
          new UnitWeight(TextEncoding.UTF_32LE, 4, false));

  /** The number of bytes that were weighed; these are not looked at again. */
  private int weighed;

  /**
   * A judge of one stream.
   *
   * @param first reads an encoding that is found
   * @param declared reads the stream at last; UTF-8 is found too if {@code first} reads it
   * @param isLast whether this judge answers that; else the next one is asked
   */
  public UnmarkedJudge(int window, DecoderSpec first, DecoderSpec declared, boolean isLast) {
    TextEncoding encoding = declared.encoding();
    DecoderSpec plain = DecoderSpec.of(encoding).bom(BomPolicy.KEEP);
    this.window = window;
    this.first = first;
    this.otherwise = isLast ? declared : null;
    this.bytes = new ByteWeight();
    this.isDeclared = !UNITS.matcher(encoding.name()).matches();
    this.declared = isDeclared ? plain.newValidator() : null;
    this.hasAscii = Encoding.of(encoding).isAsciiTransparent();
    this.findsUtf8 = !hasAscii && first.encoding() == TextEncoding.UTF_8;
    this.readsAscii = findsUtf8 && plain.decode(new byte[] {'a', '1'}).equals("a1");
  }

  @Override
  public int window() {
    return window;
  }

  @Override
  public Verdict judge(byte[] given, int length, boolean last, boolean ended) {
    while (weighed < length) {
      byte next = given[weighed++];
      bytes.add(next);
      isDeclared = isDeclared && isDeclared(given, weighed - 1);
      units.forEach(unit -> unit.add(next));
      Verdict verdict = verdictWithin(given);
      if (verdict.isFinal()) {
        return verdict;
      }
    }
    return last ? verdict(given, AHEAD_AT_LAST, Integer.MIN_VALUE) : Verdict.LATER;
  }

  /** Half a unit weighs nothing, so readings are compared where units are whole, or a line is. */
  private Verdict verdictWithin(byte[] given) {
    if (bytes.endsLine()) {
      return verdict(given, AHEAD, bytes.isCommand() ? AHEAD_BEHIND_COMMAND : AHEAD_BEHIND_LINE);
    }
    int ofBytes = bytes.isText() ? AHEAD : AHEAD_OF_UNITS;
    return weighed >= LEAST && weighed % 2 == 0 ? verdict(given, AHEAD, ofBytes) : Verdict.LATER;
  }

  /** A single-byte encoding has a character for each byte, so controls are looked at too. */
  private boolean isDeclared(byte[] given, int index) {
    return declared != null
        && !(hasAscii && bytes.hasControl())
        && declared.validate(ByteBuffer.wrap(given, index, 1), false).isEmpty();
  }

  /**
   * The reading that is ahead, if by so many bits.
   *
   * @param given the bytes that were weighed
   * @param ofUnits what a reading in code units needs, also over random bytes
   * @param ofBytes what the reading as bytes needs
   */
  private Verdict verdict(byte[] given, int ofUnits, int ofBytes) {
    UnitWeight best = units.get(0);
    int second = bytes.weight();
    for (UnitWeight unit : units.subList(1, units.size())) {
      second = Math.max(second, Math.min(unit.weight(), best.weight()));
      best = unit.weight() > best.weight() ? unit : best;
    }
    boolean isLast = ofUnits == AHEAD_AT_LAST;
    int ahead = best.weight() - second;
    boolean isTooShort = !isLast && best.width() == 4 && weighed < LEAST_OF_UTF_32;
    // Two letters of ASCII are also an ideograph, and controls frame messages.
    boolean isAccident = isDeclared && !best.shows() || bytes.isUtf8() && !best.isOneAlphabet();
    boolean isRefused = bytes.isText() || isAccident || isTooShort;
    if (!isRefused && ahead >= ofUnits && isLikely(best.weight(), ofUnits, isLast)) {
      return found(given, best.encoding(), Verdict.percent(ahead));
    }
    int behind = bytes.weight() - best.weight();
    return behind < ofBytes ? Verdict.LATER : otherwise(behind, isLast);
  }

  private boolean isLikely(int weight, int needed, boolean isLast) {
    boolean isFar = isLast && weight > 0 && weight - bytes.weight() >= FAR_AHEAD_AT_LAST;
    return weight >= needed || isFar;
  }

  private Verdict found(byte[] given, TextEncoding encoding, int percent) {
    boolean isMarked = Judge.beginsWithMark(encoding, given, weighed);
    return new Verdict(
        Judge.inEncoding(encoding, first, given, weighed),
        isMarked ? Detected.Evidence.BYTE_ORDER_MARK : Detected.Evidence.CODE_UNITS,
        percent);
  }

  private Verdict otherwise(int behind, boolean isLast) {
    if (otherwise == null) {
      return Verdict.NEXT;
    }
    boolean tells = behind > 0 && bytes.weight() > 0;
    if (readsAscii && bytes.isText() && !bytes.isBeyondAscii() && !isLast) {
      return Verdict.LATER; // Characters beyond ASCII or escape sequences may follow.
    }
    boolean isUtf8 = findsUtf8 && bytes.isText() && (readsAscii ? bytes.isBeyondAscii() : tells);
    boolean isExpected = bytes.isBeyondAscii() && otherwise.encoding() == TextEncoding.UTF_8;
    if (isUtf8 || isExpected) {
      return new Verdict(first, Detected.Evidence.WELL_FORMED_UTF_8, Verdict.percent(behind));
    }
    return new Verdict(
        otherwise, Detected.Evidence.NOTHING_ELSE, tells ? Verdict.percent(behind) : 0);
  }
}
