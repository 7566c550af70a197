/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.codec.split;

import io.utflow.codec.engine.PieceDecoder;
import io.utflow.codec.form.EncodingForm;
import io.utflow.codec.form.Step;
import io.utflow.codec.kernel.ControlSearch;
import io.utflow.codec.kernel.choice.Kernels;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.Objects;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * The text that is being read, the bytes that it was decoded from, and the byte offset of each
 * char: the one place that knows offsets.
 *
 * <p>Given: the inputs of a stream, one after the other. Guarantees: while an input is drained, its
 * bytes stay where they are, and an offset is found when somebody asks for it; a char begins
 * directly behind the one before, so sequences without characters, as shifts, belong to the char
 * that follows. Leaves, when an input is used up: the chars that are not read, which are few, their
 * bytes, and the pending ones. One for each stream.
 *
 * <p>Text is decoded to an array that is borrowed, and becomes a {@code String} once, as a line;
 * ASCII is not decoded, but read from its bytes. An offset is known at once where each char is as
 * many bytes, and at the delimiter that was found last, if delimiters are looked for in the bytes
 * as well as in the text. From such a place on the chars are counted, of whose bytes the form knows
 * how many they are; where it does not, as where something was ill-formed, it reads the bytes
 * again, sequence by sequence.
 */
final class DecodedText extends LaidText {

  /** The most bytes of sequences without characters that are kept to be handed over (law L4). */
  private static final int MOST_EMPTY = 1024;

  /** In bytes: so much ASCII is not decoded, whatever follows it. */
  private static final int FEWEST_ASCII = 512;

  private final PieceDecoder decoder;
  private final Delimiters delimiters;

  /** Whether lines are asked for their places. */
  private final boolean isLocated;

  /** Of the kernels that are chosen when the stream begins. */
  private final ControlSearch controls = Kernels.chosen().controls();

  /**
   * The last piece, where it is read to its end and the state tells whether sequences without
   * characters stand there: the first char begins before them. Null if it begins at {@link #begin}.
   */
  private @Nullable DecodedText before;

  /** What was answered for this piece by {@link #copy}. */
  private @Nullable DecodedText copy;

  /** How many bytes sequences without characters have before the first char, where that waits. */
  private int empty;

  /** Whether sequences without characters were dropped and no char has come since. */
  private boolean drops;

  // How the places of chars are found.

  /** Null until the encoding is known. */
  private @Nullable EncodedDelimiters encoded;

  /** Whether what a sequence is depends on those before it. */
  boolean isStateful;

  /** The form in the state in which the piece begins; null if the piece is one sequence. */
  private @Nullable EncodingForm form;

  /** Whether each char of the piece is as many bytes as the form writes it with. */
  private boolean isExact;

  /** Whether delimiters are looked for in the bytes of the piece as well. */
  private boolean isSearched;

  /** Reads the bytes again; null if nothing is known of the piece but where it begins. */
  private @Nullable EncodingForm walking;

  /** Up to which char they were read, and where that begins. */
  private int knownChar;

  private int known;

  /** The end of the char before that. */
  private int knownPlace;

  /** The delimiter that was found last in text and bytes, and where it begins; -1 if none was. */
  private int markChar;

  private int mark;

  DecodedText(PieceDecoder decoder, Delimiters delimiters, boolean isLocated) {
    this.decoder = decoder;
    this.delimiters = delimiters;
    this.isLocated = isLocated;
    this.begin = decoder.position();
    this.fromOffset = begin;
  }

  // The text.

