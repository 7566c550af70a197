/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.netty;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufUtil;
import io.utflow.codec.DecoderSpec;
import io.utflow.codec.IllFormedSequence;
import io.utflow.codec.TextValidator;
import io.utflow.codec.stage.ByteStage;
import io.utflow.netty.Recorder.Bytes;
import java.nio.ByteBuffer;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HexFormat;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** What a receiver is to get of what was sent, found in a straight loop without a pipeline. */
final class StreamModel {
  static final String FAILURE = "failure";

  /**
   * What was sent and when: bytes, another message, or what was done to the channel.
   *
   * @param seen how many events the receiver that removed the handler had seen, the one it was
   *     receiving included
   */
  record Sending(Object what, int seen) {
    static final String REMOVE = "remove";
    static final String DISCARD = "discard and remove";
    static final String SHUTDOWN = "shutdown";
    static final String CLOSE = "close";

    boolean isRemoval() {
      return what == REMOVE || what == DISCARD;
    }

    byte @Nullable [] bytes() {
      return what instanceof byte[] bytes ? bytes : null;
    }

    @Override
    public String toString() {
      return (bytes() == null ? what : HexFormat.of().formatHex(bytes())) + "@" + seen;
    }
  }

  /** Turns bytes into outputs, one by one. */
  interface Machine {
    void offer(byte[] bytes);

    void end();

    /** The next output, {@link #FAILURE}, or null. */
    @Nullable Object next();

    /** What it holds, or null if it never holds anything. */
    byte @Nullable [] rest();
  }

  private final Machine machine;
  private final List<Sending> log;
  private final List<Object> expected = new ArrayList<>();
  private final int removedAt;
  private final boolean discards;
  private final int removedWhenSeen;
  private boolean handedOver;
  private boolean ended;
  private boolean failed;

  private StreamModel(Machine machine, List<Sending> log) {
    this.machine = machine;
    this.log = log;
    int at = 0;
    while (at < log.size() && !log.get(at).isRemoval()) {
      at++;
    }
    this.removedAt = at;
    this.discards = at < log.size() && log.get(at).what() == Sending.DISCARD;
    this.removedWhenSeen = at < log.size() ? log.get(at).seen() : Integer.MAX_VALUE;
  }

  static List<Object> expected(Machine machine, List<Sending> log) {
    StreamModel model = new StreamModel(machine, log);
    for (int i = 0; i < log.size(); i++) {
      model.take(i, log.get(i));
    }
    return model.expected;
  }

  private void take(int index, Sending sending) {
    // Who removed the handler from outside did so before it sent this.
    boolean behindRemoval = index > removedAt;
    byte[] bytes = sending.bytes();
    if (behindRemoval) {
      handOver();
    }
    if (bytes == null) {
      takeEvent(sending, behindRemoval);
    } else if (behindRemoval || handedOver && !failed && !discards) {
      expected.add(new Bytes(HexFormat.of().formatHex(bytes)));
    } else if (!failed && !handedOver) {
      machine.offer(bytes);
      drain();
    }
  }

  private void takeEvent(Sending sending, boolean behindRemoval) {
    if (sending.isRemoval()) {
      handOver();
    } else if (sending.what() == Sending.SHUTDOWN || sending.what() == Sending.CLOSE) {
      if (!behindRemoval && !handedOver && !ended && !failed) {
        ended = true;
        machine.end();
        drain();
      }
      expected.add(sending.what());
    } else {
      expected.add(sending.what());
      handOverIfRemoved();
    }
  }

  private void drain() {
    Object output;
    while (!handedOver && !failed && (output = machine.next()) != null) {
      expected.add(output);
      failed = output == FAILURE;
      handOverIfRemoved();
    }
  }

  /** If the receiver of the last event removed the handler. */
  private void handOverIfRemoved() {
    if (expected.size() >= removedWhenSeen) {
      handOver();
    }
  }

  private void handOver() {
    if (discards) {
      handedOver = true;
      return;
    }
    byte[] rest = handedOver || failed || isEndKnownAtRemoval() ? null : machine.rest();
    if (rest == null) {
      return;
    }
    handedOver = true;
    if (rest.length > 0) {
      expected.add(new Bytes(HexFormat.of().formatHex(rest)));
    }
  }

  private boolean isEndKnownAtRemoval() {
    return log.subList(0, removedAt).stream()
        .anyMatch(s -> s.what() == Sending.SHUTDOWN || s.what() == Sending.CLOSE);
  }

  static Machine ofStage(ByteStage<?> stage) {
    return new Machine() {
      private boolean failed;

      @Override
      public void offer(byte[] bytes) {
        stage.offer(ByteBuffer.wrap(bytes));
      }

      @Override
      public void end() {
        stage.endOfInput();
      }

      @Override
      public @Nullable Object next() {
        try {
          Object output = failed ? null : stage.poll();
          return output instanceof ByteBuf buffer ? hexOf(buffer) : output;
        } catch (RuntimeException e) {
          failed = true;
          return FAILURE;
        }
      }

      @Override
      public byte[] rest() {
        return stage.takeUndelivered();
      }
    };
  }

  private static Bytes hexOf(ByteBuf buffer) {
    Bytes hex = new Bytes(ByteBufUtil.hexDump(buffer));
    buffer.release();
    return hex;
  }

  /** Each buffer passes, up to the first ill-formed sequence. */
  static Machine ofValidator(DecoderSpec spec) {
    TextValidator validator = spec.newValidator();
    return new Machine() {
      private final Deque<Object> outputs = new ArrayDeque<>();
      private long offered;

      @Override
      public void offer(byte[] bytes) {
        Optional<IllFormedSequence> found = validator.validate(ByteBuffer.wrap(bytes), false);
        long valid = found.isEmpty() ? bytes.length : found.get().byteOffset() - offered;
        if (found.isEmpty() || valid > 0) {
          outputs.add(new Bytes(HexFormat.of().formatHex(bytes, 0, (int) valid)));
        }
        found.ifPresent(sequence -> outputs.add(FAILURE));
        offered += bytes.length;
      }

      @Override
      public void end() {
        validator
            .validate(ByteBuffer.allocate(0), true)
            .ifPresent(sequence -> outputs.add(FAILURE));
      }

      @Override
      public @Nullable Object next() {
        return outputs.poll();
      }

      @Override
      public byte @Nullable [] rest() {
        return null;
      }
    };
  }
}
