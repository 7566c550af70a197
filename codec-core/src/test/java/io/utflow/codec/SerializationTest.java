/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.codec;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.utflow.codec.stage.BareLineBreakException;
import io.utflow.codec.stage.ByteStage;
import io.utflow.codec.stage.LineBreaks;
import io.utflow.codec.stage.LineSpec;
import io.utflow.codec.stage.Stages;
import io.utflow.codec.stage.TooLongLineException;
import io.utflow.codec.testing.Encodings;
import io.utflow.codec.testing.OverEncodings;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.ObjectInputStream;
import java.io.ObjectOutputStream;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.charset.UnsupportedCharsetException;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Exceptions go from one process to another, with what they say. */
@OverEncodings
class SerializationTest {

  @SuppressWarnings("unchecked")
  private static <T> T copy(T original) {
    try {
      ByteArrayOutputStream bytes = new ByteArrayOutputStream();
      try (ObjectOutputStream out = new ObjectOutputStream(bytes)) {
        out.writeObject(original);
      }
      try (ObjectInputStream in =
          new ObjectInputStream(new ByteArrayInputStream(bytes.toByteArray()))) {
        return (T) in.readObject();
      }
    } catch (IOException | ClassNotFoundException e) {
      throw new AssertionError(e);
    }
  }

  static Stream<TextEncoding> encodings() {
    return Stream.concat(Encodings.ALL.stream(), Encodings.SCHEMES.stream());
  }

  @ParameterizedTest
  @MethodSource("encodings")
  void anEncodingIsTheSameConstantAgain(TextEncoding encoding) {
    assertThat(copy(encoding)).isSameAs(encoding);
  }

  @Test
  void anEncodingThatIsLittleEndianByDefaultIsItself() {
    for (TextEncoding encoding : List.of(TextEncoding.UTF_16, TextEncoding.UTF_32)) {
      TextEncoding little = encoding.withDefaultOrder(ByteOrder.LITTLE_ENDIAN);
      assertThat(copy(little)).isSameAs(little);
    }
  }

  @Test
  void whatADecoderReports() {
    TextDecoder decoder =
        DecoderSpec.of(TextEncoding.UTF_8).onMalformed(MalformedPolicy.REPORT).newDecoder();
    ByteBuffer in = ByteBuffer.wrap(new byte[] {'a', 'b', (byte) 0xE2, (byte) 0x82});
    checkReported(reportedBy(() -> decoder.decode(in, true)), "ab");
  }

  @Test
  void aMarkThatIsMissing() {
    TextEncoding little = TextEncoding.UTF_16.withDefaultOrder(ByteOrder.LITTLE_ENDIAN);
    TextDecoder decoder = DecoderSpec.of(little).bom(BomPolicy.REQUIRE).newDecoder();
    checkReported(reportedBy(() -> decoder.decode(ByteBuffer.wrap(new byte[2]), true)), "");
  }

  @Test
  void whatAnEncoderReports() {
    TextEncoder encoder =
        EncoderSpec.of(TextEncoding.UTF_8).onMalformed(MalformedPolicy.REPORT).newEncoder();
    checkReported(reportedBy(() -> encoder.encode("a\uDC00", 0, ByteBuffer.allocate(8), true)), "");
  }

  private static IllFormedTextException reportedBy(Runnable coding) {
    return catchThrowableOfType(IllFormedTextException.class, coding::run);
  }

  private static void checkReported(IllFormedTextException e, String prefix) {
    IllFormedTextException copy = copy(e);
    assertThat(copy.sequence()).isEqualTo(e.sequence()).hasSameHashCodeAs(e.sequence());
    assertThat(copy.sequence()).hasToString(e.sequence().toString());
    assertThat(copy.sequence().bytes()).isEqualTo(e.sequence().bytes());
    assertThat(copy.sequence().length()).isEqualTo(e.sequence().length());
    assertThat(copy.sequence().diagnosticValue()).isEqualTo(e.sequence().diagnosticValue());
    assertThat(copy).hasMessage(e.getMessage());
    assertThat(copy.decodedPrefix()).isEqualTo(prefix).isEqualTo(e.decodedPrefix());
    assertThat(copy.sequence().toException().sequence()).isEqualTo(e.sequence());
  }

  private static ByteStage<String> lines(LineSpec lines, String text) {
    ByteStage<String> stage = Stages.lines(DecoderSpec.of(TextEncoding.UTF_8), lines);
    stage.offer(ByteBuffer.wrap(text.getBytes(StandardCharsets.US_ASCII)));
    return stage;
  }

  @Test
  void aTooLongLine() {
    ByteStage<String> stage = lines(LineSpec.of(LineBreaks.LF_OR_CRLF).maxChars(3), "a\nbcdef\n");
    assertThat(stage.poll()).isEqualTo("a");
    TooLongLineException e = catchThrowableOfType(TooLongLineException.class, () -> stage.poll());
    assertThat(copy(e).line()).isEqualTo(e.line()).isNotNull();
    assertThat(copy(e)).hasMessage(e.getMessage());
  }

  @Test
  void aBareBreak() {
    ByteStage<String> stage = lines(LineSpec.of(LineBreaks.CRLF).refuseBareBreaks(), "ab\nc");
    BareLineBreakException e =
        catchThrowableOfType(BareLineBreakException.class, () -> stage.poll());
    assertThat(copy(e).byteOffset()).isEqualTo(e.byteOffset()).isEqualTo(2);
    assertThat(copy(e)).hasMessage(e.getMessage());
  }

  @Test
  void anEncodingThatIsNotSupported() {
    UnsupportedCharsetException e =
        catchThrowableOfType(
            UnsupportedCharsetException.class, () -> TextEncoding.forName("latin-7"));
    assertThat(copy(e).getCharsetName()).isEqualTo("latin-7");
    assertThat(copy(e)).hasMessage(e.getMessage());
  }
}
