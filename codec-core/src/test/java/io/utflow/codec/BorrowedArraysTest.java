/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.codec;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.management.ThreadMXBean;
import io.utflow.codec.stage.ByteStage;
import io.utflow.codec.stage.LineBreaks;
import io.utflow.codec.stage.LineSpec;
import io.utflow.codec.stage.Stages;
import java.lang.management.ManagementFactory;
import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.function.Supplier;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * What a call or a stage borrows comes back, however it ends: else each call makes its own, of some
 * thousand bytes, which the bytes tell that the thread allocates.
 */
class BorrowedArraysTest {
  /** A call or a stream takes less, an exception included; what it borrows has twice as many. */
  private static final int MOST_BYTES = 16_384;

  /** The same of a stream of lines, which borrows 8192 bytes more. */
  private static final int MOST_BYTES_OF_LINES = 12_000;

  /** Outside the heap, so that arrays are needed to read it; with two ill-formed bytes. */
  private static final ByteBuffer INPUT = input();

  private static final DecoderSpec LENIENT =
      DecoderSpec.of(TextEncoding.UTF_8).onMalformed(MalformedPolicy.replaceWith("?"));
  private static final DecoderSpec STRICT = LENIENT.onMalformed(MalformedPolicy.REPORT);
  private static final DecoderSpec THROWING =
      LENIENT.observer(
          sequence -> {
            throw Thrown.ONE;
          });
  private static final EncoderSpec OUT = EncoderSpec.of(TextEncoding.UTF_8);
  private static final LineSpec LINES = LineSpec.of(LineBreaks.LF_OR_CRLF);
  private static final CharBuffer CHARS = CharBuffer.allocate(8192);
  private static final ByteBuffer BYTES = ByteBuffer.allocateDirect(8192);
  private static final String TEXT = "a\u20ACb\uDE00c".repeat(100);

  /** Without a stack trace, so that it takes nothing. */
  private static final class Thrown extends RuntimeException {
    private static final long serialVersionUID = 1L;
    static final Thrown ONE = new Thrown();

    private Thrown() {
      super("thrown", null, false, false);
    }
  }

  private static ByteBuffer input() {
    byte[] bytes = new byte[1200];
    Arrays.fill(bytes, (byte) 'a');
    bytes[100] = (byte) 0xFF;
    bytes[600] = (byte) 0xE2;
    bytes[1100] = '\n';
    return ByteBuffer.allocateDirect(bytes.length).put(bytes).flip();
  }

  private enum How {
    TO_ITS_END {
      @Override
      void leave(ByteStage<?> stage) {
        stage.endOfInput();
        drain(stage);
      }
    },
    CLOSED {
      @Override
      void leave(ByteStage<?> stage) {
        stage.close();
      }
    },
    HANDED_OVER {
      @Override
      void leave(ByteStage<?> stage) {
        stage.takeUndelivered();
      }
    },
    CLOSED_UNREAD {
      @Override
      void leave(ByteStage<?> stage) {
        stage.offer(INPUT.duplicate());
        stage.close();
      }
    },
    CLOSED_IN_AN_INPUT {
      @Override
      void leave(ByteStage<?> stage) {
        stage.offer(INPUT.duplicate());
        stage.poll();
        stage.close();
      }
    };

    abstract void leave(ByteStage<?> stage);
  }

  private enum Made {
    PIECES(spec -> Stages.decode(spec)),
    SHORT_PIECES(spec -> Stages.decode(spec.pieceChars(100))),
    LINES_OF(spec -> Stages.lines(spec, LINES)),
    LOCATED_LINES(spec -> Stages.locatedLines(spec, LINES)),
    VALID(spec -> Stages.validate(spec));

    private final java.util.function.Function<DecoderSpec, ByteStage<?>> maker;

    Made(java.util.function.Function<DecoderSpec, ByteStage<?>> maker) {
      this.maker = maker;
    }
  }

