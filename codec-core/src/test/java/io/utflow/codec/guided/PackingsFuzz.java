/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.codec.guided;

import io.utflow.codec.BomPolicy;
import io.utflow.codec.MalformedPolicy;
import io.utflow.codec.TextEncoding;
import io.utflow.codec.packing.BrokenEscapeException;
import io.utflow.codec.packing.Packing;
import io.utflow.codec.scripts.GuidedScripts;
import io.utflow.codec.stage.Stage;
import io.utflow.codec.testing.ReferenceDecoder;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.List;
import java.util.Map;

/**
 * Packings: cuts, each escape by {@link PackedText}, what is broken, and what was packed is
 * unpacked. The stream is UTF-8, so that one byte more makes an escape; three characters that
 * nobody misses stand for what UTF-8 has not, and for many zeros.
 */
public final class PackingsFuzz {
  private static final GuidedScripts LAWS =
      new GuidedScripts("CUTS COUNTS", "UNPACK_PERCENT UNPACK_BACKSLASH UNPACK_REFERENCES PACK");

  private static final Map<Packing, PackedText> MODELS =
      Map.of(
          Packing.PERCENT, PackedText.PERCENT,
          Packing.BACKSLASH, PackedText.BACKSLASH,
          Packing.REFERENCES, PackedText.REFERENCES);

  private static final List<Packing> ALL =
      List.of(
          Packing.PERCENT,
          Packing.BACKSLASH,
          Packing.BACKSLASH_LONG,
          Packing.REFERENCES,
          Packing.DECIMAL_REFERENCES);

  /** More than an input is joined to what waits. */
  private static final String ZEROS = "0".repeat(70);

  private static final MalformedPolicy MARKED =
      MalformedPolicy.handledBy(found -> PackedText.mark(found.charOffset(), found.bytes()));

  private PackingsFuzz() {}

  /** Called by the fuzzer. */
  public static void fuzzerTestOneInput(byte[] data) {
    if (data.length <= GuidedScripts.HEAD) {
      return;
    }
    byte[] head = Arrays.copyOf(data, GuidedScripts.HEAD);
    String text = text(Arrays.copyOfRange(data, GuidedScripts.HEAD, data.length));
    ByteBuffer script = ByteBuffer.allocate(head.length + 2 * text.length()).put(head);
    script.asCharBuffer().put(text);
    LAWS.check(script.array());
    MODELS.forEach((packing, model) -> asModelled(packing, model, text, head));
    String wellFormed = PackedText.wellFormed(text);
    for (Packing packing : ALL) {
      String packed = through(packing.packer(), wellFormed, head);
      require(packed.chars().allMatch(c -> c < 0x80), packing + " writes " + packed);
      String back = through(packing.unpacker(), packed, head);
      require(back.equals(wellFormed), packing + " reads " + back + " of " + packed);
    }
  }

  private static void asModelled(Packing packing, PackedText model, String text, byte[] cuts) {
    Packing marked = packing.onMalformed(MARKED);
    same(marked, through(marked.unpacker(), text, cuts), model.read(text));
    same(marked, through(marked.packer(), text, cuts), model.pack(text));
    int broken = model.brokenAt(text);
    StringBuilder before = new StringBuilder();
    long refused = -1;
    try {
      through(marked.refuseBroken().unpacker(), text, cuts, before);
    } catch (BrokenEscapeException e) {
      refused = e.charOffset();
    }
    require(refused == broken, "broken at " + broken + ", refused at " + refused);
    same(marked, before.toString(), model.read(broken < 0 ? text : text.substring(0, broken)));
  }

  private static String text(byte[] utf8) {
    return ReferenceDecoder.read(TextEncoding.UTF_8, BomPolicy.KEEP, utf8)
        .replaced()
        .replace('\u0001', '\uD83D')
        .replace('\u0002', '\uDE00')
        .replace("\u0003", ZEROS);
  }

  private static String through(Stage<CharSequence, String> stage, String text, byte[] cuts) {
    StringBuilder out = new StringBuilder();
    through(stage, text, cuts, out);
    return out.toString();
  }

  /** In pieces of as many chars as the head says, an even first byte: in one piece. */
  private static void through(
      Stage<CharSequence, String> stage, String text, byte[] cuts, StringBuilder out) {
    boolean whole = cuts[0] % 2 == 0;
    int next = 1;
    for (int from = 0, to; from < text.length(); from = to) {
      int length = whole ? text.length() : 1 + (cuts[next++ % cuts.length] & 0xFF) % 11;
      to = Math.min(text.length(), from + length);
      stage.offer(text.substring(from, to));
      drain(stage, out);
    }
    stage.endOfInput();
    drain(stage, out);
  }

  private static void drain(Stage<CharSequence, String> stage, StringBuilder out) {
    for (String piece; (piece = stage.poll()) != null; ) {
      out.append(piece);
    }
  }

  private static void same(Packing packing, String told, String expected) {
    require(told.equals(expected), packing + " tells " + told + " instead of " + expected);
  }

  private static void require(boolean holds, String what) {
    if (!holds) {
      throw new AssertionError(what);
    }
  }
}
