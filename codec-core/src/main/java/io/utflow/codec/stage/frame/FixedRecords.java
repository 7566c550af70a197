/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.codec.stage.frame;

import io.utflow.codec.BomPolicy;
import io.utflow.codec.DecoderSpec;
import io.utflow.codec.stage.FrameBounds;
import io.utflow.codec.stage.FrameFinder;
import io.utflow.codec.stage.FramedStage;
import io.utflow.codec.stage.LinePosition;
import io.utflow.codec.stage.LocatedLine;
import io.utflow.codec.stage.TooLongPolicy;
import io.utflow.codec.stage.WholeFrame;
import java.nio.ByteBuffer;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** Records of so many bytes, each read from the state in which a stream begins. */
public final class FixedRecords<R> implements FrameFinder<R>, WholeFrame<R> {
  private final FixedLengthFinder<R> finder;
  private final int length;
  private final DecoderSpec spec;
  private final Function<LocatedLine, R> output;

  /** The length in bytes of the last record, if that is too short. */
  private long lastLength;

  private FixedRecords(DecoderSpec spec, int length, Function<LocatedLine, R> output) {
    this.finder = new FixedLengthFinder<>(length);
    this.length = length;
    this.spec = spec;
    this.output = output;
  }

  public static <R> FramedStage<R> stage(
      DecoderSpec spec, int length, Function<LocatedLine, R> output) {
    FixedRecords<R> records = new FixedRecords<>(spec, length, output);
    return FoundFrames.whole(records, records, length, TooLongPolicy.TRUNCATE, spec.firstByte());
  }

  @Override
  public void find(ByteBuffer bytes, boolean ending, Found found) {
    if (lastLength > 0) {
      found.lost(0, "the last record has " + lastLength + " of " + length + " bytes");
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
    lastLength = truncated ? bounds.length() : 0;
    boolean isFirst = begin == spec.firstByte();
    DecoderSpec own = isFirst ? spec : spec.bom(BomPolicy.KEEP).countingFrom(begin);
    String text = own.newDecoder().decode(bytes, true);
    return output.apply(new LocatedLine(text, begin, end, new LinePosition(end, false)));
  }
}
