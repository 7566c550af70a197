/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.netty;

import static io.utflow.netty.Recorder.INACTIVE;
import static io.utflow.netty.Recorder.READ_COMPLETE;
import static org.assertj.core.api.Assertions.assertThat;

import io.netty.buffer.ByteBuf;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.embedded.EmbeddedChannel;
import io.netty.handler.codec.DecoderException;
import io.netty.handler.codec.TooLongFrameException;
import io.utflow.codec.DecoderSpec;
import io.utflow.codec.IllFormedSequence;
import io.utflow.codec.IllFormedTextException;
import io.utflow.codec.MalformedPolicy;
import io.utflow.codec.TextEncoding;
import io.utflow.codec.stage.LineBreaks;
import io.utflow.codec.stage.LineSpec;
import io.utflow.codec.stage.TooLongLine;
import io.utflow.codec.stage.TooLongPolicy;
import io.utflow.codec.testing.Cuts;
import io.utflow.netty.Recorder.Bytes;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Lines in a pipeline: their order, their bounds, their ends, and what stands behind the last. */
@Tag("long")
class TextLineDecoderTest extends DecoderTest {
  private static final LineSpec LF = LineSpec.of(LineBreaks.LF_OR_CRLF);

  private EmbeddedChannel channel(DecoderSpec spec, LineSpec lines) {
    return new EmbeddedChannel(new TextLineDecoder(spec, lines), recorder);
  }

  private ByteBuf latin1(String bytes) {
    return buffers.of(bytes.getBytes(StandardCharsets.ISO_8859_1));
  }

  private static void removeDecoder(ChannelHandlerContext ctx) {
    ctx.pipeline().remove(TextLineDecoder.class);
  }

  @ParameterizedTest
  @EnumSource
  void everyCutOfEveryEncodingIsTheSameLines(Buffers.Kind kind) {
    for (Samples.Sample sample : Samples.wellFormed()) {
      String[] lines = sample.text().split("\r\n");
      for (int at = 0; at <= sample.bytes().length; at++) {
        Recorder receiver = new Recorder();
        receive(
            new TextLineDecoder(sample.encoding(), LineBreaks.LF_OR_CRLF),
            receiver,
            kind,
            Cuts.inTwo(sample.bytes(), at));
        assertThat(receiver.events()).containsExactly(lines[0], lines[1], INACTIVE);
      }
    }
  }

  @Test
  void aLineIsFiredWithTheBufferThatEndsIt() {
    EmbeddedChannel channel = channel(UTF_8, LineSpec.of(LineBreaks.ANY));
    channel.writeInbound(latin1("a\nb"), latin1("c\r"), latin1("\nd\n"));
    assertThat(recorder.eventsAndReadCompletes()).containsExactly("a", "bc", "d", READ_COMPLETE);
    channel.finish();
  }

  @Nested
  class End {
    @Test
    void theLastLineNeedsNoTerminator() {
      EmbeddedChannel channel = channel(UTF_8, LF);
      channel.writeInbound(latin1("a\nb\u00C3"));
      channel.finish();
      assertThat(recorder.eventsAndReadCompletes())
          .containsExactly("a", READ_COMPLETE, "b\uFFFD", READ_COMPLETE, INACTIVE);
    }

    @Test
    void atTheShutdownOfTheInputItIsFiredOnce() {
      EmbeddedChannel channel = channel(UTF_8, LF);
      channel.writeInbound(latin1("a\nb"));
      channel.pipeline().fireUserEventTriggered(SHUTDOWN);
      channel.finish();
      assertThat(recorder.events()).containsExactly("a", "b", SHUTDOWN, INACTIVE);
    }

    @Test
    void afterATerminatorThereIsNone() {
      EmbeddedChannel channel = channel(UTF_8, LF);
      channel.writeInbound(latin1("a\n"));
      channel.finish();
      assertThat(recorder.events()).containsExactly("a", INACTIVE);
    }

    @Test
    void aReceiverThatClosesTheChannelReceivesAllLines() {
      recorder.onFirstRead((ctx, line) -> ctx.close());
      EmbeddedChannel channel = channel(UTF_8, LF);
      channel.writeInbound(latin1("a\nb\nc"));
      assertThat(recorder.events()).containsExactly("a", "b", "c", INACTIVE);
    }
  }

