/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.netty;

import static io.utflow.netty.Recorder.INACTIVE;
import static io.utflow.netty.Recorder.READ_COMPLETE;
import static java.nio.charset.StandardCharsets.UTF_16LE;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.embedded.EmbeddedChannel;
import io.utflow.codec.BomPolicy;
import io.utflow.codec.DecoderSpec;
import io.utflow.codec.EncoderSpec;
import io.utflow.codec.IllFormedSequence;
import io.utflow.codec.MalformedPolicy;
import io.utflow.codec.TextEncoding;
import io.utflow.codec.stage.LineBreaks;
import io.utflow.codec.stage.LineSpec;
import io.utflow.codec.stage.RecordSpec;
import io.utflow.codec.testing.Cuts;
import java.io.ByteArrayOutputStream;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** What was received and not decoded is read in the new way, whole, once, and at once. */
class SwitchTest extends DecoderTest {
  private static final DecoderSpec WIDE = DecoderSpec.of(TextEncoding.UTF_16LE);
  private static final LineSpec LF = LineSpec.of(LineBreaks.LF_OR_CRLF);
  private static final String COMMAND = "CHARSET utf-16le";
  private static final String FIRST = "\u043F\u0440\u0438 \uD83D\uDE00 \u0A0D";
  private static final String SECOND = "\u00FF";

  private static byte[] bytes(String ascii, String wide) {
    ByteArrayOutputStream all = new ByteArrayOutputStream();
    all.writeBytes(Samples.utf8(ascii));
    all.writeBytes(wide.getBytes(UTF_16LE));
    return all.toByteArray();
  }

  /** Switches at the first output. */
  private static Recorder switching(StageDecoder<?> decoder, DecoderSpec next) {
    return new Recorder().onFirstRead((ctx, first) -> decoder.switchTo(next));
  }

  @ParameterizedTest
  @EnumSource
  void aLineSwitchesTheRestOfItsBufferWhereverItIsCut(Buffers.Kind kind) {
    for (LineBreaks breaks : LineBreaks.values()) {
      boolean endsAtLf = breaks == LineBreaks.LF_OR_CRLF || breaks == LineBreaks.LF_ONLY;
      String end = endsAtLf ? "\n" : "\r\n";
      assertSwitchesWhereverItIsCut(kind, breaks, bytes(COMMAND + end, FIRST + end + SECOND + end));
    }
    byte[] carriageReturns = bytes(COMMAND + "\r", FIRST + "\r" + SECOND + "\r");
    assertSwitchesWhereverItIsCut(kind, LineBreaks.ANY, carriageReturns);
  }

  private void assertSwitchesWhereverItIsCut(Buffers.Kind kind, LineBreaks breaks, byte[] bytes) {
    for (int at = 0; at <= bytes.length; at++) {
      assertSwitches(kind, breaks, Cuts.inTwo(bytes, at));
    }
    assertSwitches(kind, breaks, singleBytesAndEmptyPieces(bytes));
  }

  private void assertSwitches(Buffers.Kind kind, LineBreaks breaks, List<byte[]> pieces) {
    TextLineDecoder decoder = new TextLineDecoder(UTF_8, LineSpec.of(breaks));
    Recorder receiver = switching(decoder, WIDE);
    EmbeddedChannel channel = new EmbeddedChannel(decoder, receiver);
    for (byte[] piece : pieces) {
      channel.writeInbound(buffers.of(kind, piece));
    }
    assertThat(receiver.events())
        .as("%s, %d pieces, the first of %d", breaks, pieces.size(), pieces.get(0).length)
        .containsExactly(COMMAND, FIRST, SECOND);
    channel.finish();
    assertThat(receiver.events()).hasSize(4).endsWith(INACTIVE);
  }

  @Test
  void fromAWideEncodingTheLineFeedIsCutToo() {
    ByteArrayOutputStream all = new ByteArrayOutputStream();
    all.writeBytes("narrow\r\n".getBytes(UTF_16LE));
    all.writeBytes(Samples.utf8("\u00E9\nb\n"));
    byte[] bytes = all.toByteArray();
    for (int at = 0; at <= bytes.length; at++) {
      TextLineDecoder decoder = new TextLineDecoder(WIDE, LineSpec.of(LineBreaks.ANY));
      Recorder receiver = switching(decoder, UTF_8);
      receive(decoder, receiver, Buffers.Kind.HEAP, Cuts.inTwo(bytes, at));
      assertThat(receiver.events())
          .as("cut at %d", at)
          .containsExactly("narrow", "\u00E9", "b", INACTIVE);
    }
  }

