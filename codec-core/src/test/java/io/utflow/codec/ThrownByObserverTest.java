/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.codec;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;
import static org.assertj.core.api.Assertions.catchThrowable;

import io.utflow.codec.stage.LineBreaks;
import io.utflow.codec.stage.LineSpec;
import io.utflow.codec.stage.OutputBuffers;
import io.utflow.codec.stage.Stage;
import io.utflow.codec.stage.Stages;
import io.utflow.codec.testing.BufferKind;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.function.Function;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Law L7 for what observers and handlers throw, checked exceptions too, which Kotlin and Scala let
 * them throw: the text before is delivered, the exception comes unchanged, once, and the stream has
 * failed.
 */
class ThrownByObserverTest {
  private static final String LONG = "\u00E9".repeat(10_000);

  private static final IllFormedSequence OTHER =
      DecoderSpec.of(TextEncoding.UTF_16BE)
          .newValidator()
          .validate(ByteBuffer.wrap(new byte[1]), true)
          .orElseThrow();

  static List<Throwable> throwables() {
    return List.of(
        new IOException("checked"),
        new RuntimeException("unchecked"),
        new AssertionError("error"),
        OTHER.toException());
  }

  @SuppressWarnings("unchecked")
  private static <E extends Throwable> void sneak(Throwable thrown) throws E {
    throw (E) thrown;
  }

  private static List<DecoderSpec> decoderSpecs(Throwable thrown) {
    DecoderSpec spec = DecoderSpec.of(TextEncoding.UTF_8);
    return List.of(
        spec.observer(sequence -> ThrownByObserverTest.<RuntimeException>sneak(thrown)),
        spec.onMalformed(MalformedPolicy.handledBy(handler(thrown))));
  }

  private static Function<IllFormedSequence, String> handler(Throwable thrown) {
    return sequence -> {
      ThrownByObserverTest.<RuntimeException>sneak(thrown);
      return "";
    };
  }

  private static byte[] illFormedBehind(String text) {
    byte[] bytes = (text + "?z").getBytes(StandardCharsets.UTF_8);
    bytes[bytes.length - 2] = (byte) 0xFF;
    return bytes;
  }

  private static void assertFailed(Runnable call, Throwable thrown) {
    assertThatIllegalStateException().isThrownBy(call::run).withCause(thrown);
  }

  @ParameterizedTest
  @EnumSource(BufferKind.class)
  void theTextThatAStringWasToHoldCanBeTaken(BufferKind kind) {
    for (Throwable thrown : throwables()) {
      for (DecoderSpec spec : decoderSpecs(thrown)) {
        for (String text : List.of("", "a", "a\u00E9\u20AC", LONG)) {
          TextDecoder decoder = spec.newDecoder();
          decoder.decode(kind.of("before".getBytes(StandardCharsets.UTF_8)), false);
          ByteBuffer in = kind.of(illFormedBehind(text));
          assertThat(catchThrowable(() -> decoder.decode(in, true))).isSameAs(thrown);
          assertThat(in.remaining()).isEqualTo(1);
          assertFailed(() -> decoder.decode(in, true), thrown);
          assertThat(decoder.takeDecodedPrefix()).isEqualTo(text);
          assertThat(decoder.takeDecodedPrefix()).isEmpty();
          assertFailed(() -> decoder.decode(in, true), thrown);
          decoder.reset();
          assertThat(decoder.takeDecodedPrefix()).isEmpty();
          assertThat(decoder.decode(in, true)).isEqualTo("z");
        }
      }
    }
  }

  /** No exception can be suppressed by itself. */
  @Test
  void anObserverAndAListenerMayThrowTheSame() {
    for (Throwable thrown : throwables()) {
      Runnable throwing = () -> ThrownByObserverTest.<RuntimeException>sneak(thrown);
      CodingListener listener = (encoding, read, written, illFormed) -> throwing.run();
      DecoderSpec decoding =
          DecoderSpec.of(TextEncoding.UTF_8).observer(any -> throwing.run()).listener(listener);
      EncoderSpec encoding =
          EncoderSpec.of(TextEncoding.UTF_8).observer(any -> throwing.run()).listener(listener);
      byte[] bytes = illFormedBehind("a");
      assertThat(catchThrowable(() -> decoding.decode(bytes))).isSameAs(thrown);
      assertThat(catchThrowable(() -> encoding.encode("a\uDE00"))).isSameAs(thrown);
    }
  }

  @Test
  void theTextBeforeAReportCanBeTakenToo() {
    TextDecoder decoder =
        DecoderSpec.of(TextEncoding.UTF_8).onMalformed(MalformedPolicy.REPORT).newDecoder();
    ByteBuffer in = ByteBuffer.wrap(illFormedBehind("text"));
    assertThat(catchThrowable(() -> decoder.decode(in, true)))
        .isInstanceOfSatisfying(
            IllFormedTextException.class, e -> assertThat(e.decodedPrefix()).isEqualTo("text"));
    assertThat(decoder.takeDecodedPrefix()).isEqualTo("text");
  }

