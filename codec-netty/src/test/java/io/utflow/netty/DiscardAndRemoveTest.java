/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.netty;

import static io.utflow.netty.Recorder.INACTIVE;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.netty.channel.embedded.EmbeddedChannel;
import io.utflow.codec.DecoderSpec;
import io.utflow.codec.EncoderSpec;
import io.utflow.codec.MalformedPolicy;
import io.utflow.codec.TextEncoding;
import io.utflow.codec.stage.LineBreaks;
import io.utflow.codec.stage.LineSpec;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** A handler that is removed so hands nothing over, and says how much that was. */
class DiscardAndRemoveTest extends DecoderTest {
  private static final DecoderSpec UTF_8 = DecoderSpec.of(TextEncoding.UTF_8).pieceChars(2);

  private static List<StageDecoder<?>> decoders(DecoderSpec spec) {
    return List.of(
        new TextStreamDecoder(spec),
        new TextLineDecoder(spec, LineSpec.of(LineBreaks.LF_OR_CRLF)),
        new TextStreamTranscoder(spec, EncoderSpec.of(TextEncoding.UTF_8).pieceBytes(4)));
  }

  @ParameterizedTest
  @EnumSource
  void allThatIsLeftIsDroppedAndTheNextBuffersPass(Buffers.Kind kind) {
    for (StageDecoder<?> decoder : decoders(UTF_8)) {
      List<Long> dropped = new ArrayList<>();
      Recorder receiver =
          new Recorder()
              .onFirstRead(
                  (ctx, first) -> {
                    ctx.pipeline().fireChannelRead(buffers.of(kind, Samples.hex("65 66 67")));
                    ctx.pipeline().fireChannelRead(7);
                    dropped.add(decoder.discardAndRemove());
                    dropped.add(decoder.discardAndRemove());
                  });
      EmbeddedChannel channel = new EmbeddedChannel(decoder, receiver);
      channel.writeInbound(buffers.of(kind, Samples.hex("61 0A 62 0A 63 FF 64 E2 82")));
      channel.writeInbound(buffers.ofHex("68"));
      channel.finish();
      int first = decoder instanceof TextStreamTranscoder ? 4 : 2;
      assertThat(dropped).as("%s", decoder).containsExactly(9L - first + 3, 0L);
      assertThat(receiver.events().subList(1, 4))
          .containsExactly(7, new Recorder.Bytes("68"), INACTIVE);
      assertThat(receiver.errors()).isEmpty();
    }
  }

  @Test
  void betweenTwoBuffersWhatWaitsIsDropped() {
    List<Long> dropped = new ArrayList<>();
    List<Object> events = new ArrayList<>();
    for (StageDecoder<?> decoder : decoders(UTF_8)) {
      Recorder receiver = new Recorder();
      EmbeddedChannel channel = new EmbeddedChannel(decoder, receiver);
      channel.writeInbound(buffers.ofHex("61 62 E2 82"));
      dropped.add(decoder.discardAndRemove());
      channel.finish();
      events.addAll(receiver.events());
    }
    assertThat(dropped).containsExactly(2L, 4L, 2L);
    assertThat(events)
        .containsExactly("ab", INACTIVE, INACTIVE, new Recorder.Bytes("6162"), INACTIVE);
  }

  @Test
  void anOrdinaryRemovalBeforeItChangesNothing() {
    TextStreamDecoder decoder = new TextStreamDecoder(UTF_8);
    List<Long> dropped = new ArrayList<>();
    recorder.onFirstRead(
        (ctx, first) -> {
          ctx.pipeline().remove(decoder);
          dropped.add(decoder.discardAndRemove());
        });
    EmbeddedChannel channel = new EmbeddedChannel(decoder, recorder);
    channel.writeInbound(buffers.ofHex("61 62 63"));
    channel.finish();
    assertThat(dropped).containsExactly(1L);
    assertThat(recorder.events()).containsExactly("ab", INACTIVE);
  }

  @Test
  void atTheEndWhatIsLeftIsDroppedToo() {
    for (StageDecoder<?> decoder : decoders(UTF_8)) {
      Recorder receiver =
          new Recorder()
              .onFirstRead(
                  (ctx, first) -> {
                    ctx.pipeline().fireChannelInactive();
                  });
      List<Long> dropped = new ArrayList<>();
      receiver.onInactive(ctx -> dropped.add(decoder.discardAndRemove()));
      EmbeddedChannel channel = new EmbeddedChannel(decoder, receiver);
      channel.writeInbound(buffers.ofHex("61 0A 62 0A 63 E2"));
      channel.finish();
      assertThat(dropped).first().isEqualTo(0L);
      assertThat(receiver.errors()).isEmpty();
    }
  }

  @Test
  void afterAFailureThereIsNothingLeft() {
    TextStreamDecoder decoder = new TextStreamDecoder(UTF_8.onMalformed(MalformedPolicy.REPORT));
    EmbeddedChannel channel = new EmbeddedChannel(decoder, recorder);
    channel.writeInbound(buffers.ofHex("FF 61"));
    assertThat(decoder.discardAndRemove()).isZero();
    channel.writeInbound(buffers.ofHex("62"));
    channel.finish();
    assertThat(recorder.hex()).isEqualTo("62");
  }

  @Test
  void anObserverCannotCallIt() {
    assertThat(refusals(StageDecoder::discardAndRemove))
        .singleElement()
        .satisfies(e -> assertThat(e).hasMessageContaining("while the stage decodes"));
  }

  @Test
  void aHandlerInNoPipelineCannotBeRemoved() {
    assertThatThrownBy(new TextStreamDecoder(UTF_8)::discardAndRemove)
        .isInstanceOf(IllegalStateException.class)
        .hasMessageContaining("no pipeline");
  }
}