  @Nested
  class TooLong {
    private final LineSpec bounded = LF.maxChars(3);

    private void assertLeftOut(List<Object> expectedBefore, List<Object> expectedAfter) {
      List<Object> events = new ArrayList<>(recorder.events());
      assertThat(recorder.errors()).singleElement().isInstanceOf(TooLongFrameException.class);
      assertThat(recorder.errors().get(0)).hasMessageContaining("maxChars of the LineSpec");
      int at = events.indexOf(recorder.errors().get(0));
      assertThat(events.subList(0, at)).isEqualTo(expectedBefore);
      assertThat(events.subList(at + 1, events.size())).isEqualTo(expectedAfter);
    }

    @Test
    void aLineIsAnErrorOnceAndReadingGoesOnBehindIt() {
      EmbeddedChannel channel = channel(UTF_8, bounded);
      channel.writeInbound(latin1("a\nabcdefgh\r\nb\nabc\r\nc"));
      channel.finish();
      assertLeftOut(List.of("a"), List.of("b", "abc", "c", INACTIVE));
      assertThat(recorder.errors().get(0)).hasMessageContaining("char 2").hasMessageContaining("3");
    }

    @Test
    void howeverItIsCut() {
      byte[] bytes = "a\nabcdefgh\nb\n".getBytes(StandardCharsets.US_ASCII);
      EmbeddedChannel channel = channel(UTF_8, bounded);
      for (byte[] piece : singleBytesAndEmptyPieces(bytes)) {
        channel.writeInbound(buffers.of(piece));
      }
      channel.finish();
      assertLeftOut(List.of("a"), List.of("b", INACTIVE));
    }

    @Test
    void itIsAnErrorAsSoonAsTheBoundIsPassed() {
      EmbeddedChannel channel = channel(UTF_8, bounded);
      channel.writeInbound(latin1("abc"));
      assertThat(recorder.errors()).isEmpty();
      channel.writeInbound(latin1("d"));
      assertThat(recorder.errors()).hasSize(1);
      channel.writeInbound(latin1("e".repeat(100_000)));
      channel.finish();
      assertLeftOut(List.of(), List.of(INACTIVE));
    }

    @Test
    void theObserverIsToldBeforeTheErrorIsFired() {
      List<TooLongLine> told = new ArrayList<>();
      LineSpec observed =
          bounded.observer(
              line -> {
                assertThat(recorder.errors()).isEmpty();
                told.add(line);
              });
      EmbeddedChannel channel = channel(UTF_8, observed);
      channel.writeInbound(latin1("abcd\ne\n"));
      channel.finish();
      assertThat(told).containsExactly(new TooLongLine(0, 0, 3));
      assertLeftOut(List.of(), List.of("e", INACTIVE));
    }

    /** The lines around those that are refused or too long in bytes are fired. */
    @Test
    void aBoundInBytesAndARefusalLeaveTheOthers() {
      LineSpec lines = LF.maxBytes(3).refused(line -> "at " + line.byteOffset());
      EmbeddedChannel channel =
          new EmbeddedChannel(
              new TextLineDecoder(UTF_8.onMalformed(MalformedPolicy.REPORT), lines), recorder);
      channel.writeInbound(latin1("ab\nc\u00FF"), latin1("\n\u00C3\u00A9\u00C3"));
      channel.writeInbound(latin1("\u00A9\nd\n"));
      channel.finish();
      assertThat(recorder.errors())
          .singleElement()
          .isInstanceOfSatisfying(
              TooLongFrameException.class,
              e -> assertThat(e).hasMessageEndingWith("maxBytes of the LineSpec is the bound"));
      assertThat(recorder.strings()).containsExactly("ab", "at 3", "d");
    }

    @Test
    void theOtherAnswersAreNoErrors() {
      for (TooLongPolicy answer : List.of(TooLongPolicy.TRUNCATE, TooLongPolicy.DISCARD)) {
        Recorder receiver = new Recorder();
        EmbeddedChannel channel =
            new EmbeddedChannel(new TextLineDecoder(UTF_8, bounded.onTooLong(answer)), receiver);
        channel.writeInbound(latin1("a\nabcdefgh\nb\n"));
        channel.finish();
        assertThat(receiver.errors()).isEmpty();
        assertThat(receiver.strings())
            .isEqualTo(
                answer == TooLongPolicy.TRUNCATE ? List.of("a", "abc", "b") : List.of("a", "b"));
      }
    }

