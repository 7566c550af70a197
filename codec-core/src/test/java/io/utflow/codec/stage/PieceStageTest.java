/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.codec.stage;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.utflow.codec.DecoderSpec;
import io.utflow.codec.IllFormedSequence;
import io.utflow.codec.IllFormedTextException;
import io.utflow.codec.MalformedPolicy;
import io.utflow.codec.TextEncoding;
import io.utflow.codec.testing.BufferKind;
import io.utflow.codec.testing.CoreSurfaces;
import io.utflow.codec.testing.DecodeVectorsTest;
import io.utflow.codec.testing.DecodingLawsTest;
import io.utflow.codec.testing.Surface;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;

class PieceStageTest {

  @Nested
  class Laws extends DecodingLawsTest {
    @Override
    protected Surface surface() {
      return CoreSurfaces.chunks(BufferKind.HEAP);
    }
  }

  @Nested
  class LawsForDirectBuffers extends DecodingLawsTest {
    @Override
    protected Surface surface() {
      return CoreSurfaces.chunks(BufferKind.DIRECT);
    }
  }

  @Nested
  class LawsAtOnce extends DecodingLawsTest {
    @Override
    protected Surface surface() {
      return CoreSurfaces.chunksAtOnce(BufferKind.HEAP);
    }
  }

  @Nested
  class ConformanceAtOnce extends DecodeVectorsTest {
    @Override
    protected Surface surface() {
      return CoreSurfaces.chunksAtOnce(BufferKind.HEAP);
    }
  }

  @Nested
  class LawsOfCopies extends DecodingLawsTest {
    @Override
    protected Surface surface() {
      return CoreSurfaces.chunksCopied();
    }
  }

  @Nested
  class ConformanceOfCopies extends DecodeVectorsTest {
    @Override
    protected Surface surface() {
      return CoreSurfaces.chunksCopied();
    }
  }

  @Nested
  class Conformance extends DecodeVectorsTest {
    @Override
    protected Surface surface() {
      return CoreSurfaces.chunks(BufferKind.READ_ONLY);
    }
  }

  private static final DecoderSpec UTF_8 = DecoderSpec.of(TextEncoding.UTF_8);

  private static ByteBuffer hex(String bytes) {
    return ByteBuffer.wrap(HexFormat.of().parseHex(bytes));
  }

  @Test
  void refusesAnInputBeforeThePreviousOneIsSpent() {
    Stage<ByteBuffer, String> stage = Stages.decode(UTF_8.pieceChars(2));
    stage.offer(hex("414243"));
    assertThatIllegalStateException().isThrownBy(() -> stage.offer(hex("44")));
    assertThat(stage.poll()).isEqualTo("AB");
    assertThatIllegalStateException().isThrownBy(() -> stage.offer(hex("44")));
    assertThat(stage.isSpent()).isFalse();
    assertThat(stage.poll()).isEqualTo("C");
    assertThat(stage.isSpent()).isTrue();
    stage.offer(hex("44"));
    assertThat(stage.poll()).isEqualTo("D");
    assertThat(stage.poll()).isNull();
  }

  @Test
  void refusesInputAfterTheEnd() {
    Stage<ByteBuffer, String> stage = Stages.decode(UTF_8);
    stage.offer(hex("41E4"));
    stage.endOfInput();
    assertThatIllegalStateException().isThrownBy(() -> stage.offer(hex("42")));
    assertThat(stage.poll()).isEqualTo("A\uFFFD");
    assertThat(stage.poll()).isNull();
    stage.endOfInput();
    assertThat(stage.poll()).isNull();
    assertThatIllegalStateException().isThrownBy(() -> stage.offer(hex("42")));
  }

  @Test
  void returnsThePrefixThenThrowsThenIsSilent() {
    Stage<ByteBuffer, String> stage = Stages.decode(UTF_8.onMalformed(MalformedPolicy.REPORT));
    stage.offer(hex("41FF42"));
    assertThat(stage.poll()).isEqualTo("A");
    assertThatThrownBy(stage::poll).isInstanceOf(IllFormedTextException.class);
    assertThat(stage.poll()).isNull();
    assertThatIllegalStateException().isThrownBy(() -> stage.offer(hex("42")));
    stage.endOfInput();
    assertThat(stage.poll()).isNull();
  }

  /** Also one that the bytes of an earlier input begin, or that the end makes one. */
  @Test
  void whatIsReportedBehindAPieceIsHandedOverWithTheRest() {
    for (String ahead : List.of("", "E282")) {
      List<IllFormedSequence> told = new ArrayList<>();
      ByteStage<String> stage =
          Stages.decode(UTF_8.observer(told::add).onMalformed(MalformedPolicy.SKIP.atMost(1)));
      stage.offer(hex("FF" + ahead));
      assertThat(stage.poll()).isNull();
      stage.offer(hex(ahead.isEmpty() ? "41E28242" : "AC41E28242"));
      assertThat(stage.poll()).isEqualTo(ahead.isEmpty() ? "A" : "\u20ACA");
      assertThat(told).hasSize(1);
      assertThat(stage.takeUndelivered()).containsExactly(0xE2, 0x82, 'B');
    }
    ByteStage<String> ended = Stages.decode(UTF_8.onMalformed(MalformedPolicy.REPORT));
    ended.offer(hex("41E282"));
    ended.endOfInput();
    assertThat(ended.poll()).isEqualTo("A");
    assertThat(ended.takeUndelivered()).containsExactly(0xE2, 0x82);
  }

  /** There another's bytes may be, which by chance are those that are read again. */
  @Test
  void nothingIsReadBeforeTheInput() {
    DecoderSpec latin1 = DecoderSpec.of(StandardCharsets.ISO_8859_1).pieceChars(2);
    ByteStage<String> stage = Stages.decode(UTF_8);
    stage.offer(hex("F09F98"));
    assertThat(stage.poll()).isNull();
    stage.switchTo(latin1);
    byte[] shared = {(byte) 0xF0, (byte) 0x9F, (byte) 0x98, 'a'};
    stage.offer(ByteBuffer.wrap(shared, 3, 1));
    String first = stage.poll();
    Arrays.fill(shared, 0, 3, (byte) 'x');
    assertThat(first + stage.poll()).isEqualTo("\u00F0\u009F\u0098a");
    assertThat(stage.poll()).isNull();
  }

  @Test
  void closedHoldsNothing() {
    Stage<ByteBuffer, String> stage = Stages.decode(UTF_8);
    stage.offer(hex("41"));
    stage.close();
    stage.close();
    assertThat(stage.poll()).isNull();
    stage.endOfInput();
    assertThat(stage.poll()).isNull();
    assertThatIllegalStateException().isThrownBy(() -> stage.offer(hex("42")));
  }
}
