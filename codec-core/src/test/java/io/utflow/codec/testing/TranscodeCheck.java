/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.codec.testing;

import io.utflow.codec.BomOutput;
import io.utflow.codec.BomPolicy;
import io.utflow.codec.DecoderSpec;
import io.utflow.codec.EncoderSpec;
import io.utflow.codec.IllFormedSequence;
import io.utflow.codec.TextEncoding;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;

/**
 * One stream between two encodings under one configuration, and everything that decoding it and
 * encoding the text, each by its reference, demands of any transcoder.
 */
public final class TranscodeCheck {
  /** The two encodings and what is done about their byte order marks. */
  public record Pair(TextEncoding from, BomPolicy bom, TextEncoding to, BomOutput bomOutput) {}

  private final Pair pair;
  private final PolicyCase policy;
  private final int pieceLength;
  private final byte[] bytes;
  private final OutputCheck output;

  /** Reads the stream by the reference. */
  public TranscodeCheck(Pair pair, PolicyCase policy, int pieceLength, byte[] bytes) {
    this.pair = pair;
    this.policy = policy;
    this.pieceLength = pieceLength;
    this.bytes = bytes;
    this.output =
        new OutputCheck(
            ReferenceDecoder.read(pair.from, pair.bom, bytes),
            policy,
            pair.to,
            pair.bomOutput,
            pieceLength);
  }

  /** Sends the stream through, cut like this, and compares. */
  public void run(TranscodeSurface surface, List<byte[]> pieces, boolean boundsPieces) {
    List<IllFormedSequence> observed = new ArrayList<>();
    List<IllFormedSequence> handled = new ArrayList<>();
    DecoderSpec from =
        DecoderSpec.of(pair.from)
            .bom(pair.bom)
            .observer(observed::add)
            .onMalformed(output.policy(observed, handled));
    ByteOutcome outcome = surface.run(from, to(), pieces);
    output.check(outcome, observed, handled, boundsPieces, () -> describe(pieces));
    for (IllFormedSequence sequence : observed) {
      int at = (int) sequence.byteOffset();
      byte[] slice = Arrays.copyOfRange(bytes, at, at + sequence.length());
      if (!Arrays.equals(slice, sequence.bytes())) {
        throw new AssertionError("report: %s: %s".formatted(describe(pieces), sequence));
      }
    }
  }

  private EncoderSpec to() {
    return EncoderSpec.of(pair.to).bom(pair.bomOutput).pieceBytes(pieceLength);
  }

  /** Law L3: after every piece all is out that no continuation could change. */
  public void runPromptly(TranscodeSurface surface, List<byte[]> pieces) {
    DecoderSpec from =
        DecoderSpec.of(pair.from)
            .bom(pair.bom)
            .onMalformed(
                policy
                    .policy()
                    .apply(sequence -> policy.text().apply(ExpectedSequence.of(sequence))));
    List<byte[]> fed = new ArrayList<>(pieces);
    fed.add(new byte[0]);
    ByteOutcome outcome = surface.run(from, to(), fed);
    int length = 0;
    for (int i = 0; i < pieces.size(); i++) {
      length += pieces.get(i).length;
      byte[] prefix = Arrays.copyOf(bytes, length);
      Reading decided = ReferenceDecoder.readPrefix(pair.from, pair.bom, prefix);
      if (decided.markIsMissing()) {
        return;
      }
      ExpectedBytes due = new ExpectedBytes(pair.to, pair.bomOutput, decided.text(policy.text()));
      if (!Arrays.equals(due.bytes(), outcome.bytesAfter(i + 1))) {
        throw new AssertionError(
            "bytes due after piece %d: %s, %s".formatted(i, describe(pieces), policy));
      }
    }
  }

  private String describe(List<byte[]> pieces) {
    return "%s, bytes %s, cut %s"
        .formatted(pair, HexFormat.of().formatHex(bytes), Cuts.describe(pieces));
  }
}