    @Test
    void aRemovalAtTheErrorLosesNoLine() {
      EmbeddedChannel channel = new EmbeddedChannel();
      Recorder removing =
          new Recorder() {
            @Override
            public void exceptionCaught(ChannelHandlerContext ctx, Throwable cause) {
              super.exceptionCaught(ctx, cause);
              removeDecoder(ctx);
            }
          };
      channel.pipeline().addLast(new TextLineDecoder(UTF_8, bounded), removing);
      channel.writeInbound(latin1("abcdefgh\nb\nc\nd"));
      channel.finish();
      assertThat(removing.errors()).hasSize(1);
      // The line that was being looked for when the error was fired, then the bytes behind it.
      assertThat(removing.strings()).containsExactly("b");
      assertThat(removing.hex()).isEqualTo("630a64");
    }
  }

  @Nested
  class Failure {
    private final DecoderSpec reporting = UTF_8.onMalformed(MalformedPolicy.REPORT);

    @Test
    void completeLinesComeFirstAndTheOpenOneGoesWithTheError() {
      EmbeddedChannel channel = channel(reporting, LF);
      channel.writeInbound(latin1("a\nb\nc\u00FFd\n"), latin1("e\n"));
      channel.finish();
      assertThat(recorder.events()).containsExactly("a", "b", recorder.errors().get(0), INACTIVE);
      assertThat(recorder.errors().get(0)).isInstanceOf(DecoderException.class);
      assertThat(recorder.errors().get(0).getCause())
          .isInstanceOfSatisfying(
              IllFormedTextException.class, e -> assertThat(e.decodedPrefix()).isEqualTo("c"));
    }

    @Test
    void aBareBreakIsOne() {
      EmbeddedChannel channel = channel(UTF_8, LineSpec.of(LineBreaks.CRLF).refuseBareBreaks());
      channel.writeInbound(latin1("a\r\nb\n.\r\nsmuggled\r\n"));
      channel.finish();
      assertThat(recorder.events()).containsExactly("a", recorder.errors().get(0), INACTIVE);
    }
  }

  @Nested
  class Removal {
    /** A first line in ASCII names the encoding of all that follows, in the same buffer. */
    @ParameterizedTest
    @EnumSource
    void aLineCanSwitchTheEncoding(Buffers.Kind kind) {
      String command = "/charset UTF-16LE\n";
      String text = "\u043F\u0440\u0438\u0432\u0435\u0442 \uD83D\uDE00 \u0A0D\n\u00FF\n";
      byte[] bytes = new byte[command.length() + 2 * text.length()];
      for (int i = 0; i < command.length(); i++) {
        bytes[i] = (byte) command.charAt(i);
      }
      for (int i = 0; i < text.length(); i++) {
        bytes[command.length() + 2 * i] = (byte) text.charAt(i);
        bytes[command.length() + 2 * i + 1] = (byte) (text.charAt(i) >> 8);
      }
      for (int at = 0; at <= bytes.length; at++) {
        Recorder receiver =
            new Recorder()
                .onFirstRead(
                    (ctx, line) ->
                        ctx.pipeline()
                            .replace(
                                TextLineDecoder.class,
                                "switched",
                                new TextLineDecoder(TextEncoding.UTF_16LE, LineBreaks.LF_OR_CRLF)));
        receive(new TextLineDecoder(UTF_8, LF), receiver, kind, Cuts.inTwo(bytes, at));
        assertThat(receiver.events())
            .as("cut at %d", at)
            .containsExactly(
                "/charset UTF-16LE",
                "\u043F\u0440\u0438\u0432\u0435\u0442 \uD83D\uDE00 \u0A0D",
                "\u00FF",
                INACTIVE);
      }
    }

