/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.netty;

import static org.assertj.core.api.Assertions.assertThat;

import io.netty.buffer.Unpooled;
import io.netty.channel.embedded.EmbeddedChannel;
import io.netty.handler.codec.http.HttpClientCodec;
import io.netty.handler.codec.http.HttpObjectAggregator;
import io.netty.handler.codec.http.HttpServerCodec;
import io.utflow.codec.DecoderSpec;
import io.utflow.codec.EncoderSpec;
import io.utflow.codec.MalformedPolicy;
import io.utflow.codec.TextEncoding;
import io.utflow.codec.sse.EventSpec;
import io.utflow.codec.sse.EventStages;
import io.utflow.codec.stage.ByteStage;
import io.utflow.codec.stage.LineBreaks;
import io.utflow.codec.stage.LineSpec;
import io.utflow.codec.stage.OutputBuffers;
import io.utflow.codec.stage.Stages;
import io.utflow.codec.testing.Cuts;
import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.function.Supplier;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** The bodies of one connection: what comes of each is what comes of it alone, for every cut. */
class HttpTextDecoderTest extends HandlerTest {
  private static final DecoderSpec UTF_8 = DecoderSpec.of(TextEncoding.UTF_8);
  private static final LineSpec LINES = LineSpec.of(LineBreaks.ANY);

  /** Many of them end where another could go on: in a line, a sequence, an event, a mark. */
  private static final List<byte[]> BODIES =
      List.of(
          utf8("user=alice"),
          utf8("user=bob\n"),
          Samples.hex("61F09F"),
          Samples.hex("988062"),
          utf8(""),
          utf8("id: 7\ndata: half"),
          utf8("data: x\n\ndata: y\n\n"),
          Samples.hex("EFBB"),
          Samples.hex("BF61FF"),
          utf8("last\r"),
          utf8("\nof all"));

  /** What reads a body. */
  private enum Stage {
    LINES_ANY(() -> Stages.lines(UTF_8, LINES)),
    TEXT(() -> Stages.decode(UTF_8)),
    REPORTED(() -> Stages.decode(UTF_8.onMalformed(MalformedPolicy.REPORT))),
    WHOLE(() -> Stages.text(UTF_8, 12)),
    EVENTS(() -> EventStages.decode(UTF_8, EventSpec.DEFAULT)),
    HEX(
        () ->
            Stages.transcode(UTF_8, EncoderSpec.of(TextEncoding.UTF_16), OutputBuffers.onHeap())
                .then(new Hex()));

    private final Supplier<ByteStage<?>> make;

    Stage(Supplier<ByteStage<?>> make) {
      this.make = make;
    }

    @SuppressWarnings("unchecked") // What comes out is only noted.
    ByteStage<Object> make() {
      return (ByteStage<Object>) make.get();
    }

    boolean isInPieces() {
      return this == TEXT || this == REPORTED || this == HEX;
    }
  }

  private static byte[] utf8(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }

  /** By a stage that reads nothing else. */
  private static List<String> alone(Stage stage, byte[] body) {
    List<String> outputs = new ArrayList<>();
    outputs.add("</>");
    ByteStage<Object> reader = stage.make();
    StringBuilder joined = new StringBuilder();
    String end = ".";
    try {
      if (body.length > 0) {
        reader.offer(java.nio.ByteBuffer.wrap(body));
        drain(stage, reader, joined, outputs);
        reader.endOfInput();
        drain(stage, reader, joined, outputs);
      }
    } catch (io.utflow.codec.IllFormedTextException e) {
      end = "!400";
    } catch (io.utflow.codec.stage.TooLongTextException e) {
      end = "!413";
    }
    if (joined.length() > 0) {
      outputs.add(joined.toString());
    }
    outputs.add(end);
    return outputs;
  }

  private static void drain(
      Stage stage, ByteStage<Object> reader, StringBuilder joined, List<String> outputs) {
    for (Object output = reader.poll(); output != null; output = reader.poll()) {
      if (stage.isInPieces()) {
        joined.append(output);
      } else {
        outputs.add(String.valueOf(output));
      }
    }
  }

  private static byte[] messages(List<byte[]> bodies, String start) {
    ByteArrayOutputStream all = new ByteArrayOutputStream();
    for (byte[] body : bodies) {
      boolean chunked = body.length > 2 && body.length % 2 == 0;
      all.writeBytes(
          utf8(
              start
                  + (chunked ? "Transfer-Encoding: chunked" : "Content-Length: " + body.length)
                  + "\r\n\r\n"));
      if (chunked) {
        for (byte[] chunk : Cuts.every(body, 2)) {
          all.writeBytes(utf8("2\r\n"));
          all.writeBytes(chunk);
          all.writeBytes(utf8("\r\n"));
        }
        all.writeBytes(utf8("0\r\n\r\n"));
      } else {
        all.writeBytes(body);
      }
    }
    return all.toByteArray();
  }

