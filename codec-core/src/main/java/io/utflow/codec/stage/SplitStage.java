package io.utflow.codec.stage;

import io.utflow.codec.IllFormedTextException;
import io.utflow.codec.TextDecoder;
import io.utflow.codec.TextEncoding;
import io.utflow.codec.engine.Rethrow;
import java.nio.ByteBuffer;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Bytes to lines or records. Delimiters are looked for in decoded text, so the same code is right
 * for every encoding; text that is ASCII anyway is read in the bytes, and goes to Latin-1 strings
 * as it is.
 *
 * <p>Text that may be the beginning of a delimiter at the end of an input is kept as {@code
 * undecided}, and resolved by matching it and the next text side by side.
 *
 * <p>No ill-formed sequence is read while a delimiter may begin in decoded text before it: nobody
 * is told of an offence ahead of the lines before it, and none is lost when the stage is given up
 * behind one of those. Only where its text may tell whether a delimiter goes on is one read before
 * the line has ended; its bytes are then remembered. Where every one becomes the same char, or
 * nothing, and nobody is told, text is decoded ahead over them, and the decoder finds the bytes of
 * what is not read.
 */
final class SplitStage extends AbstractStage<ByteBuffer, String> implements ByteStage<String> {
  private final TextDecoder decoder;
  private final SplitRule rule;
  private final Delimiters delimiters;
  private final OpenLine line;
  private String undecided = "";
  private boolean swallowLineFeed;
  private boolean charsNext;
  private boolean stoppedAtIllFormed;
  private boolean atEnd;
  private @Nullable Throwable failure;
  private @Nullable Windows windows;

  SplitStage(TextDecoder decoder, SplitRule rule) {
    super(NOTHING);
    this.decoder = decoder;
    this.rule = rule;
    this.delimiters = rule.delimiters();
    this.line = new OpenLine(rule);
  }

  @Override
  @Nullable String next(ByteBuffer input, boolean ending) {
    Windows w = windows == null ? Windows.borrow() : windows;
    windows = w;
    String found = read(w, input, ending);
    if (found == null) {
      windows = null;
      w.giveBack();
    }
    return found;
  }

  private @Nullable String read(Windows w, ByteBuffer input, boolean ending) {
    do {
      while (w.hasText()) {
        String found = undecided.isEmpty() ? scan(w, input) : resolveUndecided(w, input);
        if (found != null) {
          return found;
        }
      }
      if (stoppedAtIllFormed && endsAtCarriageReturn()) {
        String found = endAtCarriageReturn(w, input);
        if (found != null) {
          return found;
        }
      }
    } while (refill(w, input, ending) || (ending || failure != null) && showUndecided(w));
    if (failure != null) {
      throw withUndeliveredText(failure);
    }
    if (endsAtCarriageReturn()) {
      return endAtCarriageReturn(w, input);
    }
    return ending && line.hasBegun() ? line.end() : null;
  }

  /** The text of an open line must not pass for a line: it travels with the exception. */
  private RuntimeException withUndeliveredText(Throwable cause) {
    return cause instanceof IllFormedTextException illFormed
        ? illFormed.withDecodedPrefix(line.text())
        : Rethrow.unchanged(cause);
  }

  // Where the text comes from.

  /** False: the input is used up, or cannot be read further. */
  private boolean refill(Windows w, ByteBuffer input, boolean ending) {
    if (failure != null) {
      return false;
    }
    stoppedAtIllFormed = false;
    w.settle(decoder, w.chunkOf(input));
    ByteBuffer chunk = w.chunkOf(input);
    w.forgetBytes();
    if (decoder.position() == 0) {
      // No more than a byte order mark, so that ASCII behind it is not read ahead of its lines.
      decode(w, chunk, 0, false);
    }
    if (!charsNext && beginsWithAscii(chunk)) {
      w.showAscii(chunk);
      return true;
    }
    charsNext = false;
    boolean ahead = readsAhead();
    if (!undecided.isEmpty() || ahead) {
      w.rememberBytes(decoder, chunk, ahead);
    }
    decode(w, chunk, Windows.SIZE, ending && (chunk == input || !input.hasRemaining()));
    if (failure == null && !w.hasText()) {
      // What became nothing is read.
      w.forgetBytes();
    }
    return w.hasText()
        || stoppedAtIllFormed
        || failure == null && (chunk.hasRemaining() || input.hasRemaining());
  }

  /** Shows what can be decoded, and keeps the failure for when that is read. */
  private void decode(Windows w, ByteBuffer chunk, int room, boolean endOfInput) {
    if (failure == null) {
      IllFormedGuard guard = readsAhead() ? null : w.guard(delimiters, mostBeforeIllFormed());
      try {
        w.decode(decoder, chunk, room, endOfInput, guard);
      } catch (Throwable e) {
        failure = e;
      }
      stoppedAtIllFormed = guard != null && guard.hasStopped();
    }
  }

  /**
   * Whether ill-formed sequences are read ahead of the lines before them. One that becomes nothing
   * must not be taken along with a CR that is about to end a line.
   */
  private boolean readsAhead() {
    return decoder.replacesUnseen() || decoder.skipsUnseen() && !rule.promptCarriageReturn();
  }

  /** Undecided text is resolved first, at once or by the text of one ill-formed sequence. */
  private int mostBeforeIllFormed() {
    if (undecided.isEmpty()) {
      return Windows.SIZE;
    }
    return endsAtCarriageReturn() ? -1 : 0;
  }