  @ParameterizedTest
  @EnumSource
  void aLongBufferIsSwitchedInItsMiddle(Buffers.Kind kind) {
    String line = "\u0430".repeat(3000);
    byte[] bytes = bytes("x".repeat(5000) + "\n", line + "\n" + line + "\n");
    TextLineDecoder decoder = new TextLineDecoder(UTF_8, LF);
    Recorder receiver = switching(decoder, WIDE);
    EmbeddedChannel channel = new EmbeddedChannel(decoder, receiver);
    channel.writeInbound(buffers.of(kind, bytes));
    assertThat(receiver.events()).containsExactly("x".repeat(5000), line, line);
    channel.finish();
  }

  @Test
  void aRecordSwitchesToo() {
    TextRecordDecoder decoder = new TextRecordDecoder(UTF_8, RecordSpec.delimitedBy("\0"));
    Recorder receiver = switching(decoder, WIDE);
    EmbeddedChannel channel = new EmbeddedChannel(decoder, receiver);
    channel.writeInbound(buffers.of(bytes("a\0", "\u0100\u0001\0b\0")));
    channel.finish();
    assertThat(receiver.events()).containsExactly("a", "\u0100\u0001", "b", INACTIVE);
  }

  @ParameterizedTest
  @EnumSource
  void aPieceSwitchesWhatStandsBehindIt(Buffers.Kind kind) {
    byte[] bytes = bytes("abc", "\u0434\u20AC");
    TextStreamDecoder decoder = new TextStreamDecoder(UTF_8.pieceChars(3));
    Recorder receiver = switching(decoder, WIDE);
    EmbeddedChannel channel = new EmbeddedChannel(decoder, receiver);
    channel.writeInbound(buffers.of(kind, bytes));
    assertThat(receiver.text()).isEqualTo("abc\u0434\u20AC");
    channel.finish();
  }

  @Test
  void buffersThatWaitAreReadInTheNewWay() {
    TextLineDecoder decoder = new TextLineDecoder(UTF_8, LF);
    recorder.onFirstRead(
        (ctx, line) -> {
          ctx.pipeline().fireChannelRead(buffers.of(bytes("", "b\n")));
          ctx.pipeline().fireChannelRead(7);
          ctx.pipeline().fireChannelRead(buffers.of(bytes("", "c\n")));
          decoder.switchTo(WIDE);
        });
    EmbeddedChannel channel = new EmbeddedChannel(decoder, recorder);
    channel.writeInbound(buffers.of(bytes("a\n", "\u0434\n")));
    channel.finish();
    assertThat(recorder.events()).containsExactly("a", "\u0434", "b", 7, "c", INACTIVE);
  }

  /** E2 82 begins a character of UTF-8, and is one of UTF-16. */
  @Test
  void whatTheStageHadTakenIsReadAtOnce() {
    TextStreamDecoder decoder = new TextStreamDecoder(UTF_8);
    Recorder receiver = switching(decoder, WIDE);
    EmbeddedChannel channel = new EmbeddedChannel(decoder, receiver);
    channel.writeInbound(buffers.ofHex("61 E2 82"));
    assertThat(receiver.events()).containsExactly("a", "\u82E2");
    channel.finish();
    assertThat(receiver.events()).containsExactly("a", "\u82E2", INACTIVE);
  }

  @Test
  void betweenTwoBuffersItIsReadAtOnceToo() {
    TextStreamDecoder decoder = new TextStreamDecoder(UTF_8);
    EmbeddedChannel channel = new EmbeddedChannel(decoder, recorder);
    channel.writeInbound(buffers.ofHex("E2 82"));
    assertThat(recorder.events()).isEmpty();
    decoder.switchTo(WIDE);
    assertThat(recorder.take()).containsExactly(READ_COMPLETE, "\u82E2", READ_COMPLETE);
    decoder.switchTo(UTF_8);
    channel.writeInbound(buffers.ofHex("C3 A9"));
    assertThat(recorder.events()).containsExactly("\u00E9");
    channel.finish();
  }