  @Test
  void nothingIsToBeTakenWhereTheTextWasDelivered() {
    for (Throwable thrown : throwables()) {
      for (DecoderSpec spec : decoderSpecs(thrown)) {
        TextDecoder decoder = spec.newDecoder();
        assertThat(decoder.takeDecodedPrefix()).isEmpty();
        ByteBuffer in = ByteBuffer.wrap(illFormedBehind("text"));
        CharBuffer out = CharBuffer.allocate(9);
        assertThat(catchThrowable(() -> decoder.decode(in, out, true))).isSameAs(thrown);
        assertThat(out.flip().toString()).isEqualTo("text");
        assertThat(decoder.takeDecodedPrefix()).isEmpty();
        assertFailed(() -> decoder.decode(in, out, true), thrown);
      }
    }
  }

  @ParameterizedTest
  @EnumSource(BufferKind.class)
  void aPieceIsReturnedFirst(BufferKind kind) {
    for (Throwable thrown : throwables()) {
      for (DecoderSpec spec : decoderSpecs(thrown)) {
        TextDecoder decoder = spec.newDecoder();
        ByteBuffer in = kind.of(illFormedBehind("text"));
        assertThat(decoder.decodePiece(in, 9, true)).isEqualTo("text");
        assertThat(catchThrowable(() -> decoder.decodePiece(in, 9, true))).isSameAs(thrown);
        assertFailed(() -> decoder.decodePiece(in, 9, true), thrown);
      }
    }
  }

  @Test
  void aValidatorThrowsItAndHasFailed() {
    for (Throwable thrown : throwables()) {
      TextValidator validator = decoderSpecs(thrown).get(0).newValidator();
      ByteBuffer in = ByteBuffer.wrap(illFormedBehind("text"));
      assertThat(catchThrowable(() -> validator.validate(in, true))).isSameAs(thrown);
      assertFailed(() -> validator.validate(in, true), thrown);
    }
  }

  @Test
  void aTranscoderHasWrittenTheTextBefore() {
    for (Throwable thrown : throwables()) {
      for (DecoderSpec spec : decoderSpecs(thrown)) {
        TextTranscoder transcoder = spec.newTranscoder(EncoderSpec.of(TextEncoding.UTF_16BE));
        ByteBuffer in = ByteBuffer.wrap(illFormedBehind("text"));
        ByteBuffer out = ByteBuffer.allocate(99);
        assertThat(catchThrowable(() -> transcoder.transcode(in, out, true))).isSameAs(thrown);
        assertThat(out.flip().asCharBuffer().toString()).isEqualTo("text");
        assertFailed(() -> transcoder.transcode(in, ByteBuffer.allocate(9), true), thrown);
      }
    }
  }

  private static List<EncoderSpec> encoderSpecs(Throwable thrown) {
    EncoderSpec spec = EncoderSpec.of(TextEncoding.UTF_8);
    return List.of(
        spec.observer(sequence -> ThrownByObserverTest.<RuntimeException>sneak(thrown)),
        spec.onMalformed(MalformedPolicy.handledBy(handler(thrown))));
  }

  @Test
  void anEncoderHasWrittenTheTextBefore() {
    for (Throwable thrown : throwables()) {
      for (EncoderSpec spec : encoderSpecs(thrown)) {
        TextEncoder encoder = spec.newEncoder();
        ByteBuffer out = ByteBuffer.allocate(99);
        assertThat(catchThrowable(() -> encoder.encode("text\uDC00z", 0, out, true)))
            .isSameAs(thrown);
        assertThat(StandardCharsets.UTF_8.decode(out.flip()).toString()).isEqualTo("text");
        assertFailed(() -> encoder.encode("z", 0, ByteBuffer.allocate(9), true), thrown);
      }
    }
  }

  static Stream<Function<Throwable, Stage<?, ?>>> stages() {
    EncoderSpec utf8 = EncoderSpec.of(TextEncoding.UTF_8);
    byte[] bytes = illFormedBehind("text\n");
    return Stream.of(
        thrown -> offered(Stages.decode(decoderSpecs(thrown).get(0)), ByteBuffer.wrap(bytes)),
        thrown ->
            offered(
                Stages.lines(decoderSpecs(thrown).get(0), LineSpec.of(LineBreaks.LF_OR_CRLF)),
                ByteBuffer.wrap(bytes)),
        thrown ->
            offered(
                Stages.transcode(decoderSpecs(thrown).get(0), utf8, OutputBuffers.onHeap()),
                ByteBuffer.wrap(bytes)),
        thrown ->
            offered(
                Stages.encode(encoderSpecs(thrown).get(0), OutputBuffers.onHeap()),
                "text\n\uDC00z"));
  }

  private static <I> Stage<I, ?> offered(Stage<I, ?> stage, I input) {
    stage.offer(input);
    return stage;
  }

  @ParameterizedTest
  @MethodSource("stages")
  void aStageYieldsWhatStandsBeforeThenThrowsThenIsSilent(Function<Throwable, Stage<?, ?>> kind) {
    for (Throwable thrown : throwables().subList(0, 3)) {
      Stage<?, ?> stage = kind.apply(thrown);
      Object output = stage.poll();
      Object text =
          output instanceof ByteBuffer bytes ? StandardCharsets.UTF_8.decode(bytes) : output;
      assertThat(String.valueOf(text).strip()).isEqualTo("text");
      assertThat(catchThrowable(stage::poll)).isSameAs(thrown);
      assertThat(stage.poll()).isNull();
      stage.endOfInput();
      assertThat(stage.poll()).isNull();
    }
  }
}
