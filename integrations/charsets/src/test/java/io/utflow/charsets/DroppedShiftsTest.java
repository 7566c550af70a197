/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.charsets;

import static org.assertj.core.api.Assertions.assertThat;

import io.utflow.codec.DecoderSpec;
import io.utflow.codec.TextEncoding;
import io.utflow.codec.stage.ByteStage;
import io.utflow.codec.stage.LineBreaks;
import io.utflow.codec.stage.LineSpec;
import io.utflow.codec.stage.LocatedLine;
import io.utflow.codec.stage.Stages;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** More shifts than are kept, and shifts before a switch: each byte is counted once. */
class DroppedShiftsTest {
  private static final DecoderSpec HZ = DecoderSpec.of(TextEncoding.forName("HZ-GB-2312"));
  private static final DecoderSpec UTF_8 = DecoderSpec.of(TextEncoding.UTF_8);
  private static final String SHIFTS = "~}".repeat(600);

  private final List<String> told = new ArrayList<>();

  private ByteStage<LocatedLine> lines(DecoderSpec spec, LineBreaks breaks, boolean terminators) {
    return Stages.locatedLines(spec, LineSpec.of(breaks).keepTerminator(terminators));
  }

  private void offer(ByteStage<LocatedLine> stage, String bytes) {
    stage.offer(ByteBuffer.wrap(bytes.getBytes(StandardCharsets.ISO_8859_1)));
    drain(stage);
  }

  private void drain(ByteStage<LocatedLine> stage) {
    for (LocatedLine line = stage.poll(); line != null; line = stage.poll()) {
      told.add(line.text() + "@" + line.begin() + "-" + line.next().byteOffset());
    }
  }

  private void end(ByteStage<LocatedLine> stage) {
    stage.endOfInput();
    drain(stage);
  }

  @Test
  void aCharThatWaitsBehindThemIsWhereItIs() {
    for (String[] cut :
        new String[][] {{SHIFTS, "\r", "x"}, {SHIFTS + "\rx"}, {SHIFTS + "\r", "x"}}) {
      told.clear();
      ByteStage<LocatedLine> stage = lines(HZ, LineBreaks.ANY, true);
      for (String input : cut) {
        offer(stage, input);
      }
      end(stage);
      assertThat(told).containsExactly("\r@0-1201", "x@1201-1202");
    }
  }

  @Test
  void behindASwitchTheyAreCounted() {
    ByteStage<LocatedLine> stage = lines(HZ, LineBreaks.LF_OR_CRLF, false);
    offer(stage, SHIFTS);
    offer(stage, "\r");
    stage.switchTo(UTF_8);
    offer(stage, "\nb\n");
    assertThat(told).containsExactly("@0-1202", "b@1202-1204");
  }

  /**
   * An LF that is awaited does not come: what stands there is of the encoding behind the switch.
   */
  @Test
  void whatIsNoLineFeedBehindASwitchIsReadAnew() {
    DecoderSpec observed = HZ.observer(sequence -> {});
    for (DecoderSpec spec : List.of(HZ, observed)) {
      told.clear();
      ByteStage<LocatedLine> stage = lines(spec, LineBreaks.ANY, false);
      offer(stage, "a\r");
      stage.switchTo(UTF_8);
      offer(stage, "~{ }\n");
      assertThat(told).containsExactly("a@0-2", "~{ }@2-7");
    }
  }

  @Test
  void atTheEndTooItIsReadAnew() {
    ByteStage<LocatedLine> stage = lines(HZ, LineBreaks.ANY, false);
    offer(stage, "a\r");
    stage.switchTo(UTF_8);
    stage.offer(ByteBuffer.wrap("~{".getBytes(StandardCharsets.ISO_8859_1)));
    end(stage);
    assertThat(told).containsExactly("a@0-2", "~{@2-4");
  }
}
