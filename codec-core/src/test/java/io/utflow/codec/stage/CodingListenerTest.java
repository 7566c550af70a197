/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.codec.stage;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowable;

import io.utflow.codec.CodingListener;
import io.utflow.codec.DecoderSpec;
import io.utflow.codec.EncoderSpec;
import io.utflow.codec.IllFormedTextException;
import io.utflow.codec.MalformedPolicy;
import io.utflow.codec.TextDecoder;
import io.utflow.codec.TextEncoder;
import io.utflow.codec.TextEncoding;
import io.utflow.codec.TextValidator;
import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class CodingListenerTest {
  private static final DecoderSpec UTF_8 = DecoderSpec.of(TextEncoding.UTF_8);
  private static final RuntimeException THROWN = new RuntimeException("thrown by the listener");
  private static final CodingListener THROWING =
      (encoding, read, written, illFormed) -> {
        throw THROWN;
      };

  private final List<String> told = new ArrayList<>();
  private final CodingListener telling =
      (encoding, read, written, illFormed) ->
          told.add(encoding + " " + read + " " + written + " " + illFormed);

  private static ByteBuffer bytes(String latin1) {
    return ByteBuffer.wrap(latin1.getBytes(StandardCharsets.ISO_8859_1));
  }

  private List<String> takeTold() {
    List<String> all = List.copyOf(told);
    told.clear();
    return all;
  }

  @Test
  void aStageTellsWhenAnInputIsSpent() {
    ByteStage<String> lines =
        Stages.lines(UTF_8.listener(telling), LineSpec.of(LineBreaks.LF_OR_CRLF));
    lines.offer(bytes("ab\nc\nd\u00FF\u00E4"));
    assertThat(lines.poll()).isEqualTo("ab");
    assertThat(lines.poll()).isEqualTo("c");
    assertThat(told).isEmpty();
    assertThat(lines.poll()).isNull();
    assertThat(lines.poll()).isNull();
    assertThat(takeTold()).containsExactly("UTF-8 7 3 1");
    lines.offer(bytes(""));
    assertThat(lines.poll()).isNull();
    assertThat(takeTold()).containsExactly("UTF-8 0 0 0");
    lines.endOfInput();
    assertThat(lines.poll()).isEqualTo("d\uFFFD\uFFFD");
    assertThat(told).isEmpty();
    assertThat(lines.poll()).isNull();
    assertThat(takeTold()).containsExactly("UTF-8 1 3 1");
    assertThat(lines.poll()).isNull();
    assertThat(told).isEmpty();
  }

  @Test
  void anEndThatMakesNothingIsNotTold() {
    ByteStage<String> pieces = Stages.decode(UTF_8.listener(telling));
    pieces.offer(bytes("ab"));
    assertThat(Splitting.drain(pieces)).containsExactly("ab");
    pieces.endOfInput();
    assertThat(Splitting.drain(pieces)).isEmpty();
    assertThat(told).containsExactly("UTF-8 2 2 0");
  }

  @Test
  void countsFromWhereAStreamBegins() {
    ByteStage<String> pieces = Stages.decode(UTF_8.startingAt(100).listener(telling));
    pieces.offer(bytes("ab"));
    assertThat(Splitting.drain(pieces)).containsExactly("ab");
    assertThat(told).containsExactly("UTF-8 2 2 0");
  }

  @Test
  void aFailureIsToldBeforeItIsThrown() {
    ByteStage<String> pieces =
        Stages.decode(UTF_8.onMalformed(MalformedPolicy.REPORT).listener(telling));
    pieces.offer(bytes("abc\u00FFdef"));
    assertThat(pieces.poll()).isEqualTo("abc");
    assertThat(told).isEmpty();
    assertThatThrownBy(pieces::poll).isInstanceOf(IllFormedTextException.class);
    assertThat(told).containsExactly("UTF-8 4 3 1");
    assertThat(pieces.poll()).isNull();
    pieces.close();
    assertThat(told).hasSize(1);
  }

  @Test
  void aRestIsHandedOverBehindWhatWasTold() {
    ByteStage<String> lines =
        Stages.lines(UTF_8.listener(telling), LineSpec.of(LineBreaks.LF_OR_CRLF));
    lines.offer(bytes("ab\ncd"));
    assertThat(lines.poll()).isEqualTo("ab");
    assertThat(lines.takeUndelivered()).containsExactly('c', 'd');
    assertThat(told).containsExactly("UTF-8 3 2 0");
    assertThat(lines.poll()).isNull();
    assertThat(told).hasSize(1);
  }

  @Test
  void aTranscoderTellsOfWhatItReadBeforeTheRest() {
    ByteStage<ByteBuffer> stage =
        Stages.transcode(
            UTF_8.listener(telling),
            EncoderSpec.of(TextEncoding.UTF_8).pieceBytes(16),
            OutputBuffers.onHeap());
    stage.offer(bytes("a".repeat(40)));
    assertThat(stage.poll()).isNotNull();
    byte[] rest = stage.takeUndelivered();
    assertThat(told).containsExactly("UTF-8 " + (40 - rest.length) + " 16 0");
    assertThat(rest).isNotEmpty();
  }

  @Test
  void aRestIsStillThereIfTheListenerThrows() {
    ByteStage<String> lines =
        Stages.lines(UTF_8.listener(THROWING), LineSpec.of(LineBreaks.LF_OR_CRLF));
    lines.offer(bytes("ab\ncd"));
    assertThat(lines.poll()).isEqualTo("ab");
    assertThatThrownBy(lines::takeUndelivered).isSameAs(THROWN);
    assertThat(lines.takeUndelivered()).containsExactly('c', 'd');
  }

  @Test
  void whatIsClosedIsNotTold() {
    ByteStage<String> pieces = Stages.decode(UTF_8.pieceChars(2).listener(telling));
    pieces.offer(bytes("abcd"));
    assertThat(pieces.poll()).isEqualTo("ab");
    pieces.close();
    assertThat(pieces.poll()).isNull();
    assertThat(told).isEmpty();
  }

  @Test
  void aListenerThatThrowsFailsAStageBehindItsOutputs() {
    ByteStage<String> pieces = Stages.decode(UTF_8.listener(THROWING));
    pieces.offer(bytes("ab"));
    assertThat(pieces.poll()).isEqualTo("ab");
    assertThatThrownBy(pieces::poll).isSameAs(THROWN);
    assertThat(pieces.poll()).isNull();
    assertThatIllegalStateException().isThrownBy(() -> pieces.offer(bytes("c")));
  }

  @Test
  void aListenerMayNotCallTheStageBack() {
    AtomicReference<@Nullable ByteStage<String>> self = new AtomicReference<>();
    List<Throwable> refused = new ArrayList<>();
    CodingListener calling =
        (encoding, read, written, illFormed) -> {
          ByteStage<String> stage = self.get();
          if (stage != null) {
            refused.add(catchThrowable(stage::poll));
            refused.add(catchThrowable(stage::takeUndelivered));
            refused.add(catchThrowable(() -> stage.offer(bytes("x"))));
          }
        };
    ByteStage<String> pieces = Stages.decode(UTF_8.listener(calling));
    self.set(pieces);
    pieces.offer(bytes("ab"));
    assertThat(Splitting.drain(pieces)).containsExactly("ab");
    assertThat(refused)
        .hasSize(3)
        .allSatisfy(e -> assertThat(e).isInstanceOf(IllegalStateException.class));
  }

  @Test
  void aCoderTellsOncePerCallThatDoesSomething() {
    TextDecoder decoder = UTF_8.listener(telling).newDecoder();
    decoder.decode(bytes("ab\u00FF\u00E4"), false);
    decoder.decode(bytes(""), false);
    decoder.decodePiece(bytes("x"), 9, false);
    decoder.decode(bytes("yz"), CharBuffer.allocate(1), false);
    decoder.decode(bytes("yz"), ByteBuffer.allocateDirect(8).asCharBuffer(), false);
    decoder.decode(bytes(""), true);
    assertThatIllegalStateException().isThrownBy(() -> decoder.decode(bytes("a"), false));
    assertThat(told).containsExactly("UTF-8 3 3 1", "UTF-8 2 2 1", "UTF-8 1 1 0", "UTF-8 2 2 0");
  }

  @Test
  void aListenerThatThrowsFailsACoderBehindItsText() {
    TextDecoder decoder = UTF_8.listener(THROWING).newDecoder();
    assertThatThrownBy(() -> decoder.decode(bytes("ab"), false)).isSameAs(THROWN);
    assertThat(decoder.takeDecodedPrefix()).isEqualTo("ab");
    assertThatIllegalStateException()
        .isThrownBy(() -> decoder.decode(bytes("c"), false))
        .withCause(THROWN);
    decoder.reset();
    ByteBuffer in = bytes("cd");
    assertThat(decoder.decodePiece(in, 9, false)).isEqualTo("cd");
    assertThatThrownBy(() -> decoder.decodePiece(in, 9, false)).isSameAs(THROWN);
    decoder.reset();
    CharBuffer out = CharBuffer.allocate(4);
    assertThatThrownBy(() -> decoder.decode(bytes("ef"), out, false)).isSameAs(THROWN);
    assertThat(out.flip().toString()).isEqualTo("ef");
  }

  @Test
  void aListenerThatThrowsFailsAnEncoder() {
    TextEncoder encoder = EncoderSpec.of(TextEncoding.UTF_8).listener(THROWING).newEncoder();
    ByteBuffer out = ByteBuffer.allocate(4);
    assertThatThrownBy(() -> encoder.encode("ab", 0, out, false)).isSameAs(THROWN);
    assertThat(out.position()).isEqualTo(2);
    assertThatIllegalStateException()
        .isThrownBy(() -> encoder.encode("c", 0, out, false))
        .withCause(THROWN);
  }

  @Test
  void whatAListenerThrowsIsSuppressedByAnEarlierFailure() {
    DecoderSpec spec = UTF_8.onMalformed(MalformedPolicy.REPORT).listener(THROWING);
    ByteStage<String> pieces = Stages.decode(spec);
    pieces.offer(bytes("\u00FF"));
    assertThatThrownBy(pieces::poll)
        .isInstanceOf(IllFormedTextException.class)
        .hasSuppressedException(THROWN);
    assertThatThrownBy(() -> spec.newDecoder().decode(bytes("a\u00FF"), false))
        .isInstanceOf(IllFormedTextException.class)
        .hasSuppressedException(THROWN);
    EncoderSpec to =
        EncoderSpec.of(TextEncoding.UTF_8).onMalformed(MalformedPolicy.REPORT).listener(THROWING);
    assertThatThrownBy(() -> to.newEncoder().encode("\uDC00", 0, ByteBuffer.allocate(4), false))
        .isInstanceOf(IllFormedTextException.class)
        .hasSuppressedException(THROWN);
  }

  @Test
  void whatAListenerThrowsFailsAValidatorThatFoundASequence() {
    TextValidator validator = UTF_8.listener(THROWING).newValidator();
    assertThatThrownBy(() -> validator.validate(bytes("a\u00FF"), false)).isSameAs(THROWN);
    assertThat(validator.illFormedSequence())
        .hasValueSatisfying(at -> assertThat(at.byteOffset()).isOne());
    assertThatIllegalStateException().isThrownBy(() -> validator.validate(bytes("b"), true));
  }

  @Test
  void aSpecKeepsItsListener() {
    DecoderSpec spec = UTF_8.listener(telling);
    assertThat(spec.listener()).containsSame(telling);
    assertThat(spec.onMalformed(MalformedPolicy.SKIP).pieceChars(9).listener()).isPresent();
    EncoderSpec to = EncoderSpec.of(TextEncoding.UTF_8).listener(telling);
    assertThat(to.pieceBytes(9).listener()).containsSame(telling);
  }

  @Test
  void anArrayThatGrowsIsToldOfOnce() {
    String text = "\u4E00".repeat(50_000);
    TextEncoder encoder = EncoderSpec.of(TextEncoding.UTF_8).listener(telling).newEncoder();
    assertThat(encoder.encode(text)).hasSize(150_000);
    assertThat(takeTold()).containsExactly("UTF-8 50000 150000 0");
  }

  @Test
  void whatWasDecodedBeforeAFailureIsToldOnce() {
    TextDecoder decoder = UTF_8.onMalformed(MalformedPolicy.REPORT).listener(telling).newDecoder();
    assertThatThrownBy(() -> decoder.decode(bytes("abc\u00FF"), false))
        .isInstanceOf(IllFormedTextException.class);
    assertThat(takeTold()).containsExactly("UTF-8 4 3 1");
    assertThatIllegalStateException().isThrownBy(() -> decoder.decode(bytes("d"), false));
    assertThat(told).isEmpty();
    assertThat(decoder.takeDecodedPrefix()).isEqualTo("abc");
  }

  @Test
  void aListenerThatCallsItsCoderIsRefusedAndNotToldOfThat() {
    AtomicReference<@Nullable TextDecoder> decoder = new AtomicReference<>();
    List<Throwable> refusals = new ArrayList<>();
    CodingListener callingBack =
        (encoding, read, written, illFormed) -> {
          telling.coded(encoding, read, written, illFormed);
          TextDecoder one = decoder.get();
          if (one != null && refusals.isEmpty()) {
            refusals.add(catchThrowable(() -> one.decode(bytes("x"), false)));
            refusals.add(catchThrowable(() -> one.decodePiece(bytes("x"), 9, false)));
          }
        };
    TextDecoder waiting =
        UTF_8.onMalformed(MalformedPolicy.replaceWith("abcdef")).listener(callingBack).newDecoder();
    decoder.set(waiting);
    waiting.decode(bytes("A\u00FF"), CharBuffer.allocate(3), false);
    assertThat(takeTold()).containsExactly("UTF-8 2 3 1");
    assertThat(refusals).hasSize(2).allMatch(IllegalStateException.class::isInstance);
  }

  @Test
  void aListenerCannotTakeTheFailureAway() {
    AtomicReference<@Nullable TextDecoder> decoder = new AtomicReference<>();
    CodingListener callingBack =
        (encoding, read, written, illFormed) -> {
          TextDecoder one = decoder.get();
          if (one != null) {
            assertThatIllegalStateException()
                .isThrownBy(() -> one.decodePiece(bytes(""), 9, false));
          }
        };
    DecoderSpec failing =
        UTF_8.observer(
            sequence -> {
              throw THROWN;
            });
    TextDecoder one = failing.listener(callingBack).newDecoder();
    decoder.set(one);
    ByteBuffer in = bytes("abc\u00FF");
    assertThat(one.decodePiece(in, 9, false)).isEqualTo("abc");
    assertThatThrownBy(() -> one.decodePiece(in, 9, false)).isSameAs(THROWN);
  }
}