  /**
   * Where the next delimiter may begin, or the length. From the last such place on that is looked
   * for without a gap, but for the delimiter that is there.
   */
  int find(int at) {
    EncodedDelimiters bytesOf = encoded;
    if (bytesOf == null || at == length) {
      return length;
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

  /** Finds in the bytes what was found in the text behind the tail. */
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
    char[] text = isBorrowed(room) ? window().chars : new char[room];
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
      places[i] = index(at + i) - place;
      if (offsets != places) {
        offsets[i] = (int) (byteOffset(at + i) - offset);
      }
    }
    int emptyNow =
        left > 0 && isStateful && at >= tail ? ownIndex(at) - place : at == 0 ? empty : 0;
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
   * Passes the sequences without characters before the first char that is kept, or before what is
   * pending, once all else is forgotten: no char begins before them.
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
   * The text is the tail. A field is compared before it is set: writing a reference costs some
   * collectors a memory fence.
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
    if (walking != null) {
      walking = null;
    }
    if (copy != null) {
      copy = null;
    }
    isInBytes = false;
    isSearched = false;
  }

  // Offsets.

  /** Where a char begins, or what is behind the last, in bytes of the stream. */
  long byteOffset(int at) {
    DecodedText piece = before;
    if (at == 0 && piece != null) {
      return piece.byteOffset(piece.length);
    }
    return at <= tail ? begin + tailOffsets[at] : fromOffset + index(at) - from;
  }

  /**
   * What answers with {@link #byteOffset} when this text is forgotten; null where that costs little
   * now.
   */
  @Nullable LongSupplier laterByteOffset(int at) {
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

  /** Whether a delimiter that has begun may go on with the bytes behind the text, perhaps none. */
  boolean mayGoOn() {
    EncodedDelimiters known = encoded;
    return taken == end || known == null || isStateful || known.mayGoOn(bytes, end, taken);
  }

  /** The index of the first byte of a char. */
  private int index(int at) {
    if (at <= tail) {
      return first + tailPlaces[at];
    }
    if (isInBytes) {
      return from + at;
    }
    if (form == null) {
      return end;
    }
    EncodedDelimiters bytesOf = encoded;
    if (bytesOf == null || isStateful) {
      return walk(at);
    }
    if (at == length) {
      return end;
    }
    int width = bytesOf.bytesOfChar(end - from == length - tail);
    if (width > 0) {
      return Math.min(end, from + width * (at - tail));
    }
    return isExact ? count(at, bytesOf) : walk(at);
  }

  /** The index of the first byte of a char of the piece, not of what stands before it. */
  private int ownIndex(int at) {
    if (form == null) {
      // One sequence, with chars.
      return at == tail ? from : end;
    }
    EncodingForm reading = beginWalk();
    int own;
    do {
      own = known;
      step(reading);
    } while (knownChar <= at && known < end);
    return own;
  }

  /** Counts chars from the nearest place that is known. */
  private int count(int at, EncodedDelimiters bytesOf) {
    walkTo(at);
    if (at - knownChar > length - at) {
      known = end - bytesOf.length(chars, at, length);
      knownChar = at;
      return known;
    }
    known += bytesOf.length(chars, knownChar, at);
    knownChar = at;
    return known;
  }

  /** Reads sequences again up to a char. */
  private int walk(int at) {
    EncodingForm reading = walkTo(at);
    while (knownChar < at && known < end) {
      step(reading);
    }
    return knownPlace;
  }

  /** Goes to a char before {@code at}, or to that, whose place is known. */
  private EncodingForm walkTo(int at) {
    EncodingForm reading = walking;
    if (reading == null || at < knownChar) {
      reading = beginWalk();
    }
    if (knownChar < markChar && markChar <= at) {
      knownChar = markChar;
      known = mark;
      knownPlace = mark;
    }
    return reading;
  }

  private EncodingForm beginWalk() {
    EncodingForm reading = Objects.requireNonNull(Objects.requireNonNull(form).copy());
    walking = reading;
    knownChar = tail;
    known = from;
    knownPlace = from;
    return reading;
  }

  private void step(EncodingForm reading) {
    int step = reading.step(bytes, known, taken, false);
    // The decoder has seen that the last sequence ends here.
    step = step == Step.NEEDS_MORE ? reading.step(bytes, known, end, true) : step;
    int added = charsOf(reading, known, step);
    if (Step.isTold(step)) {
      reading.taken(bytes, known, step);
    }
    known += Step.length(step);
    knownChar += added;
    knownPlace = added > 0 ? known : knownPlace;
  }
}
