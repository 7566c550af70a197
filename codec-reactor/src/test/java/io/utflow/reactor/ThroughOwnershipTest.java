/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.reactor;

import static org.assertj.core.api.Assertions.assertThat;

import io.netty.buffer.ByteBuf;
import io.utflow.codec.DecoderSpec;
import io.utflow.codec.TextEncoding;
import io.utflow.codec.stage.Stage;
import io.utflow.codec.stage.Stages;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import reactor.core.publisher.Flux;

/** When a buffer that a stage reads is released, and who releases what the stage yields. */
class ThroughOwnershipTest {
  private static final DecoderSpec UTF_8 = DecoderSpec.of(TextEncoding.UTF_8);

  static List<KindOfBuffer<?>> surfaces() {
    return KindOfBuffer.all();
  }

  @ParameterizedTest
  @MethodSource("surfaces")
  <B> void outputsThatAreNotDeliveredAreReleasedOnce(KindOfBuffer<B> surface) {
    for (long demand : new long[] {1, 2, Long.MAX_VALUE}) {
      for (int taken = 0; taken <= 5; taken++) {
        List<ByteBuf> made = new ArrayList<>();
        List<ByteBuf> received = new ArrayList<>();
        Delivery<B> delivery = new Delivery<>(surface, Buffered.pieces(Frames.BYTES, 4));
        Collector<ByteBuf> collector = new Collector<>(demand, received::add);
        int last = taken;
        delivery
            .flux()
            .transform(
                surface
                    .facade()
                    .through(() -> new Frames().then(new Copies(made)), ByteBuf::release))
            .doOnNext(frame -> cancelAt(last, received.size() + 1, collector))
            .subscribe(collector);
        collector.cancel();
        received.forEach(ByteBuf::release);
        assertThat(made).extracting(ByteBuf::refCnt).isSubsetOf(0);
        assertThat(delivery.referencesLeft()).isSubsetOf(0);
      }
    }
  }

  private static void cancelAt(int last, int now, Collector<?> collector) {
    if (now == last) {
      collector.cancel();
    }
  }

  /** Text to buffers that are counted. */
  private static final class Copies extends PlainStage<String, ByteBuf> {
    private final List<ByteBuf> made;
    private String text;

    Copies(List<ByteBuf> made) {
      this.made = made;
    }

    @Override
    public void offer(String input) {
      text = input;
    }

    @Override
    public ByteBuf poll() {
      if (text == null) {
        return null;
      }
      made.add(KindOfBuffer.pooledDirect().of().apply(Frames.latin1(text)));
      text = null;
      return made.get(made.size() - 1);
    }
  }

  @ParameterizedTest
  @MethodSource("surfaces")
  <B> void aBufferGoesWithItsLastOutput(KindOfBuffer<B> surface) {
    for (long demand : new long[] {1, Long.MAX_VALUE}) {
      Delivery<B> delivery =
          new Delivery<>(surface, List.of(Frames.latin1("abc"), Frames.latin1("def")));
      List<Integer> references = new ArrayList<>();
      Collector<String> collector =
          new Collector<>(
              demand,
              text -> {
                List<B> delivered = delivery.delivered();
                references.add(
                    surface.references().applyAsInt(delivered.get(delivered.size() - 1)));
              });
      delivery.flux().transform(surface.facade().decode().apply(UTF_8)).subscribe(collector);
      assertThat(collector.completed()).isTrue();
      assertThat(references).hasSizeGreaterThanOrEqualTo(2).endsWith(0);
    }
  }

  @Test
  void aStageThatSaysThatAnInputIsSpentIsPolledOnceForIt() {
    for (boolean tells : new boolean[] {true, false}) {
      for (long demand : new long[] {1, Long.MAX_VALUE}) {
        PollCounter stage = new PollCounter(tells);
        Flux<String> text =
            Flux.fromIterable(List.of(Frames.latin1("a"), Frames.latin1("b"), Frames.latin1("c")))
                .transform(ByteArrayText.through(() -> stage));
        assertThat(Collector.all(text, demand)).containsExactly("a", "b", "c");
        // Besides, before the first input and at the end.
        assertThat(stage.polls).isEqualTo(tells ? 3 + 2 : 3 + 3 + 2);
      }
    }
  }

  /** Decodes; counts, and may hide that it knows when an input is spent. */
  private static final class PollCounter extends PlainStage<ByteBuffer, String> {
    private final Stage<ByteBuffer, String> chunks = Stages.decode(UTF_8);
    private final boolean tells;
    private int polls;

    PollCounter(boolean tells) {
      this.tells = tells;
    }

    @Override
    public void offer(ByteBuffer input) {
      chunks.offer(input);
    }

    @Override
    public void endOfInput() {
      chunks.endOfInput();
    }

    @Override
    public String poll() {
      polls++;
      return chunks.poll();
    }

    @Override
    public boolean isSpent() {
      return tells && chunks.isSpent();
    }

    @Override
    public void close() {
      chunks.close();
    }
  }
}
