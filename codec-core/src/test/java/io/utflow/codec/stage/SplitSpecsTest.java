/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.codec.stage;

import static io.utflow.codec.stage.SplitStageTest.UTF_8;
import static io.utflow.codec.stage.SplitStageTest.WINDOW;
import static io.utflow.codec.stage.SplitStageTest.buffer;
import static io.utflow.codec.stage.SplitStageTest.end;
import static io.utflow.codec.stage.SplitStageTest.lines;
import static io.utflow.codec.stage.SplitStageTest.offer;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatNullPointerException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.ByteBuffer;
import org.junit.jupiter.api.Test;

/** What specs of lines and records refuse, and say. */
class SplitSpecsTest {
  @Test
  void refuseWhatMakesNoSense() {
    LineSpec lines = LineSpec.of(LineBreaks.LF_OR_CRLF);
    assertThatIllegalArgumentException().isThrownBy(() -> lines.maxChars(0));
    assertThatNullPointerException().isThrownBy(() -> lines.onTooLong(null));
    assertThatNullPointerException().isThrownBy(() -> lines.observer(null));
    assertThatIllegalArgumentException().isThrownBy(RecordSpec::delimitedBy);
    assertThatIllegalArgumentException().isThrownBy(() -> RecordSpec.delimitedBy("a", ""));
    assertThatIllegalArgumentException().isThrownBy(() -> RecordSpec.delimitedBy("a\uD800"));
    assertThatIllegalArgumentException().isThrownBy(() -> RecordSpec.delimitedBy("a").maxChars(-1));
  }

  @Test
  void sayWhatTheyAre() {
    LineSpec spec = LineSpec.of(LineBreaks.ANY);
    assertThat(spec.breaks()).isEqualTo(LineBreaks.ANY);
    assertThat(spec.maxChars()).isEqualTo(65_536);
    assertThat(spec.onTooLong()).isEqualTo(TooLongPolicy.FAIL);
    assertThat(spec.observer()).isEmpty();
    LineSpec other = spec.maxChars(7).onTooLong(TooLongPolicy.TRUNCATE).observer(line -> {});
    assertThat(other.maxChars()).isEqualTo(7);
    assertThat(other.onTooLong()).isEqualTo(TooLongPolicy.TRUNCATE);
    assertThat(other.observer()).isPresent();
    assertThat(spec.maxChars()).isEqualTo(65_536);
  }

  /** A server that makes a spec for each request finds out what the delimiters are once. */
  @Test
  void ofTheSameBreaksShareTheirDelimiters() {
    for (LineBreaks breaks : LineBreaks.values()) {
      LineSpec bounded = LineSpec.of(breaks).maxChars(7).keepTerminator(true);
      assertThat(bounded.rule().delimiters()).isSameAs(LineSpec.of(breaks).rule().delimiters());
    }
    assertThatNullPointerException().isThrownBy(() -> LineSpec.of(null));
  }

  @Test
  void keepTheirSettingsInWhateverOrder() {
    LineSpec spec =
        LineSpec.of(LineBreaks.CRLF).maxChars(3).keepTerminator(true).refuseBareBreaks();
    Stage<ByteBuffer, String> stage = lines(spec.onTooLong(TooLongPolicy.TRUNCATE));
    assertThat(offer(stage, "abcdef\r\n")).containsExactly("abc\r\n");
    stage.offer(buffer("a\n"));
    assertThatThrownBy(stage::poll).isInstanceOf(BareLineBreakException.class);
  }

  @Test
  void allowADelimiterLongerThanAWindow() {
    String delimiter = "x".repeat(WINDOW + 5) + "y";
    Stage<ByteBuffer, String> stage = Stages.records(UTF_8, RecordSpec.delimitedBy(delimiter));
    assertThat(offer(stage, "a" + delimiter + "b" + delimiter.substring(1))).containsExactly("a");
    assertThat(end(stage)).containsExactly("b" + delimiter.substring(1));
  }
}
