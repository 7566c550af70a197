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
import java.util.function.Consumer;
import java.util.function.Function;

/**
 * Looks for ill-formed sequences in a split of a file. A split that is not well-formed is read once
 * more.
 *
 * @param spec without policy and observer
 * @param most how many sequences are described
 */
record Validating(DecoderSpec spec, int most) implements SplitJobs.Job<Validation> {
  Validating {
    if (most < 0) {
      throw new IllegalArgumentException(most + " sequences: give 0 or more");
    }
  }

  @Override
  public void read(FileRange split, OpenFile file, ByteBuffer buffer, Consumer<Validation> out)
      throws IOException {
    out.accept(validated(split, file, buffer));
  }

  private Validation validated(FileRange split, OpenFile file, ByteBuffer buffer)
      throws IOException {
    try {
      readAll(Splitting.of(spec, Stages::validate).reader(split, file, buffer));
      return new Validation(0, List.of());
    } catch (IllFormedTextException e) {
      return described(split, file, buffer);
    }
  }

  private Validation described(FileRange split, OpenFile file, ByteBuffer buffer)
      throws IOException {
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
    Function<DecoderSpec, ByteStage<String>> stage = Stages::decode;
    try {
      readAll(Splitting.of(observed, stage).reader(split, file, buffer));
    } catch (IllFormedTextException e) {
      // A mark that is required and is not there fails a stream under every policy. What else is
      // ill-formed is told all the same, as it is in later splits.
      readAll(Splitting.of(observed.bom(BomPolicy.KEEP), stage).reader(split, file, buffer));
    }
    return new Validation(count[0], first);
  }

  private static void readAll(FileSplitReader<?> reader) throws IOException {
    while (reader.next() != null) {
      // What is read does not matter, but for what is ill-formed.
    }
  }

  /** The ill-formed sequences of all splits. */
  Validation all(SplitJobs<Validation> splits) throws IOException {
    long[] illFormed = {0};
    List<IllFormedSequence> first = new ArrayList<>();
    splits.forEach(
        next -> {
          illFormed[0] += next.illFormed();
          first.addAll(next.first().subList(0, Math.min(next.first().size(), most - first.size())));
        });
    return new Validation(illFormed[0], first);
  }
}
