/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.codec.testing;

import io.utflow.codec.BomPolicy;
import io.utflow.codec.DecoderSpec;
import io.utflow.codec.IllFormedSequence;
import io.utflow.codec.IllFormedTextException;
import io.utflow.codec.TextEncoding;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** One stream under one configuration, and everything the reference demands of any surface. */
public final class StreamCheck {
  private final TextEncoding encoding;
  private final BomPolicy bom;
  private final PolicyCase policy;
  private final int pieceLength;
  private final byte[] bytes;
  private final Reading whole;
  private final List<ExpectedSequence> sequences;
  private final boolean fails;
  private final String text;

  /** Reports that are right: the bytes of the stream, and the value of their first unit. */
  private List<IllFormedSequence> checked = List.of();

  /** Reads the stream by the reference. */
  public StreamCheck(
      TextEncoding encoding, BomPolicy bom, PolicyCase policy, int pieceLength, byte[] bytes) {
    this.encoding = encoding;
    this.bom = bom;
    this.policy = policy;
    this.pieceLength = pieceLength;
    this.bytes = bytes;
    this.whole = ReferenceDecoder.read(encoding, bom, bytes);
    boolean beyondBudget = whole.sequences().size() > policy.budget();
    Reading seen = beyondBudget ? whole.upToSequence(policy.budget() + 1) : whole;
    this.fails = beyondBudget || whole.markIsMissing();
    this.sequences = seen.sequences();
    ExpectedSequence last = fails ? sequences.get(sequences.size() - 1) : null;
    this.text = seen.text(o -> o.equals(last) ? "" : policy.text().apply(o));
  }

  /** The bytes of the stream. */
  public byte[] bytes() {
    return bytes;
  }

  /**
   * Sends the stream through, cut like this, and compares text, observations, failure and the form
   * of the outputs.
   */
  public void run(Surface surface, List<byte[]> pieces, boolean boundsPieces) {
    List<IllFormedSequence> observed = new ArrayList<>();
    List<IllFormedSequence> handled = new ArrayList<>();
    DecoderSpec spec =
        DecoderSpec.of(encoding)
            .bom(bom)
            .pieceChars(pieceLength)
            .observer(observed::add)
            .onMalformed(
                policy
                    .policy()
                    .apply(
                        sequence -> {
                          handled.add(sequence);
                          require(
                              observed.size() == handled.size(),
                              "observer before handler",
                              pieces,
                              handled);
                          return policy.text().apply(ExpectedSequence.of(sequence));
                        }));
    Outcome outcome = surface.run(spec, pieces);
    require(text.equals(outcome.text()), "text", pieces, outcome);
    require(sequences.equals(ExpectedSequence.of(observed)), "observations", pieces, observed);
    if (!observed.equals(checked)) {
      observed.forEach(sequence -> checkReport(sequence, pieces));
      checked = List.copyOf(observed);
    }
    if (!handled.isEmpty()) {
      int count = observed.size() - (fails ? 1 : 0);
      require(handled.equals(observed.subList(0, count)), "handler", pieces, handled);
    }
    checkFailure(outcome.failure(), observed, pieces);
    outcome.outputs().forEach(list -> list.forEach(o -> checkOutput(o, pieces, boundsPieces)));
  }

  private void checkFailure(
      @Nullable Throwable failure, List<IllFormedSequence> observed, List<byte[]> pieces) {
    if (!fails) {
      require(failure == null, "no failure", pieces, failure);
    } else {
      boolean asReported =
          failure instanceof IllFormedTextException reported
              && reported.sequence().equals(observed.get(observed.size() - 1));
      require(asReported, "the failure that was reported", pieces, failure);
    }
  }

  /** Law L2, and that no output is empty or too long. */
  private void checkOutput(String output, List<byte[]> pieces, boolean bounded) {
    require(
        isWellFormed(output) || Encodings.WITH_SURROGATES.contains(encoding),
        "well-formed output",
        pieces,
        output);
    require(!output.isEmpty(), "no empty output", pieces, output);
    require(!bounded || output.length() <= pieceLength, "bounded output", pieces, output);
  }

