/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.codec.scripts;

import io.utflow.codec.DecoderSpec;
import io.utflow.codec.sse.ServerSentEvent;
import io.utflow.codec.stage.ByteStage;
import io.utflow.codec.stage.LocatedLine;
import io.utflow.codec.stage.Stage;
import io.utflow.codec.testing.BufferKind;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * A stage as a subject.
 *
 * @param <I> what the stage is offered
 */
final class Staged<I> implements Subject {
  private final Stage<I, ?> stage;
  private final Function<byte[], I> inputs;
  private final Transcript told;
  private final boolean atOnce;

  /** How many outputs are still to come before the stream is switched to {@link #next}. */
  private int untilSwitch;

  private @Nullable DecoderSpec next;

  /** The lines that were polled, of a stage that yields such. */
  final List<LocatedLine> located = new ArrayList<>();

  private Staged(Stage<I, ?> stage, Function<byte[], I> inputs, Transcript told, boolean atOnce) {
    this.stage = stage;
    this.inputs = inputs;
    this.told = told;
    this.atOnce = atOnce;
  }

  static Staged<ByteBuffer> ofBytes(ByteStage<?> stage, Setup setup, Transcript told) {
    BufferKind kind = setup.kind();
    Staged<ByteBuffer> staged = new Staged<>(stage, kind::of, told, false);
    staged.untilSwitch = setup.number(Setup.Key.SWITCH_AFTER);
    staged.next = staged.untilSwitch > 0 ? setup.decoderSpec(Setup.Key.NEXT, told) : null;
    return staged;
  }

  /** Each input is offered and polled in one call. */
  static Staged<ByteBuffer> atOnce(ByteStage<?> stage, Setup setup, Transcript told) {
    return new Staged<>(stage, setup.kind()::of, told, true);
  }

  static Staged<CharSequence> ofText(Stage<CharSequence, ?> stage, Transcript told) {
    return new Staged<>(stage, Script::text, told, false);
  }

  @Override
  public void offer(byte[] bytes) {
    if (atOnce) {
      Object output = stage.offerAndPoll(inputs.apply(bytes));
      if (output != null) {
        yielded(output);
      }
    } else {
      stage.offer(inputs.apply(bytes));
    }
  }

  @Override
  public boolean poll() {
    Object output = stage.poll();
    if (output == null) {
      return false;
    }
    yielded(output);
    if (next != null && --untilSwitch == 0) {
      switchTo(next);
    }
    return true;
  }

  private void yielded(Object output) {
    if (output instanceof LocatedLine line) {
      located.add(line);
      told.output("%s@%d-%d".formatted(line.text(), line.begin(), line.textEnd()));
    } else if (output instanceof ByteBuffer buffer) {
      byte[] bytes = new byte[buffer.remaining()];
      buffer.get(bytes);
      told.output(HexFormat.of().withUpperCase().formatHex(bytes));
    } else if (output instanceof ServerSentEvent event) {
      told.output(describe(event));
    } else if (output instanceof Integer valid) {
      told.output(".".repeat(valid));
    } else {
      told.output((String) output);
    }
  }

  /** All that an event says. */
  static String describe(ServerSentEvent event) {
    return describe(
        event.hasData() ? event.data() : null,
        event.hasType() ? event.type() : "",
        event.id().orElse(null),
        event.retry().map(d -> Long.toString(d.toMillis())).orElse(null),
        event.comment().orElse(null));
  }

  static String describe(
      @Nullable String data,
      String type,
      @Nullable String id,
      @Nullable String retry,
      @Nullable String comment) {
    return "{data=%s, type=%s, id=%s, retry=%s, comment=%s}"
        .formatted(data, type, id, retry, comment);
  }

  @Override
  public void end() {
    stage.endOfInput();
  }

  @Override
  public byte[] take() {
    return ((ByteStage<?>) stage).takeUndelivered();
  }

  @Override
  public void switchTo(DecoderSpec next) {
    ((ByteStage<?>) stage).switchTo(next);
  }

  @Override
  public void note() {
    told.end(
        stage instanceof ByteStage<?> reading ? reading.resolvedEncoding() : Optional.empty(), -1);
  }
}
