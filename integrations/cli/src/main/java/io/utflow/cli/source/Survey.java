/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.cli.source;

import io.utflow.codec.BomPolicy;
import io.utflow.codec.DecoderSpec;
import io.utflow.codec.IllFormedSequence;
import io.utflow.codec.MalformedPolicy;
import io.utflow.codec.TextDecoder;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HexFormat;
import java.util.List;

/** The facts about a text, found in one pass over it, in constant memory. */
public final class Survey {
  /**
   * Where a sequence is.
   *
   * @param sequence that is ill-formed
   * @param line from 1 on
   * @param column from 1 on, in code points
   */
  public record Place(IllFormedSequence sequence, long line, long column) {
    private static final HexFormat HEX = HexFormat.ofDelimiter(" ").withUpperCase();

    /** Its bytes, in hexadecimal digits. */
    public String bytes() {
      return HEX.formatHex(sequence.bytes());
    }

    /** For people. */
    @Override
    public String toString() {
      return "line %d, column %d, byte %d: %s, %s"
          .formatted(line, column, sequence.byteOffset(), sequence.cause(), bytes());
    }
  }

  /** Stands where a sequence was, until its place is known: text has no such characters. */
  private static final String SIGN = "\uFDD0\uFDD1\uFFFD\uFDD0";

  private static final String REPLACEMENT = "\uFFFD";

  private final TextScan scan = new TextScan();
  private final List<Place> places = new ArrayList<>();
  private final Deque<IllFormedSequence> unplaced = new ArrayDeque<>();
  private final int mostPlaces;
  private final TextDecoder decoder;
  private long illFormed;
  private int seen;
  private long beyondAsciiBefore = -1;

  private Survey(DecoderSpec spec, int mostPlaces) {
    this.mostPlaces = mostPlaces;
    this.decoder = spec.onMalformed(MalformedPolicy.handledBy(this::found)).newDecoder();
  }

  /**
   * Looks at a whole text.
   *
   * @param most the greatest number of places of ill-formed sequences to keep
   */
  public static Survey of(Reading text, int most) throws IOException {
    return of(text, text.found().spec(), most, false);
  }

  /** Looks at a text up to the last place that is asked for, of which it has so many. */
  public static List<Place> places(Reading text, int most) throws IOException {
    return of(text, text.found().spec(), most, true).places();
  }

  /** As {@link #of(Reading, int)}, read in another way than was found. */
  public static Survey of(Reading text, DecoderSpec spec, int most) throws IOException {
    return of(text, spec, most, false);
  }

  /** As {@link #of(Reading, DecoderSpec, int)}, up to the first ill-formed sequence. */
  public static Survey toFirstIllFormed(Reading text, DecoderSpec spec) throws IOException {
    return of(text, spec, 1, true);
  }

  private static Survey of(Reading text, DecoderSpec spec, int most, boolean placesOnly)
      throws IOException {
    Survey survey = new Survey(spec, most);
    ByteBuffer bytes;
    do {
      bytes = text.next();
      survey.accept(survey.decoder.decode(bytes, !bytes.hasRemaining()));
    } while (bytes.limit() > 0 && !(placesOnly && survey.places.size() >= most));
    return survey;
  }

  private String found(IllFormedSequence sequence) {
    illFormed++;
    if (seen == mostPlaces) {
      return REPLACEMENT;
    }
    seen++;
    unplaced.add(sequence);
    return SIGN;
  }

  private void accept(String piece) {
    int from = 0;
    for (IllFormedSequence sequence = unplaced.poll();
        sequence != null;
        sequence = unplaced.poll()) {
      int sign = piece.indexOf(SIGN, from);
      scan.accept(piece.substring(from, sign));
      places.add(new Place(sequence, scan.line(), scan.column()));
      beyondAsciiBefore = beyondAsciiBefore < 0 ? scan.beyondAscii() : beyondAsciiBefore;
      scan.accept(REPLACEMENT);
      from = sign + SIGN.length();
    }
    scan.accept(from == 0 ? piece : piece.substring(from));
  }

  /** The line ends of the text. */
  public TextScan scan() {
    return scan;
  }

  /**
   * Whether it has NUL, or what its first bytes look like, UTF-16, is not what it is: more than one
   * code unit and one in a hundred is ill-formed, or one is and there are control characters. Or it
   * is legacy text only because it is nothing else and has other control characters.
   */
  public boolean looksBinary(Found found) {
    return scan.looksBinary()
        || found.why() == Found.Why.CODE_UNITS && isHardlyText()
        || found.why() == Found.Why.LEGACY && scan.hasControls();
  }

  private boolean isHardlyText() {
    boolean isMuch = illFormed > 1 + scan.length() / 100 || illFormed > scan.length() / 10;
    return isMuch || illFormed > 0 && scan.hasControls();
  }

  /** Returns the number of characters beyond ASCII up to the first ill-formed sequence. */
  public long beyondAsciiBefore() {
    return beyondAsciiBefore < 0 ? scan.beyondAscii() : beyondAsciiBefore;
  }

  /** The number of ill-formed sequences. */
  public long illFormed() {
    return illFormed;
  }

  /** The first of them. */
  public List<Place> places() {
    return List.copyOf(places);
  }

  /**
   * A hint for a text that was taken for UTF-8 although every second byte is 0; empty for other
   * texts.
   */
  public static String hintOfZeros(ByteBuffer head, Found found) {
    int[] zeros = new int[2];
    for (int i = 0; i < head.remaining(); i++) {
      zeros[i & 1] += head.get(head.position() + i) == 0 ? 1 : 0;
    }
    int enough = Math.max(2, head.remaining() / 8);
    boolean littleEndian = zeros[1] >= enough && zeros[0] < zeros[1] / 8;
    boolean bigEndian = zeros[0] >= enough && zeros[1] < zeros[0] / 8;
    boolean isUnits = found.encoding().name().matches("UTF-(16|32).*");
    return isUnits || littleEndian == bigEndian
        ? ""
        : "every second byte is 0, as in " + (littleEndian ? "UTF-16LE" : "UTF-16BE");
  }

  /** Whether it begins with a byte order mark. */
  public static boolean hasMark(ByteBuffer head, Found found) {
    TextDecoder kept = DecoderSpec.of(found.encoding()).bom(BomPolicy.KEEP).newDecoder();
    ByteBuffer first = head.slice(head.position(), Math.min(head.remaining(), 4));
    return kept.decode(first, false).startsWith("\uFEFF");
  }
}
