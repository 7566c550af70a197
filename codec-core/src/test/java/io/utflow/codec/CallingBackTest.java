/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.codec;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;
import static org.assertj.core.api.Assertions.catchThrowable;

import io.utflow.codec.stage.ByteStage;
import io.utflow.codec.stage.LineBreaks;
import io.utflow.codec.stage.LineSpec;
import io.utflow.codec.stage.OutputBuffers;
import io.utflow.codec.stage.Stages;
import io.utflow.codec.testing.BufferKind;
import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

/** A coder that its own observer or handler calls refuses, and is not disturbed. */
class CallingBackTest {
  private static final String REFUSAL = "called from within its own observer or handler";

  /** Ill-formed in its middle, behind a cut, and at its end. */
  private static final byte[] FIRST = "one \u00FF two \u00E2".getBytes(StandardCharsets.ISO_8859_1);

  private static final byte[] SECOND =
      "\u00FF three \u00E2\u0082".getBytes(StandardCharsets.ISO_8859_1);
  private static final String DECODED = "one \uFFFD two \uFFFD\uFFFD three \uFFFD";
  private static final int SEQUENCES = 4;

  /** Calls every method of an object that changes it, and remembers the answers. */
  private static final class CallsBack implements Consumer<IllFormedSequence> {
    private final List<Runnable> calls = new ArrayList<>();
    private final List<Throwable> answers = new ArrayList<>();

    @Override
    public void accept(IllFormedSequence sequence) {
      for (Runnable call : calls) {
        answers.add(catchThrowable(call::run));
      }
    }

    String handle(IllFormedSequence sequence) {
      accept(sequence);
      return "\uFFFD";
    }

    void verify(int times) {
      assertThat(answers)
          .hasSize(times * calls.size())
          .allSatisfy(
              e -> assertThat(e).isInstanceOf(IllegalStateException.class).hasMessage(REFUSAL));
    }
  }

  private static ByteBuffer more() {
    return ByteBuffer.wrap(new byte[] {'x', (byte) 0xE2});
  }

  private static List<Runnable> callsOf(TextDecoder decoder) {
    return List.of(
        () -> decoder.decode(more(), CharBuffer.allocate(9), false),
        () -> decoder.decode(more(), ByteBuffer.allocateDirect(18).asCharBuffer(), false),
        () -> decoder.decode(more(), false),
        () -> decoder.decodePiece(more(), 9, true),
        () -> decoder.decodePiece(ByteBuffer.allocate(0), 9, false),
        decoder::takePending,
        decoder::reset);
  }

  private static Stream<Function<CallsBack, DecoderSpec>> decoderSpecs() {
    DecoderSpec spec = DecoderSpec.of(TextEncoding.UTF_8);
    return Stream.of(
        spec::observer, calls -> spec.onMalformed(MalformedPolicy.handledBy(calls::handle)));
  }

  @ParameterizedTest
  @MethodSource("decoderSpecs")
  void aDecoder(Function<CallsBack, DecoderSpec> spec) {
    for (BufferKind kind : BufferKind.values()) {
      CallsBack calls = new CallsBack();
      TextDecoder decoder = spec.apply(calls).newDecoder();
      calls.calls.addAll(callsOf(decoder));
      String text = decoder.decode(kind.of(FIRST), false) + decoder.decode(kind.of(SECOND), true);
      assertThat(text).isEqualTo(DECODED);
      assertThat(decoder.position()).isEqualTo(FIRST.length + SECOND.length);
      calls.verify(SEQUENCES);
    }
  }

  @Test
  void aDecoderWhoseMarkIsMissingOrRejected() {
    for (BomPolicy bom : List.of(BomPolicy.REQUIRE, BomPolicy.STRICT)) {
      CallsBack calls = new CallsBack();
      TextDecoder decoder =
          DecoderSpec.of(TextEncoding.UTF_16BE).bom(bom).observer(calls).newDecoder();
      calls.calls.add(() -> decoder.decode(more(), false));
      calls.calls.add(decoder::reset);
      ByteBuffer in = ByteBuffer.wrap(new byte[] {(byte) 0xFF, (byte) 0xFE, 0, 'a'});
      if (bom == BomPolicy.STRICT) {
        assertThat(decoder.decode(in, true)).isEqualTo("\uFFFDa");
      } else {
        assertThat(catchThrowable(() -> decoder.decode(in, true)))
            .isInstanceOf(IllFormedTextException.class);
      }
      calls.verify(1);
    }
  }

  @ParameterizedTest
  @EnumSource(BufferKind.class)
  void aValidator(BufferKind kind) {
    CallsBack calls = new CallsBack();
    TextValidator validator = DecoderSpec.of(TextEncoding.UTF_8).observer(calls).newValidator();
    calls.calls.add(() -> validator.validate(more(), true));
    calls.calls.add(validator::reset);
    assertThat(validator.validate(kind.of(FIRST), false).orElseThrow().byteOffset()).isEqualTo(4);
    calls.verify(1);
  }