  @ParameterizedTest
  @EnumSource
  void whatComesOfABodyIsWhatComesOfItAlone(Stage stage) {
    List<String> expected = new ArrayList<>();
    BODIES.forEach(body -> expected.addAll(alone(stage, body)));
    expected.add("inactive");
    byte[] requests = messages(BODIES, "POST / HTTP/1.1\r\n");
    for (Buffers.Kind kind : List.of(Buffers.Kind.HEAP, Buffers.Kind.DIRECT)) {
      for (int size : new int[] {1, 2, 3, 5, 7, 11, 13, 17, 50, 64, requests.length}) {
        for (boolean aggregates : new boolean[] {false, true}) {
          HttpRecorder recorder = new HttpRecorder(stage.isInPieces());
          EmbeddedChannel channel = new EmbeddedChannel(new HttpServerCodec());
          if (aggregates) {
            channel.pipeline().addLast(new HttpObjectAggregator(1000));
          }
          channel.pipeline().addLast(new HttpTextDecoder<>(message -> stage.make()), recorder);
          Cuts.every(requests, size).forEach(part -> channel.writeInbound(buffers.of(kind, part)));
          channel.finishAndReleaseAll();
          assertThat(recorder.events)
              .as("%s, pieces of %s, aggregated %s", kind, size, aggregates)
              .isEqualTo(expected);
        }
      }
    }
  }

  /** The same on the side of a client, which has to know what was asked. */
  @Test
  void responses() {
    List<String> expected = new ArrayList<>();
    BODIES.forEach(body -> expected.addAll(alone(Stage.LINES_ANY, body)));
    expected.replaceAll(event -> event.equals("</>") ? "<200>" : event);
    byte[] responses = messages(BODIES, "HTTP/1.1 200 OK\r\n");
    for (List<byte[]> pieces : List.of(Cuts.bytewise(responses), Cuts.whole(responses))) {
      HttpRecorder recorder = new HttpRecorder();
      EmbeddedChannel channel =
          new EmbeddedChannel(
              new HttpClientCodec(), new HttpTextDecoder<>(m -> Stage.LINES_ANY.make()), recorder);
      pieces.forEach(piece -> channel.writeInbound(buffers.of(piece)));
      assertThat(recorder.take()).isEqualTo(expected);
      channel.finishAndReleaseAll();
    }
  }

  /** Of every prefix of a stream of messages: none that was cut looks whole. */
  @Test
  void aMessageThatWasCutFailsWhereverThatIs() {
    List<byte[]> bodies = List.of(utf8("one\nhalf"), utf8("odd"), utf8("four"));
    byte[] requests = messages(bodies, "POST / HTTP/1.1\r\n");
    for (int length = 0; length < requests.length; length++) {
      HttpRecorder recorder = new HttpRecorder();
      EmbeddedChannel channel =
          new EmbeddedChannel(
              new HttpServerCodec(),
              new HttpTextDecoder<>(message -> Stages.lines(UTF_8, LINES)),
              recorder);
      channel.writeInbound(Unpooled.copiedBuffer(requests, 0, length));
      channel.finishAndReleaseAll();
      long heads = recorder.events.stream().filter(event -> event.startsWith("<")).count();
      long ends = recorder.events.stream().filter("."::equals).count();
      long failures = recorder.events.stream().filter("!400"::equals).count();
      assertThat(ends + failures).as("%s of %s", length, recorder.events).isEqualTo(heads);
      assertThat(failures).isLessThanOrEqualTo(1);
      // A line without its terminator is one only where its body has ended.
      List<String> lines = new ArrayList<>(recorder.events);
      lines.removeIf(event -> event.startsWith("<") || event.startsWith("!"));
      lines.removeAll(List.of(".", "inactive"));
      assertThat(lines).isEqualTo(List.of("one", "half", "odd", "four").subList(0, lines.size()));
      if (failures == 1) {
        assertThat(recorder.events).endsWith("!400", "inactive");
      }
    }
  }

  /** Bytes as digits, so that they can be joined and compared. */
  private static final class Hex
      implements io.utflow.codec.stage.Stage<java.nio.ByteBuffer, String> {
    private java.nio.@org.jspecify.annotations.Nullable ByteBuffer input;

    @Override
    public void offer(java.nio.ByteBuffer next) {
      input = next;
    }

    @Override
    public void endOfInput() {}

    @Override
    public @org.jspecify.annotations.Nullable String poll() {
      java.nio.ByteBuffer bytes = input;
      input = null;
      if (bytes == null) {
        return null;
      }
      byte[] all = new byte[bytes.remaining()];
      bytes.get(all);
      return HexFormat.of().formatHex(all);
    }

    @Override
    public void close() {}
  }
}