  @Test
  void atAMessageThatPassesItIsReadBehindThat() {
    TextStreamDecoder decoder = new TextStreamDecoder(UTF_8);
    EmbeddedChannel channel = new EmbeddedChannel(decoder, recorder);
    channel.writeInbound(buffers.ofHex("E2 82"));
    recorder.onFirstRead((ctx, message) -> decoder.switchTo(WIDE));
    channel.writeInbound(7);
    channel.finish();
    assertThat(recorder.events()).containsExactly(7, "\u82E2", INACTIVE);
  }

  @Test
  void atTheEndTheRestIsReadInTheNewWay() {
    TextStreamDecoder decoder = new TextStreamDecoder(UTF_8);
    Recorder receiver = switching(decoder, WIDE);
    EmbeddedChannel channel = new EmbeddedChannel(decoder, receiver);
    channel.writeInbound(buffers.ofHex("61 E2"));
    channel.finish();
    assertThat(receiver.events()).containsExactly("a", "\uFFFD", INACTIVE);
    assertThatThrownBy(() -> decoder.switchTo(UTF_8)).isInstanceOf(IllegalStateException.class);
  }

  @Test
  void offsetsGoOnAndTheMarkPolicyAndTheBudgetBegin() {
    List<IllFormedSequence> told = new ArrayList<>();
    DecoderSpec once = UTF_8.onMalformed(MalformedPolicy.REPLACE.atMost(1)).observer(told::add);
    TextLineDecoder decoder = new TextLineDecoder(once, LF);
    Recorder receiver = switching(decoder, once.bom(BomPolicy.SNIFF));
    EmbeddedChannel channel = new EmbeddedChannel(decoder, receiver);
    channel.writeInbound(buffers.ofHex("FF 0A FE FF 00 62 DC 00 00 0A 00 63 00 0A"));
    assertThat(receiver.events()).containsExactly("\uFFFD", "b\uFFFD", "c");
    assertThat(told).extracting(IllFormedSequence::byteOffset).containsExactly(0L, 6L);
    assertThat(decoder.resolvedEncoding()).contains(TextEncoding.UTF_16BE);
    channel.finish();
  }

  /** In the new encoding the line may be anything, also a way back. */
  @Test
  void aSwitchFollowsASwitch() {
    TextLineDecoder decoder = new TextLineDecoder(UTF_8, LF);
    Recorder receiver =
        new Recorder() {
          @Override
          public void channelRead(ChannelHandlerContext ctx, Object line) {
            super.channelRead(ctx, line);
            decoder.switchTo(line.equals("narrow") ? UTF_8 : WIDE);
          }
        };
    EmbeddedChannel channel = new EmbeddedChannel(decoder, receiver);
    ByteArrayOutputStream all = new ByteArrayOutputStream();
    all.writeBytes(bytes("wide\n", "\u0434\nnarrow\n"));
    all.writeBytes(bytes("\u00E9\n", "\u0434\n"));
    byte[] bytes = all.toByteArray();
    for (byte[] piece : singleBytesAndEmptyPieces(bytes)) {
      channel.writeInbound(buffers.of(piece));
    }
    channel.writeInbound(buffers.of(bytes("", "narrow\n")), buffers.of(bytes));
    channel.finish();
    assertThat(receiver.strings())
        .containsExactly(
            "wide", "\u0434", "narrow", "\u00E9", "\u0434", "narrow", "wide", "\u0434", "narrow",
            "\u00E9", "\u0434");
  }

  @Test
  void theTextOfAnOpenLineStaysItsBeginning() {
    TextLineDecoder decoder = new TextLineDecoder(UTF_8, LF);
    EmbeddedChannel channel = new EmbeddedChannel(decoder, recorder);
    channel.writeInbound(buffers.of(bytes("a\nb\u00E9", "")));
    decoder.switchTo(WIDE);
    channel.writeInbound(buffers.of(bytes("", "\u0434\nc\n")));
    channel.finish();
    assertThat(recorder.events()).containsExactly("a", "b\u00E9\u0434", "c", INACTIVE);
  }

