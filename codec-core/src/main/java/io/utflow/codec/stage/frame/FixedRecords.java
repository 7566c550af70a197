/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.codec.stage.frame;

import io.utflow.codec.BomPolicy;
import io.utflow.codec.DecoderSpec;
import io.utflow.codec.IllFormedSequence;
import io.utflow.codec.stage.FrameBounds;
import io.utflow.codec.stage.FrameFinder;
import io.utflow.codec.stage.FramedStage;
import io.utflow.codec.stage.LinePosition;
import io.utflow.codec.stage.LocatedLine;
import io.utflow.codec.stage.RefusedLine;
import io.utflow.codec.stage.TooLongPolicy;
import io.utflow.codec.stage.WholeFrame;
import io.utflow.codec.stage.coding.RefusableText;
import java.nio.ByteBuffer;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** Records of so many bytes, each read from the state in which a stream begins. */
public final class FixedRecords<R> implements FrameFinder<R>, WholeFrame<R> {
  /**
   * The settings of each record.
   *
   * @param length in bytes
   * @param allowsShort whether the last may have fewer
   * @param inPlace the text in the place of a record in which the policy reports a sequence, or
   *     null to leave it out; without this function such a record fails the stream
   */
  public record Rule(
      int length, boolean allowsShort, @Nullable Function<RefusedLine, @Nullable String> inPlace) {}

  private final FixedLengthFinder<R> finder;
  private final Rule rule;
  private final DecoderSpec spec;
  private final Function<LocatedLine, R> output;

  /** The length in bytes of the last record, if that is too short. */
  private long lastLength;

  private FixedRecords(DecoderSpec spec, Rule rule, Function<LocatedLine, R> output) {
    this.finder = new FixedLengthFinder<>(rule.length());
    this.rule = rule;
    this.spec = spec;
    this.output = output;
  }

  public static <R> FramedStage<R> stage(
      DecoderSpec spec, Rule rule, Function<LocatedLine, R> output) {
    FixedRecords<R> records = new FixedRecords<>(spec, rule, output);
    return FoundFrames.whole(
        records, records, rule.length(), TooLongPolicy.TRUNCATE, spec.firstByte());
  }

  @Override
  public void find(ByteBuffer bytes, boolean ending, Found found) {
    if (lastLength > 0) {
      found.lost(0, "the last record has " + lastLength + " of " + rule.length() + " bytes");
    } else {
      finder.find(bytes, ending, found);
    }
  }

  @Override
  public int mostUndecided() {
    return finder.mostUndecided();
  }

  @Override
  public @Nullable R read(ByteBuffer bytes, FrameBounds bounds, boolean truncated) {
    long begin = bounds.byteOffset();
    long end = begin + bounds.length();
    lastLength = truncated && !rule.allowsShort() ? bounds.length() : 0;
    boolean isFirst = begin == spec.firstByte();
    DecoderSpec own = isFirst ? spec : spec.bom(BomPolicy.KEEP).countingFrom(begin);
    String text = text(own, bytes, bounds);
    return text == null
        ? null
        : output.apply(new LocatedLine(text, begin, end, new LinePosition(end, false)));
  }

  private @Nullable String text(DecoderSpec own, ByteBuffer bytes, FrameBounds bounds) {
    Function<RefusedLine, @Nullable String> inPlace = rule.inPlace();
    if (inPlace == null) {
      return own.newDecoder().decode(bytes, true);
    }
    RefusableText read = RefusableText.decode(own, bytes);
    IllFormedSequence reported = read.reported();
    return reported == null
        ? read.text()
        : inPlace.apply(new RefusedLine(bounds.byteOffset(), bounds.length(), reported));
  }
}