  private static void drain(ByteStage<?> stage) {
    while (stage.poll() != null) {
      // Only what it borrows counts.
    }
  }

  private static void run(Supplier<ByteStage<?>> maker, int inputs, How how) {
    ByteStage<?> stage = maker.get();
    try {
      for (int i = 0; i < inputs; i++) {
        stage.offer(INPUT.duplicate());
        drain(stage);
      }
      how.leave(stage);
    } catch (IllFormedTextException | Thrown expected) {
      stage.close();
    }
  }

  @ParameterizedTest
  @EnumSource
  void ofAStage(How how) {
    for (Made made : Made.values()) {
      for (DecoderSpec spec : new DecoderSpec[] {LENIENT, STRICT, THROWING}) {
        assertThat(allocatedBy(() -> run(() -> made.maker.apply(spec), 1, how)))
            .as("%s, %s", made, spec)
            .isLessThan(made.name().contains("LINES") ? MOST_BYTES_OF_LINES : MOST_BYTES);
      }
    }
  }

  /** Of a whole text the bytes wait for its end; handed over, they are decoded and encoded. */
  @ParameterizedTest
  @EnumSource
  void ofAWholeText(How how) {
    int text =
        switch (how) {
          case TO_ITS_END -> 6000;
          case HANDED_OVER -> 30_000;
          default -> 0;
        };
    DecoderSpec latin = DecoderSpec.of(StandardCharsets.ISO_8859_1);
    assertThat(allocatedBy(() -> run(() -> Stages.text(latin, 10_000), 5, how)))
        .isLessThan(text + 2048);
  }

  private enum Call {
    DECODER {
      @Override
      void run(DecoderSpec spec) {
        spec.newDecoder().decode(INPUT.duplicate(), CHARS.clear(), true);
      }
    },
    TEXT_OF_DECODER {
      @Override
      void run(DecoderSpec spec) {
        spec.newDecoder().decode(INPUT.duplicate(), true);
      }
    },
    VALIDATOR {
      @Override
      void run(DecoderSpec spec) {
        spec.newValidator().validate(INPUT.duplicate(), true);
      }
    },
    TRANSCODER {
      @Override
      void run(DecoderSpec spec) {
        spec.newTranscoder(OUT).transcode(INPUT.duplicate(), BYTES.clear(), true);
      }
    },
    ENCODER {
      @Override
      void run(DecoderSpec spec) {
        EncoderSpec out =
            spec == LENIENT
                ? OUT
                : spec == STRICT
                    ? OUT.onMalformed(MalformedPolicy.REPORT)
                    : OUT.observer(
                        sequence -> {
                          throw Thrown.ONE;
                        });
        out.newEncoder().encode(CharBuffer.wrap(TEXT), BYTES.clear(), true);
      }
    };

    abstract void run(DecoderSpec spec);
  }

  @ParameterizedTest
  @EnumSource
  void ofACall(Call call) {
    for (DecoderSpec spec : new DecoderSpec[] {LENIENT, STRICT, THROWING}) {
      long bytes =
          allocatedBy(
              () -> {
                try {
                  call.run(spec);
                } catch (IllFormedTextException | Thrown expected) {
                  // However it ends.
                }
              });
      assertThat(bytes).as("%s", spec).isLessThan(MOST_BYTES);
    }
  }

  /** For each of some runs, the least of some batches: the virtual machine may allocate too. */
  private static long allocatedBy(Runnable run) {
    ThreadMXBean thread = (ThreadMXBean) ManagementFactory.getThreadMXBean();
    int runs = 20;
    long least = Long.MAX_VALUE;
    for (int batch = 0; batch < 4; batch++) {
      long before = thread.getCurrentThreadAllocatedBytes();
      for (int i = 0; i < runs; i++) {
        run.run();
      }
      least = Math.min(least, thread.getCurrentThreadAllocatedBytes() - before);
    }
    return least / runs;
  }
}
