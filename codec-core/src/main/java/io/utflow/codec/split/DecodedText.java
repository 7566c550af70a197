/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.codec.split;

import io.utflow.codec.engine.PieceDecoder;
import io.utflow.codec.form.EncodingForm;
import io.utflow.codec.kernel.ControlSearch;
import io.utflow.codec.kernel.choice.Kernels;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * The text that is being read, the bytes that it was decoded from, and the byte offset of each
 * char: the one place that knows offsets.
 *
 * <p>Given: the inputs of a stream, one after the other. Guarantees: while an input is drained, its
 * bytes stay where they are, and an offset is computed only when a caller asks for it. A char
 * begins directly after the char before, so sequences without characters, such as shifts, belong to
 * the next char. Leaves, when an input is used up: the few chars that are not read, their bytes,
 * and the pending bytes. One object for each stream.
 *
 * <p>Text is decoded to a borrowed array; ASCII is read from its bytes. An offset is known at once
 * if all chars have the same number of bytes, and at the last delimiter, if delimiters are looked
 * for in the bytes too. Any other offset is counted from such a place: by the bytes of each char,
 * if the form knows them, or else by reading the bytes again, sequence by sequence.
 */
final class DecodedText extends PlacedText {

  /** The most bytes of sequences without characters that are kept to be handed over (law L4). */
  private static final int MOST_EMPTY = 1024;

  /** In bytes: so much ASCII is not decoded, whatever follows it. */
  private static final int FEWEST_ASCII = 512;

  private final PieceDecoder decoder;
  private final Delimiters delimiters;

  /** Whether lines are asked for their places. */
  private final boolean isLocated;

  /** The search of the kernels that were chosen when the stream began. */
  private final ControlSearch controls = Kernels.chosen().controls();

  /**
   * The last piece, where it is read to its end and the state tells whether sequences without
   * characters stand there: the first char begins before them. Null if it begins at {@link #begin}.
   */
  private @Nullable DecodedText before;

  /** The answer of {@link #copy} for this piece. */
  private @Nullable DecodedText copy;

  /** The bytes in sequences without characters before the first char, while that waits. */
  private int empty;

  /** Whether sequences without characters were dropped and no char has come since. */
  private boolean drops;

  /** Whether delimiters are looked for in the bytes of the piece as well. */
  private boolean isSearched;

  DecodedText(PieceDecoder decoder, Delimiters delimiters, boolean isLocated) {
    this.decoder = decoder;
    this.delimiters = delimiters;
    this.isLocated = isLocated;
    this.begin = decoder.position();
    this.fromOffset = begin;
  }

  // The text.

  /**
   * Where the next delimiter may begin, or the length. The search goes on from the last such place
   * without a gap, except for the delimiter found there.
   */
  int find(int at) {
    EncodedDelimiters bytesOf = encoded;
    if (at == length) {
      return length;
    }
    if (bytesOf == null) {
      return delimiters.find(chars, at, length);
    }
    if (isInBytes) {
      return bytesOf.find(controls, bytes, first + at, first + length) - first;
    }
    int found = delimiters.find(chars, at, length);
    if (isSearched && found < length) {
      findInBytes(bytesOf, at, found);
    }
    return found;
  }

  /** Finds in the bytes the delimiter that was found in the text after the tail. */
  private void findInBytes(EncodedDelimiters bytesOf, int at, int found) {
    if (markChar < 0) {
      beginWalk();
      markChar = knownChar;
      mark = known;
    }
    if (found >= markChar) {
      int next = mark + bytesOf.length(chars, markChar, Math.max(at, markChar));
      mark = bytesOf.find(controls, bytes, next, end);
      markChar = found;
    }
  }

  // Decoding.

  /**
   * Decodes on.
   *
   * @return whether there is more text
   */
  boolean decode(ByteBuffer in, boolean ending) {
    int inFrom = in.position();
    int inLimit = in.limit();
    int count = isLaid(in) ? laid - taken : Math.min(in.remaining(), decoder.mostBytes());
    boolean isAll = count == in.remaining();
    int before = taken;
    try {
      if (!isAll) {
        in.limit(inFrom + count);
      }
      ByteBuffer next = lay(in, count);
      before = taken;
      int limit = taken + count;
      boolean ends = ending && isAll;
      EncodedDelimiters bytesOf = encoded == null ? start(next, ends) : encoded;
      if (bytesOf == null) {
        taken = limit;
        return false;
      }
      int added = read(bytesOf, next, limit, ends);
      int reached = limit - next.remaining();
      end = reached - decoder.takeUndecided();
      decoder.look(bytes, end, limit, ends);
      taken = Math.max(taken, isAll ? reached : end);
      return added > 0;
    } finally {
      if (!isAll) {
        in.limit(inLimit);
      }
      in.position(inFrom + taken - before);
    }
  }