  private static boolean isWellFormed(String output) {
    for (int i = 0; i < output.length(); i = output.offsetByCodePoints(i, 1)) {
      if (Character.getType(output.codePointAt(i)) == Character.SURROGATE) {
        return false;
      }
    }
    return true;
  }

  private void checkReport(IllFormedSequence sequence, List<byte[]> pieces) {
    int from = (int) sequence.byteOffset();
    byte[] slice = Arrays.copyOfRange(bytes, from, from + sequence.length());
    require(Arrays.equals(slice, sequence.bytes()), "bytes", pieces, sequence);
    TextEncoding resolved = whole.resolved() == null ? encoding : whole.resolved();
    require(sequence.encoding() == resolved, "encoding", pieces, sequence);
    if (ReferenceVariants.knows(resolved)) {
      return;
    }
    long unit = firstUnit(resolved, slice);
    require(sequence.diagnosticValue() == unit, "diagnostic value", pieces, sequence);
  }

  /** The first whole code unit of UTF-16 or UTF-32, unsigned; -1 in UTF-8 or if none is whole. */
  private static long firstUnit(TextEncoding encoding, byte[] sequence) {
    int size = encoding.name().startsWith("UTF-16") ? 2 : 4;
    if (encoding == TextEncoding.UTF_8
        || ReferenceForms.knows(encoding)
        || sequence.length < size) {
      return -1;
    }
    StringBuilder hex = new StringBuilder();
    for (int i = 0; i < size; i++) {
      hex.insert(
          encoding.name().endsWith("LE") ? 0 : hex.length(),
          HexFormat.of().toHexDigits(sequence[i]));
    }
    return Long.parseLong(hex.toString(), 16);
  }

  /**
   * Law L3: after every piece exactly the text is out that no continuation could change. For
   * policies that do not fail.
   */
  public void runPromptly(Surface surface, List<byte[]> pieces) {
    DecoderSpec spec =
        DecoderSpec.of(encoding)
            .bom(bom)
            .pieceChars(pieceLength)
            .onMalformed(
                policy
                    .policy()
                    .apply(sequence -> policy.text().apply(ExpectedSequence.of(sequence))));
    // An empty piece behind the others, for surfaces that are told of the end with the last one.
    List<byte[]> fed = new ArrayList<>(pieces);
    fed.add(new byte[0]);
    Outcome outcome = surface.run(spec, fed);
    int length = 0;
    for (int i = 0; i < pieces.size() && i < outcome.outputs().size(); i++) {
      length += pieces.get(i).length;
      byte[] prefix = Arrays.copyOf(bytes, length);
      Reading decided = ReferenceDecoder.readPrefix(encoding, bom, prefix);
      if (decided.markIsMissing()) {
        return;
      }
      String due = decided.text(policy.text());
      require(due.equals(outcome.textAfter(i + 1)), "text due after a piece", pieces, outcome);
    }
  }

  private void require(boolean held, String what, List<byte[]> pieces, @Nullable Object actual) {
    if (!held) {
      throw new AssertionError(
          "%s: %s, BOM %s, %s, pieceLength %d, bytes %s, cut %s%nexpected %s with %s%nbut was %s"
              .formatted(
                  what,
                  encoding,
                  bom,
                  policy,
                  pieceLength,
                  HexFormat.of().formatHex(bytes),
                  Cuts.describe(pieces),
                  escape(text),
                  sequences,
                  escape(String.valueOf(actual))));
    }
  }

  private static String escape(String text) {
    StringBuilder escaped = new StringBuilder();
    for (char c : text.toCharArray()) {
      escaped.append(c >= 0x20 && c < 0x7F ? String.valueOf(c) : "\\u%04X".formatted((int) c));
    }
    return escaped.toString();
  }
}