  private boolean beginsWithAscii(ByteBuffer chunk) {
    return delimiters.goOnInAscii()
        && chunk.hasRemaining()
        && chunk.get(chunk.position()) >= 0
        && decoder.readsAscii();
  }

  /** Behind the last text that can be read nothing follows that completes a delimiter. */
  private boolean showUndecided(Windows w) {
    atEnd = true;
    w.show(undecided);
    undecided = "";
    return w.hasText();
  }

  // Where it is cut.

  /** The next line of the window, or null if it ends before. */
  private @Nullable String scan(Windows w, ByteBuffer input) {
    TextWindow text = w.text(input);
    if (swallowLineFeed) {
      swallowLineFeed = false;
      if (text.at(w.from()) == '\n') {
        line.begin(1);
        w.readTo(w.from() + 1);
      }
    }
    int search = w.from();
    while (true) {
      int found = text.find(delimiters, search, w.to());
      if (found < 0) {
        line.append(text, w.from(), ~found);
        w.leaveRestFrom(~found);
        charsNext = true;
        return null;
      }
      if (found == w.to()) {
        line.append(text, w.from(), found);
        w.readTo(found);
        return null;
      }
      int length = delimiters.match(text, found, w.to(), atEnd);
      if (length == Delimiters.UNDECIDED) {
        line.append(text, w.from(), found);
        undecided = text.cut(found, text.knownTo(found, w.to()));
        w.readTo(found + undecided.length());
        leaveUnknown(w, input);
        return null;
      }
      if (length > 0) {
        String ended = endLine(text, w.from(), found, length);
        w.readTo(found + length);
        if (ended != null || !w.hasText()) {
          return ended;
        }
      }
      search = found + Math.max(length, 1);
    }
  }

  /** Leaves text that begins with what is not known yet to the decoder. */
  private void leaveUnknown(Windows w, ByteBuffer input) {
    if (w.hasText() && w.text(input).knownTo(w.from(), w.to()) == w.from()) {
      w.leaveRestFrom(w.from());
      charsNext = true;
    }
  }

  private boolean endsAtCarriageReturn() {
    return !undecided.isEmpty() && rule.promptCarriageReturn();
  }

  /**
   * Only CR begins a longer break, CR LF, and no LF follows in this input, or none before an
   * ill-formed sequence. The line has ended either way.
   */
  private @Nullable String endAtCarriageReturn(Windows w, ByteBuffer input) {
    w.show(undecided);
    w.readTo(w.to());
    undecided = "";
    swallowLineFeed = true;
    return endLine(w.text(input), 0, 0, 1);
  }

  private @Nullable String endLine(TextWindow text, int from, int to, int terminator) {
    if (delimiters.refusesAny()) {
      String found = text.cut(to, to + terminator);
      if (delimiters.isRefused(found)) {
        // First, for what stands before it may be too long already.
        line.append(text, from, to);
        throw new LoneBreakException(line.position(), found);
      }
    }
    return line.end(text, from, to, terminator);
  }

  /** Matches the undecided text and the next side by side. Null: no line has ended yet. */
  private @Nullable String resolveUndecided(Windows w, ByteBuffer input) {
    int carried = undecided.length();
    TextWindow behind = w.text(input);
    int known = behind.knownTo(w.from(), Math.min(w.to(), w.from() + delimiters.longest()));
    int next = known - w.from();
    char[] boundary = new char[carried + next];
    undecided.getChars(0, carried, boundary, 0);
    for (int i = 0; i < next; i++) {
      boundary[carried + i] = behind.at(w.from() + i);
    }
    TextWindow text = new CharWindow(boundary);
    for (int at = 0; at < carried; at++) {
      int length = delimiters.match(text, at, boundary.length, false);
      if (length == Delimiters.UNDECIDED) {
        line.append(text, 0, at);
        undecided = text.cut(at, boundary.length);
        w.readTo(known);
        leaveUnknown(w, input);
        return null;
      }
      if (length > 0) {
        String ended = endLine(text, 0, at, length);
        int read = at + length;
        undecided = read < carried ? undecided.substring(read) : "";
        w.readTo(w.from() + Math.max(0, read - carried));
        return ended;
      }
    }
    line.append(text, 0, carried);
    undecided = "";
    return null;
  }

  @Override
  public Optional<TextEncoding> resolvedEncoding() {
    return decoder.resolvedEncoding();
  }

  @Override
  public byte[] takeRest() {
    refuseFromWithin();
    StringBuilder text = new StringBuilder(line.text()).append(undecided);
    byte[] carried = decoder.takePending();
    ByteBuffer staged = NOTHING;
    if (windows != null) {
      if (windows.remembersBytes()) {
        carried = windows.rememberedBytes(decoder, current());
      } else {
        windows.settle(decoder, windows.chunkOf(current()));
      }
      windows.takeText(text);
      if (!windows.remembersBytes()) {
        text.append(decoder.takeOwedText());
      }
      staged = windows.takeStaged();
    }
    byte[] rest =
        join(
            join(encoded(text.toString(), resolvedEncoding()), carried, staged),
            NO_BYTES,
            current());
    close();
    return rest;
  }

  @Override
  void discard() {
    if (windows != null) {
      windows.giveBack();
      windows = null;
    }
    undecided = "";
    line.begin(0);
  }
}
