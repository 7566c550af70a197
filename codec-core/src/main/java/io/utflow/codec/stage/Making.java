/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.codec.stage;

import io.utflow.codec.BomPolicy;
import io.utflow.codec.DecoderSpec;
import io.utflow.codec.filesplit.SplitRules;
import io.utflow.codec.split.LineMaker;
import io.utflow.codec.stage.coding.AbstractStage;
import io.utflow.codec.stage.coding.FileSplitStage;
import io.utflow.codec.stage.coding.SplitStage;
import io.utflow.codec.stage.detection.DetectingStage;
import io.utflow.codec.stage.frame.FixedRecords;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.function.Function;
import java.util.function.ToIntFunction;
import org.jspecify.annotations.Nullable;

/** The steps by which {@link Stages} makes the stages of lines, records and detections. */
final class Making {
  private Making() {}

  static <O> ByteStage<O> records(DecoderSpec spec, RecordSpec records, LineMaker<O> maker) {
    records.requireIn(spec);
    return records.bytes() > 0
        ? FixedRecords.stage(spec, records.fixed(), record -> made(record, maker))
        : split(spec, records.rule(), maker, false);
  }

  private static <O> O made(LocatedLine line, LineMaker<O> maker) {
    return maker.make(line.text(), line.begin(), line.textEnd(), line.next().byteOffset(), false);
  }

  static <O> ByteStage<O> records(Detection detection, RecordSpec records, LineMaker<O> maker) {
    if (records.bytes() > 0) {
      throw new IllegalArgumentException(
          "records of a length are read in an encoding that is known: give a DecoderSpec");
    }
    if (records.rule().delimiters().areFoundInText(detection.otherwise())) {
      throw new IllegalArgumentException(
          detection.otherwise().encoding()
              + " is not self-synchronizing: its records cannot be detected; decode pieces or"
              + " lines");
    }
    records.requireIn(detection.first());
    records.requireIn(detection.otherwise());
    return detecting(detection, null, spec -> split(spec, records.rule(), maker, false));
  }

  static <O> ByteStage<O> detectingLines(
      Detection detection, LineSpec lines, Function<DecoderSpec, ByteStage<O>> maker) {
    boolean split = lines.rule().delimiters().areFoundInText(detection.otherwise());
    return detecting(detection, split ? lines.breaks().terminators() : null, maker);
  }

  /**
   * @param terminators the line ends, if only whole lines may pass before the answer; else null
   */
  static <O> ByteStage<O> detecting(
      Detection detection,
      @Nullable List<String> terminators,
      Function<DecoderSpec, ByteStage<O>> maker) {
    return new DetectingStage<>(
        detection.first(),
        detection.otherwise(),
        detection.judges(terminators),
        detection.told(),
        terminators != null,
        maker);
  }

  static boolean canSplit(DecoderSpec spec, RecordSpec records) {
    return records.bytes() > 0
        ? SplitRules.canSplitByLength(spec)
        : SplitRules.canSplit(spec, records.rule().delimiters());
  }

  static FileSplit<LocatedLine> recordSplit(
      DecoderSpec spec, RecordSpec records, long begin, long end) {
    records.requireIn(spec);
    int length = records.bytes();
    if (length > 0) {
      DecoderSpec later = spec.bom(BomPolicy.KEEP);
      return new FileSplitStage<>(
          spec.encoding(),
          SplitRules.ofLength(spec, length),
          begin,
          end,
          from ->
              FixedRecords.stage(
                  from == 0 ? spec : later.countingFrom(from),
                  records.fixed(),
                  Function.identity()));
    }
    return fileSplit(spec, records.rule(), begin, end);
  }

  static FileSplit<LocatedLine> fileSplit(DecoderSpec spec, SplitRule rule, long begin, long end) {
    return new FileSplitStage<>(
        spec.encoding(),
        SplitRules.lines(spec, rule.delimiters()),
        begin,
        end,
        from -> split(from == 0 ? spec : spec.startingAt(from), rule, LocatedLine::new, false));
  }

  static <O, S extends AbstractStage<ByteBuffer, O> & ByteStage<O>> ByteStage<O> listened(
      S stage, ToIntFunction<O> length, DecoderSpec spec) {
    spec.listener().ifPresent(told -> stage.tell(told, spec.encoding(), length));
    return stage;
  }

  static <O> ByteStage<O> split(
      DecoderSpec spec, SplitRule rule, LineMaker<O> of, boolean behindCarriageReturn) {
    LineMaker<O> maker = rule.dropMarks() ? withoutMark(of) : of;
    SplitStage<O> stage = new SplitStage<>(spec, rule, maker);
    stage.lines().beginBehindCarriageReturn(behindCarriageReturn);
    return listened(stage, Making::chars, spec);
  }

  private static <O> LineMaker<O> withoutMark(LineMaker<O> maker) {
    return new LineMaker<>() {
      @Override
      public O make(
          String text, long begin, long textEnd, long next, boolean behindCarriageReturn) {
        int marks = 0;
        while (marks < text.length() && text.charAt(marks) == '\uFEFF') {
          marks++; // More than one, where a file had nothing else.
        }
        String line = text.substring(marks);
        return maker.make(line, begin, textEnd, next, behindCarriageReturn);
      }

      @Override
      public boolean asksWhere() {
        return maker.asksWhere();
      }
    };
  }

  private static int chars(Object line) {
    return line instanceof LocatedLine located ? located.text().length() : ((String) line).length();
  }
}
