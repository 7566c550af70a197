/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.codec.stage;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import io.utflow.codec.DecoderSpec;
import io.utflow.codec.IllFormedSequence;
import io.utflow.codec.IllFormedTextException;
import io.utflow.codec.MalformedPolicy;
import io.utflow.codec.TextEncoding;
import io.utflow.codec.packing.Packing;
import io.utflow.codec.testing.BufferKind;
import io.utflow.codec.testing.Cuts;
import io.utflow.codec.testing.ReferenceEncoder;
import io.utflow.codec.testing.TextSamples;
import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.FieldSource;

/**
 * Of a stream that the policy ends, all the text before is in its outputs and, where it is no
 * output, in the {@code decodedPrefix()} of the exception; however the bytes are cut.
 */
class TextBeforeFailureTest {
  private static final DecoderSpec UTF_8 = DecoderSpec.of(TextEncoding.UTF_8);

  private static byte[] joined(byte[]... parts) {
    ByteArrayOutputStream all = new ByteArrayOutputStream();
    for (byte[] part : parts) {
      all.writeBytes(part);
    }
    return all.toByteArray();
  }

  /** What a stage yields of the pieces, and what it throws, which it must. */
  private static IllFormedTextException failure(
      ByteStage<String> stage, BufferKind kind, List<byte[]> pieces, List<String> outputs) {
    Throwable thrown =
        catchThrowable(
            () -> {
              for (byte[] piece : pieces) {
                stage.offer(kind.of(piece));
                drain(stage, outputs);
              }
              stage.endOfInput();
              drain(stage, outputs);
            });
    assertThat(thrown).isInstanceOf(IllFormedTextException.class);
    return (IllFormedTextException) thrown;
  }

  private static void drain(ByteStage<String> stage, List<String> outputs) {
    String output;
    while ((output = stage.poll()) != null) {
      outputs.add(output);
    }
  }

  /** What fails is a character without its last byte, which no encoding takes. */
  @ParameterizedTest
  @FieldSource("io.utflow.codec.testing.Encodings#FIXED")
  void aWholeTextTravelsWithTheException(TextEncoding encoding) {
    TextSamples samples = new TextSamples(71);
    byte[] pair = ReferenceEncoder.encode(encoding, "\uD83D\uDE00");
    byte[] last = Arrays.copyOf(pair, pair.length - 1);
    for (int round = 0; round < 5; round++) {
      String text = round == 0 ? "" : "a" + samples.text(4);
      byte[] bytes = joined(ReferenceEncoder.encode(encoding, text), last);
      DecoderSpec report = DecoderSpec.of(encoding).onMalformed(MalformedPolicy.REPORT);
      for (DecoderSpec spec :
          List.of(
              report,
              report.pieceChars(2),
              report.onMalformed(MalformedPolicy.REPLACE.atMost(0)),
              report.observer(sequence -> {}),
              report.listener((of, read, written, illFormed) -> {}))) {
        for (List<byte[]> pieces : Cuts.hostile(bytes)) {
          List<String> outputs = new ArrayList<>();
          ByteStage<String> stage = Stages.text(spec, 1000);
          BufferKind kind = samples.random().nextBoolean() ? BufferKind.HEAP : BufferKind.DIRECT;
          IllFormedTextException e = failure(stage, kind, pieces, outputs);
          assertThat(outputs).isEmpty();
          assertThat(e.decodedPrefix()).as("%s", spec).isEqualTo(text);
          assertThat(e.sequence().byteOffset()).isEqualTo(bytes.length - last.length);
          assertThat(stage.takeUndelivered()).as("handed over twice").isEmpty();
        }
      }
    }
  }

