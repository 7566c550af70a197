/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.codec.stage;

import io.utflow.codec.BomPolicy;
import io.utflow.codec.DecoderSpec;
import io.utflow.codec.TextDecoder;
import io.utflow.codec.TextEncoding;
import io.utflow.codec.encodings.Encoding;
import io.utflow.codec.stage.frame.ExpectedPart;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.HashSet;
import java.util.HexFormat;
import java.util.Set;
import java.util.function.Supplier;

/** Asks a protocol for the next part, and refuses line ends that its encoding cannot have. */
final class AskedParts implements Supplier<ExpectedPart> {
  /** The bound of the parts that are remembered: a protocol may make a new one for each line. */
  private static final int MOST_KNOWN = 8;

  private final Encoding encoding;
  private final CountedTexts<?> protocol;

  /** Parts whose line ends are whole characters of the encoding. */
  private final Set<CountedPart> known = new HashSet<>();

  AskedParts(TextEncoding encoding, CountedTexts<?> protocol) {
    this.encoding = Encoding.of(encoding);
    this.protocol = protocol;
    if (this.encoding.hasState()) {
      throw new IllegalArgumentException(
          encoding
              + " has state: the bytes of digits may be other characters there, and another program"
              + " may read another length; give an encoding without state");
    }
  }

  @Override
  public ExpectedPart get() {
    CountedPart next = protocol.next();
    if (next.isLine() && !known.contains(next)) {
      next.part().forEachLineEnd(this::requireWholeCharacters);
      if (known.size() == MOST_KNOWN) {
        known.clear();
      }
      known.add(next);
    }
    return next.part();
  }

  /** A line end is searched for at every byte, also at those inside of a character. */
  private void requireWholeCharacters(byte[] end) {
    TextDecoder decoder = DecoderSpec.of(encoding).bom(BomPolicy.KEEP).newDecoder();
    String text = decoder.decode(ByteBuffer.wrap(end), true);
    if (!Arrays.equals(encoding.standingAlone(text), end)) {
      throw new IllegalArgumentException(
          ("a line cannot end with the bytes %s in %s: they may be parts of other characters, or are"
                  + " no character; end lines with control characters of ASCII, in an encoding that"
                  + " contains it")
              .formatted(HexFormat.of().withUpperCase().formatHex(end), encoding));
    }
  }
}