    @ParameterizedTest
    @EnumSource
    void bytesBehindALineGoOnAsTheyAre(Buffers.Kind kind) {
      byte[] bytes = new byte[20_000];
      new java.util.Random(2).nextBytes(bytes);
      System.arraycopy(new byte[] {'S', 'T', 'A', 'R', 'T', '\r', '\n'}, 0, bytes, 0, 7);
      recorder.onFirstRead((ctx, line) -> removeDecoder(ctx));
      EmbeddedChannel channel = channel(UTF_8, LineSpec.of(LineBreaks.ANY));
      channel.writeInbound(buffers.of(kind, bytes));
      channel.finish();
      assertThat(recorder.strings()).containsExactly("START");
      assertThat(recorder.hex()).isEqualTo(java.util.HexFormat.of().formatHex(bytes, 7, 20_000));
      assertThat(recorder.errors()).isEmpty();
    }

    /** A line that is not ASCII, so that text behind it is decoded with it. */
    @ParameterizedTest
    @EnumSource
    void illFormedBytesBehindALineGoOnUntold(Buffers.Kind kind) {
      byte[] bytes = "<\u00C3\u00A9>\nx\u00C3\ny\u00FFz\n".getBytes(StandardCharsets.ISO_8859_1);
      for (MalformedPolicy policy :
          List.of(MalformedPolicy.REPLACE, MalformedPolicy.SKIP, MalformedPolicy.REPORT)) {
        for (LineBreaks breaks :
            List.of(LineBreaks.LF_OR_CRLF, LineBreaks.ANY, LineBreaks.UNICODE)) {
          for (int at = 0; at <= bytes.length; at++) {
            List<IllFormedSequence> told = new ArrayList<>();
            Recorder receiver = new Recorder().onFirstRead((ctx, line) -> removeDecoder(ctx));
            EmbeddedChannel channel =
                new EmbeddedChannel(
                    new TextLineDecoder(
                        UTF_8.onMalformed(policy).observer(told::add), LineSpec.of(breaks)),
                    receiver);
            for (byte[] piece : Cuts.inTwo(bytes, at)) {
              channel.writeInbound(buffers.of(kind, piece));
            }
            channel.finish();
            assertThat(receiver.strings()).containsExactly("<\u00E9>");
            assertThat(receiver.hex()).isEqualTo("78c30a79ff7a0a");
            assertThat(receiver.errors()).isEmpty();
            assertThat(told).isEmpty();
          }
        }
      }
    }

    @Test
    void fromOutsideTheOpenLineGoesOnAsBytes() {
      EmbeddedChannel channel = channel(UTF_8, LF);
      channel.writeInbound(latin1("a\nb\u00C3\u00A9\u00E2"));
      channel.pipeline().remove(TextLineDecoder.class);
      channel.writeInbound(latin1("\u0082"));
      assertThat(recorder.events()).containsExactly("a", new Bytes("62c3a9e2"), new Bytes("82"));
      channel.finish();
    }
  }

  @Nested
  class Demand {
    private final ReadCounter reads = new ReadCounter();

    private EmbeddedChannel channelWithoutAutoRead() {
      EmbeddedChannel channel = new EmbeddedChannel();
      channel.config().setAutoRead(false);
      channel.pipeline().addLast(reads, new TextLineDecoder(UTF_8, LF.maxChars(5)), recorder);
      return channel;
    }

    @Test
    void aReadThatEndsNoLineTriggersAnother() {
      EmbeddedChannel channel = channelWithoutAutoRead();
      channel.writeInbound(latin1("a"));
      assertThat(reads.count()).isEqualTo(1);
      channel.writeInbound(latin1("b\r"));
      assertThat(reads.count()).isEqualTo(2);
      channel.writeInbound(latin1("\nc\nd"));
      assertThat(reads.count()).isEqualTo(2);
      assertThat(recorder.events()).containsExactly("ab", "c");
      channel.finish();
    }

    @Test
    void aLineThatIsLeftOutIsNoneThatWasRead() {
      EmbeddedChannel channel = channelWithoutAutoRead();
      channel.writeInbound(latin1("abcdefgh"));
      channel.writeInbound(latin1("ij\n"));
      assertThat(reads.count()).isEqualTo(2);
      assertThat(recorder.errors()).hasSize(1);
      channel.finish();
    }
  }
}
