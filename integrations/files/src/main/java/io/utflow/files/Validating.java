/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.files;

import io.utflow.codec.BomPolicy;
import io.utflow.codec.DecoderSpec;
import io.utflow.codec.IllFormedSequence;
import io.utflow.codec.IllFormedTextException;
import io.utflow.codec.stage.ByteStage;
import io.utflow.codec.stage.Stages;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** Looks for what is ill-formed in a file. A split that is not well-formed is read once more. */
final class Validating {
  private final OpenFile file;
  private final DecoderSpec spec;
  private final int most;

  Validating(OpenFile file, DecoderSpec spec, int most) {
    if (most < 0) {
      throw new IllegalArgumentException(most + " sequences: give 0 or more");
    }
    this.file = file;
    this.spec = DecoderSpec.of(spec.encoding()).bom(spec.bom());
    this.most = most;
  }

  Validation run(List<FileRange> splits, int jobs) throws IOException {
    boolean whole = splits.size() == 1;
    SplitJobs<Validation> reading =
        new SplitJobs<>(
            file,
            splits,
            jobs,
            (split, wanted, buffer, out) ->
                out.accept(new OneSplit(wanted, whole ? null : split, buffer).validated()));
    try {
      long illFormed = 0;
      List<IllFormedSequence> first = new ArrayList<>();
      for (Validation next = reading.next(); next != null; next = reading.next()) {
        illFormed += next.illFormed();
        first.addAll(next.first().subList(0, Math.min(next.first().size(), most - first.size())));
      }
      return new Validation(illFormed, first);
    } finally {
      reading.close();
    }
  }

  /** The work on one split. */
  private final class OneSplit {
    private final OpenFile file;

    /** Null where one stage reads the whole file. */
    private final @Nullable FileRange range;

    private final ByteBuffer buffer;

    OneSplit(OpenFile file, @Nullable FileRange range, ByteBuffer buffer) {
      this.file = file;
      this.range = range;
      this.buffer = buffer;
    }

    Validation validated() throws IOException {
      try {
        readAll(spec, Stages::validate);
        return new Validation(0, List.of());
      } catch (IllFormedTextException e) {
        return described();
      }
    }

    private Validation described() throws IOException {
      List<IllFormedSequence> first = new ArrayList<>();
      long[] count = {0};
      DecoderSpec observed =
          spec.observer(
              sequence -> {
                count[0]++;
                if (first.size() < most) {
                  first.add(sequence);
                }
              });
      try {
        readAll(observed, Stages::decode);
      } catch (IllFormedTextException e) {
        // A mark that is required and is not there fails a stream under every policy. What else is
        // ill-formed is told all the same, as it is in later splits.
        readAll(observed.bom(BomPolicy.KEEP), Stages::decode);
      }
      return new Validation(count[0], first);
    }

    private <O> void readAll(DecoderSpec how, Function<DecoderSpec, ByteStage<O>> stage)
        throws IOException {
      FileSplitReader<O> reader =
          range == null
              ? FileSplitReader.ofWholeFile(stage.apply(how), file, buffer)
              : FileSplitReader.of(
                  Stages.split(how, range.begin(), range.end(), stage), file, range.end(), buffer);
      while (reader.next() != null) {
        // What is read does not matter, but for what is ill-formed.
      }
    }
  }
}
