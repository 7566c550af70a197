/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.codec.testing;

import io.utflow.codec.BomOutput;
import io.utflow.codec.EncoderSpec;
import io.utflow.codec.IllFormedSequence;
import io.utflow.codec.TextEncoding;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** One text under one configuration, and everything the reference demands of any encoder. */
public final class EncodeCheck {
  private final TextEncoding encoding;
  private final BomOutput bom;
  private final PolicyCase policy;
  private final int pieceLength;
  private final String text;
  private final OutputCheck output;

  /** Reads the text by the reference. */
  public EncodeCheck(
      TextEncoding encoding, BomOutput bom, PolicyCase policy, int pieceLength, String text) {
    this.encoding = encoding;
    this.bom = bom;
    this.policy = policy;
    this.pieceLength = pieceLength;
    this.text = text;
    this.output = new OutputCheck(ReferenceText.read(text), policy, encoding, bom, pieceLength);
  }

  /** Sends the text through, cut like this, and compares. */
  public void run(EncodeSurface surface, List<String> pieces, boolean boundsPieces) {
    List<IllFormedSequence> observed = new ArrayList<>();
    List<IllFormedSequence> handled = new ArrayList<>();
    EncoderSpec spec = spec().observer(observed::add).onMalformed(output.policy(observed, handled));
    ByteOutcome outcome = surface.run(spec, pieces);
    output.check(outcome, observed, handled, boundsPieces, () -> describe(pieces));
    observed.forEach(sequence -> checkReport(sequence, pieces));
  }

  private EncoderSpec spec() {
    return EncoderSpec.of(encoding).bom(bom).pieceBytes(pieceLength);
  }

  private void checkReport(IllFormedSequence sequence, List<String> pieces) {
    int unit = text.charAt((int) sequence.charOffset());
    boolean right =
        sequence.encoding() == TextEncoding.UTF_16BE
            && sequence.length() == 1
            && Arrays.equals(sequence.bytes(), new byte[] {(byte) (unit / 256), (byte) unit})
            && sequence.diagnosticValue() == unit;
    if (!right) {
      throw new AssertionError("report: %s: %s".formatted(describe(pieces), sequence));
    }
  }

  /**
   * Law L3: after every piece all is out but a high surrogate at its end. For policies that do not
   * fail.
   */
  public void runPromptly(EncodeSurface surface, List<String> pieces) {
    EncoderSpec spec =
        spec()
            .onMalformed(
                policy
                    .policy()
                    .apply(sequence -> policy.text().apply(ExpectedSequence.of(sequence))));
    // An empty piece behind the others, for surfaces that are told of the end with the last one.
    List<String> fed = new ArrayList<>(pieces);
    fed.add("");
    ByteOutcome outcome = surface.run(spec, fed);
    StringBuilder soFar = new StringBuilder();
    for (int i = 0; i < pieces.size(); i++) {
      soFar.append(pieces.get(i));
      Reading decided = ReferenceText.read(soFar.toString());
      decided.tokens().removeIf(Reading.Token::endOfInput);
      ExpectedBytes due = new ExpectedBytes(encoding, bom, decided.text(policy.text()));
      if (!Arrays.equals(due.bytes(), outcome.bytesAfter(i + 1))) {
        throw new AssertionError(
            "bytes due after piece %d: %s, %s".formatted(i, describe(pieces), policy));
      }
    }
  }

  private String describe(List<String> pieces) {
    StringBuilder units = new StringBuilder();
    text.chars().forEach(unit -> units.append("%04x ".formatted(unit)));
    return "%s, BOM %s, text %scut %s".formatted(encoding, bom, units, TextCuts.describe(pieces));
  }
}