  /** Replacements within the budget are text before the failure. */
  @ParameterizedTest
  @EnumSource
  void soDoReplacements(BufferKind kind) {
    byte[] bytes =
        joined(
            "\u00E9".getBytes(StandardCharsets.UTF_8), new byte[] {(byte) 0xFF, 'b', (byte) 0xFF});
    DecoderSpec once = UTF_8.onMalformed(MalformedPolicy.REPLACE.atMost(1));
    for (List<byte[]> pieces : Cuts.hostile(bytes)) {
      IllFormedTextException e = failure(Stages.text(once, 100), kind, pieces, new ArrayList<>());
      assertThat(e.decodedPrefix()).isEqualTo("\u00E9\uFFFDb");
      assertThat(e.sequence().byteOffset()).isEqualTo(4);
    }
  }

  @Test
  void soDoesTextBehindASwitch() {
    byte[] bytes = joined("text".getBytes(StandardCharsets.UTF_8), new byte[] {(byte) 0xFF});
    DecoderSpec report = UTF_8.onMalformed(MalformedPolicy.REPORT);
    for (List<byte[]> pieces : Cuts.hostile(bytes)) {
      ByteStage<String> stage = Stages.text(UTF_8, 100);
      stage.offer(ByteBuffer.wrap(new byte[] {'a', ' '}));
      assertThat(stage.poll()).isNull();
      stage.switchTo(report);
      assertThat(failure(stage, BufferKind.HEAP, pieces, new ArrayList<>()).decodedPrefix())
          .isEqualTo("a text");
    }
  }

  /** What is thrown by a handler stays as it is; the text is handed over. */
  @Test
  void whatAHandlerThrowsIsUnchanged() {
    List<IllFormedTextException> thrown = new ArrayList<>();
    DecoderSpec spec = UTF_8.onMalformed(MalformedPolicy.handledBy(bad -> refuse(bad, thrown)));
    ByteStage<String> stage = Stages.text(spec, 100);
    List<byte[]> pieces = List.of(new byte[] {'a', 'b', (byte) 0xFF});
    IllFormedTextException e = failure(stage, BufferKind.HEAP, pieces, new ArrayList<>());
    assertThat(e).isSameAs(thrown.get(0));
    assertThat(stage.takeUndelivered()).containsExactly('a', 'b');
  }

  private static String refuse(IllFormedSequence bad, List<IllFormedTextException> thrown) {
    thrown.add(bad.toException());
    throw thrown.get(0);
  }

  /** A stage behind the decoder may hold text that is no output yet. */
  @ParameterizedTest
  @EnumSource
  void whatAStageBehindHoldsTravelsToo(BufferKind kind) {
    DecoderSpec report = UTF_8.onMalformed(MalformedPolicy.REPORT);
    for (String text : List.of("", "ab", "ab%4", "%", "%C3%A", "a%C3")) {
      byte[] bytes =
          joined(text.getBytes(StandardCharsets.US_ASCII), new byte[] {(byte) 0xC3, 'x'});
      for (List<byte[]> pieces : Cuts.hostile(bytes)) {
        List<String> outputs = new ArrayList<>();
        ByteStage<String> stage = Stages.decode(report).then(Packing.PERCENT.unpacker());
        IllFormedTextException e = failure(stage, kind, pieces, outputs);
        assertThat(String.join("", outputs) + e.decodedPrefix()).isEqualTo(text);
        assertThat(stage.takeUndelivered()).as("handed over twice").isEmpty();
      }
    }
  }

  /** One that cannot be closed does not keep the other open. */
  @Test
  void bothStagesOfAChainAreClosed() {
    List<String> closed = new ArrayList<>();
    Stage<ByteBuffer, String> chain = Stages.decode(UTF_8).then(closing("second", closed));
    Stage<String, String> both = closing("first", closed).then(closing("last", closed));
    assertThat(catchThrowable(chain::close)).hasMessage("second");
    assertThat(catchThrowable(both::close)).isInstanceOf(IllegalStateException.class);
    assertThat(closed).containsExactly("second", "first", "last");
  }

  private static Stage<String, String> closing(String name, List<String> closed) {
    return new Stage<>() {
      @Override
      public void offer(String input) {}

      @Override
      public void endOfInput() {}

      @Override
      public String poll() {
        return null;
      }

      @Override
      public void close() {
        closed.add(name);
        throw new IllegalStateException(name);
      }
    };
  }
}
