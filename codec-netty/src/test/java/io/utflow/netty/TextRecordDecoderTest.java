/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.netty;

import static io.utflow.netty.Recorder.INACTIVE;
import static io.utflow.netty.Recorder.READ_COMPLETE;
import static org.assertj.core.api.Assertions.assertThat;

import io.netty.buffer.ByteBuf;
import io.netty.channel.embedded.EmbeddedChannel;
import io.netty.handler.codec.TooLongFrameException;
import io.utflow.codec.DecoderSpec;
import io.utflow.codec.MalformedPolicy;
import io.utflow.codec.TextEncoding;
import io.utflow.codec.stage.RecordSpec;
import io.utflow.codec.stage.TooLongLine;
import io.utflow.codec.stage.TooLongPolicy;
import io.utflow.codec.testing.Cuts;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Records in a pipeline, as lines are, with delimiters of one's own. */
class TextRecordDecoderTest extends DecoderTest {
  private static final RecordSpec RECORDS = RecordSpec.delimitedBy("\u001E", "--");

  private EmbeddedChannel channel(DecoderSpec spec, RecordSpec records) {
    return new EmbeddedChannel(new TextRecordDecoder(spec, records), recorder);
  }

  private ByteBuf latin1(String bytes) {
    return buffers.of(bytes.getBytes(StandardCharsets.ISO_8859_1));
  }

  @ParameterizedTest
  @EnumSource
  void everyCutIsTheSameRecords(Buffers.Kind kind) {
    byte[] bytes = "a\n\u00E9--\u20AC-b\u001E\u001Elast".getBytes(StandardCharsets.UTF_16LE);
    for (int at = 0; at <= bytes.length; at++) {
      Recorder receiver = new Recorder();
      receive(
          new TextRecordDecoder(TextEncoding.UTF_16LE, RECORDS),
          receiver,
          kind,
          Cuts.inTwo(bytes, at));
      assertThat(receiver.events()).containsExactly("a\n\u00E9", "\u20AC-b", "", "last", INACTIVE);
    }
  }

  @Test
  void aRecordIsFiredWithTheBufferThatEndsIt() {
    EmbeddedChannel channel = channel(UTF_8, RECORDS);
    channel.writeInbound(latin1("a-"));
    assertThat(recorder.events()).isEmpty();
    channel.writeInbound(latin1("-b"));
    assertThat(recorder.eventsAndReadCompletes())
        .containsExactly(READ_COMPLETE, "a", READ_COMPLETE);
    channel.finish();
  }

  @Test
  void oneThatIsTooLongIsAnErrorOnceAndReadingGoesOnBehindIt() {
    List<TooLongLine> told = new ArrayList<>();
    RecordSpec bounded =
        RECORDS
            .maxChars(3)
            .observer(
                record -> {
                  assertThat(recorder.errors()).isEmpty();
                  told.add(record);
                });
    EmbeddedChannel channel = channel(UTF_8, bounded);
    channel.writeInbound(latin1("a--abcdef"), latin1("gh--b\u001Ec"));
    channel.finish();
    assertThat(recorder.errors()).singleElement().isInstanceOf(TooLongFrameException.class);
    assertThat(recorder.errors().get(0)).hasMessageContaining("maxChars of the RecordSpec");
    assertThat(recorder.events())
        .containsExactly("a", recorder.errors().get(0), "b", "c", INACTIVE);
    assertThat(told).containsExactly(new TooLongLine(3, 3, 3));
  }

  @Test
  void theOtherAnswersAreNoErrors() {
    for (TooLongPolicy answer : List.of(TooLongPolicy.TRUNCATE, TooLongPolicy.DISCARD)) {
      Recorder receiver = new Recorder();
      EmbeddedChannel channel =
          new EmbeddedChannel(
              new TextRecordDecoder(UTF_8, RECORDS.maxChars(3).onTooLong(answer)), receiver);
      channel.writeInbound(latin1("a--abcdefgh--b"));
      channel.finish();
      assertThat(receiver.errors()).isEmpty();
      assertThat(receiver.strings())
          .isEqualTo(
              answer == TooLongPolicy.TRUNCATE ? List.of("a", "abc", "b") : List.of("a", "b"));
    }
  }

  @Test
  void completeRecordsComeBeforeAFailure() {
    EmbeddedChannel channel = channel(UTF_8.onMalformed(MalformedPolicy.REPORT), RECORDS);
    channel.writeInbound(latin1("a--b--c\u00FFd--"), latin1("e--"));
    channel.finish();
    assertThat(recorder.events()).containsExactly("a", "b", recorder.errors().get(0), INACTIVE);
  }

  @Test
  void aRemovalHandsOnTheBytesBehindTheRecord() {
    recorder.onFirstRead((ctx, record) -> ctx.pipeline().remove(TextRecordDecoder.class));
    EmbeddedChannel channel = channel(UTF_8, RECORDS);
    channel.writeInbound(latin1("a\u001Eb\u00FF\u001E"));
    channel.finish();
    assertThat(recorder.events()).containsExactly("a", new Recorder.Bytes("62ff1e"), INACTIVE);
  }
}
