/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.netty;

import static org.assertj.core.api.Assertions.assertThat;

import io.netty.channel.embedded.EmbeddedChannel;
import io.netty.handler.codec.DecoderException;
import io.utflow.codec.DecoderSpec;
import io.utflow.codec.IllFormedSequence;
import io.utflow.codec.IllFormedTextException;
import io.utflow.codec.MalformedPolicy;
import io.utflow.codec.TextDecoder;
import io.utflow.codec.TextEncoding;
import io.utflow.codec.testing.Cuts;
import io.utflow.codec.testing.Product;
import io.utflow.netty.Samples.Sample;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

/** However a stream is cut, its text, its errors and their places are the same (laws L1 to L3). */
@Tag("long")
class TextStreamDecoderSplitTest extends DecoderTest {
  static Stream<Sample> samples() {
    return Samples.all().stream();
  }

  static Stream<Sample> illFormedSamples() {
    return Samples.illFormed().stream();
  }

  @ParameterizedTest
  @MethodSource("samples")
  void everyCutInEveryKindOfBufferIsTheSameText(Sample sample) {
    for (Buffers.Kind kind : Buffers.Kind.values()) {
      for (int at = 0; at <= sample.bytes().length; at++) {
        if (!Product.takes(at + kind.ordinal(), 3)) {
          continue;
        }
        assertDecodes(
            sample, kind, DecoderSpec.of(sample.encoding()), Cuts.inTwo(sample.bytes(), at));
      }
    }
  }

  @ParameterizedTest
  @MethodSource("samples")
  void singleBytesAndEmptyBuffersAreTheSameText(Sample sample) {
    for (Buffers.Kind kind : Buffers.Kind.values()) {
      assertDecodes(
          sample,
          kind,
          DecoderSpec.of(sample.encoding()),
          singleBytesAndEmptyPieces(sample.bytes()));
    }
  }

  @ParameterizedTest
  @MethodSource("samples")
  void shortPiecesAreTheSameText(Sample sample) {
    DecoderSpec spec = DecoderSpec.of(sample.encoding()).pieceChars(2);
    for (Buffers.Kind kind : Buffers.Kind.values()) {
      for (int at = 0; at <= sample.bytes().length; at++) {
        if (!Product.takes(at + kind.ordinal(), 3)) {
          continue;
        }
        assertDecodes(sample, kind, spec, Cuts.inTwo(sample.bytes(), at));
      }
    }
  }

  /** Longer than what is put together before it is read, where a buffer is in parts. */
  @ParameterizedTest
  @EnumSource
  void longBuffersAreTheSameText(Buffers.Kind kind) {
    for (int before = 0; before < 12; before++) {
      String text = "x".repeat(before) + "a\u00E9\u20AC\uD83D\uDE00".repeat(300);
      EmbeddedChannel channel = new EmbeddedChannel(new TextStreamDecoder(TextEncoding.UTF_8));
      channel.writeInbound(buffers.of(kind, text.getBytes(StandardCharsets.UTF_8)));
      channel.finish();
      StringBuilder all = new StringBuilder();
      String piece;
      while ((piece = channel.readInbound()) != null) {
        all.append(piece);
      }
      assertThat(all).hasToString(text);
    }
  }

  /** Against what is written down, and, buffer by buffer, against a decoder without a pipeline. */
  private void assertDecodes(
      Sample sample, Buffers.Kind kind, DecoderSpec spec, List<byte[]> pieces) {
    TextDecoder plain = spec.newDecoder();
    StringBuilder expected = new StringBuilder();
    Recorder recorder = new Recorder();
    EmbeddedChannel channel = new EmbeddedChannel(new TextStreamDecoder(spec), recorder);
    for (byte[] piece : pieces) {
      channel.writeInbound(buffers.of(kind, piece));
      expected.append(plain.decode(ByteBuffer.wrap(piece), false));
      assertThat(recorder.text()).as("%s in %s", sample, kind).isEqualTo(expected.toString());
      buffers.assertAllReleased();
    }
    channel.finish();
    expected.append(plain.decode(ByteBuffer.allocate(0), true));
    assertThat(recorder.text())
        .as("%s in %s", sample, kind)
        .isEqualTo(sample.text())
        .isEqualTo(expected.toString());
    assertThat(recorder.errors()).isEmpty();
    assertThat(recorder.strings()).allSatisfy(s -> assertIsWhole(s, spec.pieceChars()));
  }

  private static void assertIsWhole(String piece, int pieceLength) {
    assertThat(piece.length()).isBetween(1, pieceLength);
    assertThat(Character.isLowSurrogate(piece.charAt(0))).isFalse();
    assertThat(Character.isHighSurrogate(piece.charAt(piece.length() - 1))).isFalse();
  }

  @ParameterizedTest
  @MethodSource("illFormedSamples")
  void everyCutIsTheSameReport(Sample sample) {
    List<IllFormedSequence> seen = new ArrayList<>();
    DecoderSpec spec =
        DecoderSpec.of(sample.encoding()).onMalformed(MalformedPolicy.REPORT).observer(seen::add);
    IllFormedSequence expected = firstSequence(sample);
    String prefix = sample.text().substring(0, sample.text().indexOf('\uFFFD'));
    for (Buffers.Kind kind : Buffers.Kind.values()) {
      for (int at = 0; at <= sample.bytes().length; at++) {
        if (!Product.takes(at + kind.ordinal(), 3)) {
          continue;
        }
        Recorder recorder = new Recorder();
        receive(new TextStreamDecoder(spec), recorder, kind, Cuts.inTwo(sample.bytes(), at));
        List<Object> events = new ArrayList<>(recorder.events());
        assertThat(events.remove(events.size() - 1)).isEqualTo(Recorder.INACTIVE);
        assertThat(events.remove(events.size() - 1))
            .isInstanceOfSatisfying(
                DecoderException.class, e -> assertThat(sequence(e)).isEqualTo(expected));
        assertThat(String.join("", recorder.strings())).isEqualTo(prefix);
        assertThat(events).hasSameSizeAs(recorder.strings());
        assertThat(seen).containsExactly(expected);
        seen.clear();
      }
    }
  }

  static IllFormedSequence sequence(Throwable e) {
    assertThat(e).hasCauseInstanceOf(IllFormedTextException.class);
    return ((IllFormedTextException) e.getCause()).sequence();
  }

  /** By a decoder without a pipeline, in one piece, under another policy. */
  static IllFormedSequence firstSequence(Sample sample) {
    List<IllFormedSequence> sequences = new ArrayList<>();
    DecoderSpec.of(sample.encoding())
        .observer(sequences::add)
        .newDecoder()
        .decode(ByteBuffer.wrap(sample.bytes()), true);
    return sequences.get(0);
  }
}