  @ParameterizedTest
  @MethodSource("decoderSpecs")
  void aTranscoder(Function<CallsBack, DecoderSpec> spec) {
    for (BufferKind kind : BufferKind.values()) {
      CallsBack calls = new CallsBack();
      TextTranscoder transcoder =
          spec.apply(calls).newTranscoder(EncoderSpec.of(TextEncoding.UTF_16BE));
      calls.calls.add(() -> transcoder.transcode(more(), ByteBuffer.allocate(9), false));
      calls.calls.add(() -> transcoder.transcode(more(), ByteBuffer.allocateDirect(9), true));
      calls.calls.add(transcoder::takePending);
      calls.calls.add(transcoder::reset);
      ByteBuffer out = ByteBuffer.allocate(99);
      transcoder.transcode(kind.of(FIRST), out, false);
      transcoder.transcode(kind.of(SECOND), out, true);
      assertThat(out.flip().asCharBuffer().toString()).isEqualTo(DECODED);
      calls.verify(SEQUENCES);
    }
  }

  @Test
  void anEncoder() {
    EncoderSpec plain = EncoderSpec.of(TextEncoding.UTF_16BE);
    CallsBack calls = new CallsBack();
    for (EncoderSpec spec :
        List.of(
            plain.observer(calls), plain.onMalformed(MalformedPolicy.handledBy(calls::handle)))) {
      TextEncoder encoder = spec.newEncoder();
      calls.calls.clear();
      calls.answers.clear();
      calls.calls.add(() -> encoder.encode("x\uD800", 0, ByteBuffer.allocate(9), false));
      calls.calls.add(
          () -> encoder.encode(CharBuffer.wrap("x"), ByteBuffer.allocateDirect(9), true));
      calls.calls.add(encoder::reset);
      ByteBuffer out = ByteBuffer.allocate(99);
      encoder.encode("one\uDC00two\uD800", 0, out, false);
      encoder.encode("three\uD800", 0, out, true);
      assertThat(out.flip().asCharBuffer().toString()).isEqualTo("one\uFFFDtwo\uFFFDthree\uFFFD");
      assertThat(encoder.position()).isEqualTo(14);
      calls.verify(3);
    }
  }

  @Test
  void theRefusalFailsTheStreamIfItIsNotCaught() {
    List<TextDecoder> decoder = new ArrayList<>();
    DecoderSpec spec =
        DecoderSpec.of(TextEncoding.UTF_8).observer(sequence -> decoder.get(0).reset());
    decoder.add(spec.newDecoder());
    assertThatIllegalStateException()
        .isThrownBy(() -> decoder.get(0).decode(ByteBuffer.wrap(FIRST), false))
        .withMessage(REFUSAL);
    assertThat(decoder.get(0).takeDecodedPrefix()).isEqualTo("one ");
    decoder.get(0).reset();
    assertThat(decoder.get(0).decode(ByteBuffer.wrap(new byte[] {'x'}), true)).isEqualTo("x");
  }

  private static final LineSpec LINES = LineSpec.of(LineBreaks.LF_OR_CRLF);

  private static Stream<Function<DecoderSpec, ByteStage<?>>> stages() {
    EncoderSpec target = EncoderSpec.of(TextEncoding.UTF_8);
    return Stream.of(
        Stages::decode,
        spec -> Stages.lines(spec, LINES),
        spec -> Stages.transcode(spec, target, OutputBuffers.onHeap()));
  }

  /** What it has handed over would come out again. */
  @ParameterizedTest
  @MethodSource("stages")
  void aStageThatIsReadingHandsNothingOver(Function<DecoderSpec, ByteStage<?>> kind) {
    List<ByteStage<?>> stage = new ArrayList<>();
    List<Throwable> answers = new ArrayList<>();
    DecoderSpec spec =
        DecoderSpec.of(TextEncoding.UTF_8)
            .observer(
                sequence -> answers.add(catchThrowable(() -> stage.get(0).takeUndelivered())));
    stage.add(kind.apply(spec));
    StringBuilder outputs = new StringBuilder();
    for (byte[] input : List.of(FIRST, SECOND)) {
      stage.get(0).offer(ByteBuffer.wrap(input));
      poll(stage.get(0), outputs);
    }
    stage.get(0).endOfInput();
    poll(stage.get(0), outputs);
    assertThat(outputs).hasToString(DECODED);
    assertThat(answers).hasSize(SEQUENCES).hasOnlyElementsOfType(IllegalStateException.class);
  }

  private static void poll(ByteStage<?> stage, StringBuilder all) {
    Object output;
    while ((output = stage.poll()) != null) {
      all.append(
          output instanceof ByteBuffer bytes ? StandardCharsets.UTF_8.decode(bytes) : output);
    }
  }

  @Test
  void aStageWhoseLineIsTooLongHandsNothingOver() {
    List<ByteStage<?>> stage = new ArrayList<>();
    List<Throwable> answers = new ArrayList<>();
    LineSpec lines =
        LINES
            .maxChars(2)
            .observer(line -> answers.add(catchThrowable(() -> stage.get(0).takeUndelivered())));
    stage.add(Stages.lines(DecoderSpec.of(TextEncoding.UTF_8), lines));
    stage.get(0).offer(ByteBuffer.wrap(FIRST));
    catchThrowable(stage.get(0)::poll);
    assertThat(answers).hasSize(1).hasOnlyElementsOfType(IllegalStateException.class);
  }
}