  @ParameterizedTest
  @EnumSource
  void aRemovalBehindTheSwitchHandsOverWhatWasReceived(Buffers.Kind kind) {
    for (String rest : List.of("", "E2 82", "C3 28 0A FF 00 E2")) {
      for (boolean discards : List.of(false, true)) {
        TextLineDecoder decoder = new TextLineDecoder(UTF_8, LF);
        long[] dropped = new long[1];
        Recorder receiver =
            new Recorder()
                .onFirstRead(
                    (ctx, line) -> {
                      decoder.switchTo(WIDE);
                      if (discards) {
                        dropped[0] = decoder.discardAndRemove();
                      } else {
                        ctx.pipeline().remove(decoder);
                      }
                    });
        EmbeddedChannel channel = new EmbeddedChannel(decoder, receiver);
        channel.writeInbound(buffers.of(kind, Samples.hex("61 0A" + rest)));
        channel.finish();
        String hex = rest.replace(" ", "").toLowerCase(Locale.ROOT);
        assertThat(receiver.strings()).containsExactly("a");
        assertThat(receiver.hex()).isEqualTo(discards ? "" : hex);
        assertThat(dropped[0]).isEqualTo(discards ? hex.length() / 2 : 0);
      }
    }
  }

  @Test
  void theNewPolicyFailsTheStream() {
    TextStreamDecoder decoder = new TextStreamDecoder(UTF_8);
    Recorder receiver = switching(decoder, WIDE.onMalformed(MalformedPolicy.REPORT));
    EmbeddedChannel channel = new EmbeddedChannel(decoder, receiver);
    channel.writeInbound(buffers.ofHex("61"), buffers.ofHex("62 00 00 DC 63 00"));
    channel.finish();
    assertThat(receiver.events()).containsExactly("a", "b", receiver.errors().get(0), INACTIVE);
    assertThat(receiver.errors().get(0)).hasMessageContaining("byte 3");
  }

  // What refuses.

  @Test
  void anObserverCannotSwitch() {
    assertThat(refusals(decoder -> decoder.switchTo(WIDE)))
        .singleElement()
        .satisfies(e -> assertThat(e).hasMessageContaining("while the stage decodes"));
  }

  @Test
  void aHandlerInNoPipelineCannotSwitch() {
    assertThatThrownBy(() -> new TextStreamDecoder(UTF_8).switchTo(WIDE))
        .isInstanceOf(IllegalStateException.class)
        .hasMessageContaining("no pipeline");
  }

  @Test
  void aRemovedOrFailedHandlerCannotSwitch() {
    TextStreamDecoder failed = new TextStreamDecoder(UTF_8.onMalformed(MalformedPolicy.REPORT));
    EmbeddedChannel channel = new EmbeddedChannel(failed, recorder);
    channel.writeInbound(buffers.ofHex("FF 61"));
    assertThatThrownBy(() -> failed.switchTo(WIDE)).isInstanceOf(IllegalStateException.class);
    channel.pipeline().remove(failed);
    channel.finish();

    TextStreamDecoder removed = new TextStreamDecoder(UTF_8);
    List<Throwable> thrown = new ArrayList<>();
    Recorder receiver =
        new Recorder()
            .onFirstRead(
                (ctx, text) -> {
                  ctx.pipeline().remove(removed);
                  try {
                    removed.switchTo(WIDE);
                  } catch (IllegalStateException e) {
                    thrown.add(e);
                  }
                });
    EmbeddedChannel other = new EmbeddedChannel(removed, receiver);
    other.writeInbound(buffers.ofHex("61 E2 82"));
    other.finish();
    assertThat(thrown).hasSize(1);
    assertThat(receiver.events()).containsExactly("a", new Recorder.Bytes("e282"), INACTIVE);
  }

  @Test
  void whatHasOneWayToReadGoesOnInIt() {
    List<StageDecoder<?>> oneWay =
        List.of(
            new TextStreamTranscoder(UTF_8, EncoderSpec.of(TextEncoding.UTF_8)),
            new StageDecoder<>(new ForeignStage<>(b -> new Recorder.Bytes("0" + b))));
    for (StageDecoder<?> decoder : oneWay) {
      Recorder receiver = new Recorder();
      EmbeddedChannel channel = new EmbeddedChannel(decoder, receiver);
      assertThatThrownBy(() -> decoder.switchTo(WIDE))
          .isInstanceOf(UnsupportedOperationException.class);
      channel.writeInbound(buffers.ofHex("01"));
      channel.finish();
      assertThat(receiver.events()).containsExactly(new Recorder.Bytes("01"), INACTIVE);
    }
  }
}
