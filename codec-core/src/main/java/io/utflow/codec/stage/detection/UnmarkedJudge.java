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
import java.util.function.Function;
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

  /** So many bits ahead: the chance of another answer is one in some thousand. */
  private static final int AHEAD = 12;

  /** So many for a line in UTF-8: a peer who has sent a command waits for the answer. */
  private static final int AHEAD_BEHIND_LINE = 7;

  /** So many at the window, for UTF-16 and UTF-32: one bad byte in ASCII makes them likelier. */
  private static final int AHEAD_AT_LAST = 4;

  /** So many ahead of bytes, where the weight itself is small: streams of one letter. */
  private static final int FAR_AHEAD_AT_LAST = 8;

  private final int window;
  private final Function<TextEncoding, DecoderSpec> spec;
  private final @Nullable DecoderSpec otherwise;
  private final ByteWeight bytes;

  /** Reads the bytes in the legacy encoding that is declared; null if that is one of Unicode. */
  private final @Nullable TextValidator declared;

  private final boolean hasAscii;

  /** Whether the bytes are well-formed in the declared encoding, or the beginning of such. */
  private boolean isDeclared;

  private final List<UnitWeight> units =
      List.of(
          new UnitWeight(TextEncoding.UTF_16BE, 2, true),
          new UnitWeight(TextEncoding.UTF_16LE, 2, false),
          new UnitWeight(TextEncoding.UTF_32BE, 4, true),
          new UnitWeight(TextEncoding.UTF_32LE, 4, false));

  /** How many bytes were weighed; none is looked at again. */
  private int weighed;

  /**
   * A judge of one stream.
   *
   * @param otherwise how the stream is read if none is found; null if the next judge says so
   * @param declared the encoding that is taken at last if it is a legacy one
   * @param spec how the encoding that is found is read
   */
  public UnmarkedJudge(
      int window,
      @Nullable DecoderSpec otherwise,
      TextEncoding declared,
      Function<TextEncoding, DecoderSpec> spec) {
    this.window = window;
    this.otherwise = otherwise;
    this.bytes = new ByteWeight();
    this.spec = spec;
    this.isDeclared = !declared.name().startsWith("UTF-") && !declared.name().startsWith("UCS-");
    this.declared = isDeclared ? DecoderSpec.of(declared).bom(BomPolicy.KEEP).newValidator() : null;
    this.hasAscii = Encoding.of(declared).isAsciiTransparent();
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
      Verdict verdict = verdictWithin();
      if (verdict.isFinal()) {
        return verdict;
      }
    }
    return last ? verdict(AHEAD_AT_LAST, Integer.MIN_VALUE) : Verdict.LATER;
  }

  /** Half a unit weighs nothing, so readings are compared where units are whole, or a line is. */
  private Verdict verdictWithin() {
    if (bytes.endsLine()) {
      return verdict(AHEAD, AHEAD_BEHIND_LINE);
    }
    return weighed >= LEAST && weighed % 2 == 0 ? verdict(AHEAD, AHEAD) : Verdict.LATER;
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
   * @param ofUnits what a reading in code units needs, also over random bytes
   * @param ofBytes what the reading as bytes needs
   */
  private Verdict verdict(int ofUnits, int ofBytes) {
    UnitWeight best = units.get(0);
    int second = bytes.weight();
    for (UnitWeight unit : units.subList(1, units.size())) {
      second = Math.max(second, Math.min(unit.weight(), best.weight()));
      best = unit.weight() > best.weight() ? unit : best;
    }
    int ahead = best.weight() - second;
    boolean isRefused = bytes.isText() || isDeclared && !best.shows();
    if (!isRefused && isFound(best.weight(), ahead, ofUnits)) {
      return new Verdict(
          spec.apply(best.encoding()), Detected.Evidence.CODE_UNITS, Verdict.percent(ahead));
    }
    int behind = bytes.weight() - best.weight();
    return behind < ofBytes ? Verdict.LATER : otherwise(behind);
  }

  private boolean isFound(int weight, int ahead, int needed) {
    boolean isLast = needed == AHEAD_AT_LAST;
    boolean isFar = isLast && weight > 0 && weight - bytes.weight() >= FAR_AHEAD_AT_LAST;
    return ahead >= needed && (weight >= needed || isFar);
  }

  private Verdict otherwise(int behind) {
    if (otherwise == null) {
      return Verdict.NEXT;
    }
    boolean isUtf8 = bytes.isBeyondAscii() && otherwise.encoding() == TextEncoding.UTF_8;
    if (isUtf8) {
      return new Verdict(otherwise, Detected.Evidence.WELL_FORMED_UTF_8, Verdict.percent(behind));
    }
    boolean tells = behind > 0 && bytes.weight() > 0;
    return new Verdict(
        otherwise, Detected.Evidence.NOTHING_ELSE, tells ? Verdict.percent(behind) : 0);
  }
}