  /** Decides the byte order mark, and with it the encoding; null if it is not decided. */
  private @Nullable EncodedDelimiters start(ByteBuffer in, boolean ending) {
    boolean started = decoder.start(in, ending);
    int undecided = decoder.takeUndecided();
    in.position(in.position() - undecided);
    first = in.arrayOffset() + in.position();
    end = first;
    from = first;
    begin = decoder.position();
    fromOffset = begin;
    encoded = started ? delimiters.encoded(decoder.encoding()) : null;
    isStateful = started && decoder.isStateful();
    return encoded;
  }

  /** Reads the next piece; answers how many chars it has. */
  private int read(EncodedDelimiters bytesOf, ByteBuffer next, int limit, boolean ends) {
    EncodingForm state = decoder.formOfPiece();
    if (form != state) {
      form = state;
    }
    markChar = -1;
    tail = length;
    boolean mayBeAscii = tail == 0 && form != null && bytesOf.readsAscii;
    int ascii = mayBeAscii ? decoder.takeAscii(next, FEWEST_ASCII) : 0;
    isInBytes = ascii > 0;
    if (isInBytes) {
      length = ascii;
      isExact = true;
      return ascii;
    }
    long before = decoder.illFormedCount();
    int room = tail + limit - end + ROOM;
    char[] text = room <= TextWindow.SIZE ? window().chars : new char[room];
    System.arraycopy(chars, 0, text, 0, tail);
    chars = text;
    length = decoder.next(next, text, tail, ends);
    String rest = decoder.takeReplacement();
    if (!rest.isEmpty()) {
      chars = Arrays.copyOf(text, length + rest.length());
      rest.getChars(0, rest.length(), chars, length);
      length = chars.length;
    }
    boolean isPlain = form != null && !isStateful;
    isExact = isPlain && bytesOf.isExact && decoder.illFormedCount() == before;
    isSearched = isPlain && (isLocated || !isExact) && bytesOf.areSearched;
    return length - tail;
  }

  // Forgetting.

  /** Borrows nothing in a short input, which may wait long: keeps copies as short as that. */
  void ownShort(ByteBuffer in) {
    if (isShort(in)) {
      bytes = bytes == window().bytes ? Arrays.copyOf(bytes, Math.max(laid, taken)) : bytes;
      chars = chars == window().chars ? Arrays.copyOf(chars, length) : chars;
      release();
    }
  }

  /**
   * Forgets the chars before {@code at}, and keeps the others. Between two inputs nothing else is
   * kept.
   */
  void forget(int at) {
    if (isOwn && at == 0) {
      return;
    }
    int left = length - at;
    boolean isBehind = at > tail && left == 0;
    int place = isBehind ? end : index(at);
    long offset = at > tail ? fromOffset + place - from : begin + tailOffsets[at];
    DecodedText piece = isBehind && isReadAgain() ? copy() : at == 0 ? before : null;
    int[] places = left == 0 ? NO_PLACES : new int[left + 1];
    int[] offsets = drops || tailOffsets != tailPlaces ? new int[left + 1] : places;
    for (int i = 1; i <= left; i++) {
      int behind = behind(at + i - 1);
      places[i] = index(behind) - place;
      if (offsets != places) {
        offsets[i] = (int) (byteOffset(behind) - offset);
      }
    }
    int emptyNow =
        left > 0 && isStateful && at >= tail
            ? Math.max(0, ownIndex(at) - place)
            : at == 0 ? empty : 0;
    int lastChar = first + tailPlaces[tail];
    drops = length == tail && (drops || end - lastChar > MOST_EMPTY);
    int keptEnd = drops ? lastChar : end;
    fromOffset += end - from;
    begin = offset;
    setText(left == 0 ? NO_CHARS : substring(at, length).toCharArray(), places, piece);
    tailOffsets = left == 0 ? places : offsets;
    keep(place, keptEnd);
    tail = left;
    length = left;
    empty = left == 0 ? 0 : emptyNow;
  }

