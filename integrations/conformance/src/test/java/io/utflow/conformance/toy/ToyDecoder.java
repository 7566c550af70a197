/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.conformance.toy;

import io.utflow.conformance.DecoderUnderTest;
import io.utflow.conformance.Job;
import io.utflow.conformance.PieceDecoder;
import io.utflow.conformance.Place;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A plain decoder of everything in the suite, with one fault or none. */
public final class ToyDecoder implements PieceDecoder {
  private final Job job;
  private final @Nullable Fault fault;
  private final ToyText text;
  private final ToyLines lines;
  private final ToyEvents events;

  private ToyDecoder(Job job, String encoding, @Nullable Fault fault) {
    this.job = job;
    this.fault = fault;
    text = new ToyText(encoding, fault);
    lines = new ToyLines(job, fault);
    events = new ToyEvents(fault);
  }

  /** The toy with that fault; null: without one. */
  public static DecoderUnderTest with(@Nullable Fault fault) {
    return DecoderUnderTest.of(
        "toy, " + fault, (job, encoding) -> new ToyDecoder(job, encoding, fault));
  }

  @Override
  public List<String> piece(byte[] bytes) {
    return outputs(text.read(bytes, false));
  }

  @Override
  public List<String> end() {
    List<String> outputs = new ArrayList<>(outputs(text.read(new byte[0], true)));
    if (job == Job.EVENTS) {
      outputs.addAll(events.read(lines.late()));
      outputs.addAll(events.end());
    } else if (job != Job.TEXT) {
      outputs.addAll(lines.late());
      outputs.addAll(lines.incomplete());
    }
    return outputs;
  }

  private List<String> outputs(String read) {
    if (job == Job.TEXT) {
      return read.isEmpty() ? List.of() : pieces(read);
    }
    List<String> found = lines.read(read);
    return job == Job.EVENTS ? events.read(found) : found;
  }

  private List<String> pieces(String read) {
    boolean pair = Character.isSupplementaryCodePoint(read.codePointBefore(read.length()));
    if (fault == Fault.HALF_PAIRS && pair) {
      int half = read.length() - 1;
      return List.of(read.substring(0, half), read.substring(half));
    }
    return List.of(read);
  }

  @Override
  public int pendingBytes() {
    return text.pendingBytes();
  }

  @Override
  public List<Place> illFormed() {
    return text.illFormed();
  }
}
