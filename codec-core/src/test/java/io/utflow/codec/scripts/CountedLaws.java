/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.codec.scripts;

import static io.utflow.codec.scripts.StreamLaws.require;

import io.utflow.codec.encodings.Encoding;
import io.utflow.codec.scripts.Action.Kind;
import io.utflow.codec.scripts.Setup.Key;
import io.utflow.codec.stage.CountedTexts;
import io.utflow.codec.stage.FrameException;
import io.utflow.codec.testing.CountedModel;
import io.utflow.codec.testing.CountedProtocol;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** Lines and what they announce: what {@link CountedModel} reads from the whole stream. */
final class CountedLaws {
  private CountedLaws() {}

  /** The stage by {@link CountedProtocol}, in an encoding that can have its line ends. */
  static Subject stage(Setup setup, Transcript told) {
    Encoding encoding = Encoding.of(setup.encoding(Key.FROM));
    boolean hasEnds =
        Arrays.equals(encoding.standingAlone("\r\n"), new byte[] {'\r', '\n'})
            && Arrays.equals(encoding.standingAlone("\0"), new byte[] {0});
    if (!hasEnds) {
      throw new IllegalArgumentException("no lines in " + encoding);
    }
    return Staged.ofBytes(
        CountedTexts.stage(
            setup.decoderSpec(told),
            CountedProtocol.of(setup.flag(Key.REFUSED)),
            setup.number(Key.MAX_BYTES),
            most(setup)),
        setup,
        told);
  }

  /** The bound of a counted part, which is not below that of a line. */
  private static int most(Setup setup) {
    return Math.max(setup.number(Key.MAX_BYTES), setup.number(Key.FRAME_MAX));
  }

  static void asModel(Script script) {
    if (!script.has(Kind.END)) {
      return;
    }
    Setup setup = script.setup();
    Transcript told = Runner.run(script);
    List<String> actual = new ArrayList<>(told.outputs());
    if (told.thrown() instanceof FrameException lost) {
      actual.add("!" + lost.reason() + " " + lost.byteOffset());
    }
    List<String> expected =
        CountedModel.of(
            setup.decoderSpec(new Transcript()),
            setup.flag(Key.REFUSED),
            setup.number(Key.MAX_BYTES),
            most(setup),
            script.bytes());
    require(
        actual.equals(expected),
        "read [%s], by the model [%s]",
        Transcript.escape(actual.toString()),
        Transcript.escape(expected.toString()));
  }
}