  /**
   * Passes sequences without characters before the first kept char or the pending bytes, once all
   * else is forgotten.
   */
  void passWhatIsRead() {
    before = null;
    if (length == 0) {
      first = end;
      begin = fromOffset;
    } else {
      passEmpty(empty);
    }
    empty = 0;
  }

  /**
   * The text is the tail. A field is compared before it is set to an object: that costs some
   * collectors a memory fence, which null does not.
   */
  private void setText(char[] text, int[] places, @Nullable DecodedText piece) {
    if (chars != text) {
      chars = text;
    }
    if (tailPlaces != places) {
      tailPlaces = places;
    }
    if (before != piece) {
      before = piece;
    }
    walking = null;
    copy = null;
    isInBytes = false;
    isSearched = false;
  }

  // Offsets.

  /** The byte offset in the stream at which a char begins, or at which the last char ends. */
  long byteOffset(int at) {
    DecodedText piece = before;
    if (at == 0 && piece != null) {
      return piece.byteOffset(piece.length);
    }
    return at <= tail ? begin + tailOffsets[at] : fromOffset + index(at) - from;
  }

  /**
   * Supplies {@link #byteOffset} after this text is forgotten; null if the offset costs little now.
   *
   * @param line has the chars from there up to {@code to}, and keeps them while the offset may be
   *     asked for
   */
  @Nullable LongSupplier laterByteOffset(int at, int to, OpenLine line) {
    EncodedDelimiters bytesOf = encoded;
    if (isExact && bytesOf != null && tail < at && at < to && !isAtHand(at) && !line.hasPassed()) {
      int count = to - at;
      long last = byteOffset(to);
      return () -> last - bytesOf.length(line.first(count), 0, count);
    }
    boolean isCostly = isReadAgain() || at < length && isReadToCount();
    DecodedText piece = at > tail && isCostly ? copy() : at == 0 ? before : null;
    if (piece == null) {
      return null;
    }
    int place = at > 0 ? at : piece.length;
    return () -> piece.byteOffset(place);
  }

  /** Whether the place of a char is known without a look at those before it. */
  boolean isAtHand(int at) {
    EncodedDelimiters bytesOf = encoded;
    return at <= tail
        || isInBytes
        || form == null
        || at == markChar
        || !decoder.isStateful()
            && (at == length
                || bytesOf != null && bytesOf.bytesOfChar(end - from == length - tail) > 0);
  }

  /** Where a char begins whose place {@link #isAtHand}. */
  long offsetAtHand(int at) {
    return at == markChar && at > tail ? fromOffset + mark - from : byteOffset(at);
  }

  /** Whether the state tells where a char begins: all bytes of the piece before it. */
  private boolean isReadAgain() {
    return form != null && isStateful;
  }

  /** Whether bytes are read again to know how many some chars are. */
  private boolean isReadToCount() {
    EncodedDelimiters bytesOf = encoded;
    return bytesOf != null
        && form != null
        && !isInBytes
        && !isExact
        && !isSearched
        && bytesOf.bytesOfChar(false) == 0;
  }

  /** The places of this piece, for whoever asks when it is forgotten. */
  private DecodedText copy() {
    DecodedText made = copy;
    if (made == null) {
      made = new DecodedText(decoder, delimiters, isLocated);
      made.length = length;
      made.tail = tail;
      made.fromOffset = fromOffset;
      made.bytes = Arrays.copyOfRange(bytes, from, end);
      made.end = end - from;
      made.taken = made.end;
      made.form = form;
      copy = made;
    }
    return made;
  }

  /** The bytes from a char on, as they were received. */
  byte[] bytesFrom(int at) {
    byte[] own = Arrays.copyOfRange(bytes, index(at), taken);
    DecodedText piece = at == 0 ? before : null;
    if (piece == null) {
      return own;
    }
    byte[] empty = piece.bytesFrom(piece.length);
    byte[] all = Arrays.copyOf(empty, empty.length + own.length);
    System.arraycopy(own, 0, all, empty.length, own.length);
    return all;
  }

  /** The chars from one on of which no byte is left: the rest of the text of a sequence. */
  String restOfSequence(int at) {
    int to = at;
    while (to < length && index(to) == index(to + 1)) {
      to++;
    }
    return substring(at, to);
  }

  /** Whether a delimiter that has begun may go on in the bytes after the text, if there are any. */
  boolean mayGoOn() {
    EncodedDelimiters known = encoded;
    return taken == end || known == null || isStateful || known.mayGoOn(bytes, end, taken);
  }
}
