package io.utflow.codec.stage;

import io.utflow.codec.BomOutput;
import io.utflow.codec.EncoderSpec;
import io.utflow.codec.IllFormedTextException;
import io.utflow.codec.TextDecoder;
import io.utflow.codec.TextEncoding;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Bytes to lines or records. Delimiters are looked for in decoded text, so the same code is right
 * for every encoding; text that is ASCII anyway is read in the bytes, and goes to Latin-1 strings
 * as it is.
 *
 * <p>Text that may be the beginning of a delimiter at the end of an input is kept as {@code
 * undecided}, and resolved by matching it and the next text side by side.
 */
final class SplitStage extends AbstractStage<ByteBuffer, String> implements ByteStage<String> {
  private final TextDecoder decoder;
  private final SplitRule rule;
  private final Delimiters delimiters;
  private final OpenLine line;
  private String undecided = "";
  private boolean swallowLineFeed;
  private boolean charsNext;
  private boolean atEnd;
  private @Nullable RuntimeException failure;
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
    do {
      while (w.hasText()) {
        String found = undecided.isEmpty() ? scan(w) : resolveUndecided(w);
        if (found != null) {
          return found;
        }
      }
      if (failure != null) {
        throw withUndeliveredText(failure);
      }
    } while (refill(w, input, ending) || ending && showUndecided(w));
    windows = null;
    w.giveBack();
    return ending && line.hasBegun() ? line.end() : null;
  }

  /** The text of an open line must not pass for a line: it travels with the exception. */
  private RuntimeException withUndeliveredText(RuntimeException cause) {
    return cause instanceof IllFormedTextException illFormed
        ? illFormed.withDecodedPrefix(line.text() + undecided)
        : cause;
  }

  // Where the text comes from.

  /** False: the input is used up. */
  private boolean refill(Windows w, ByteBuffer input, boolean ending) {
    ByteBuffer chunk = w.chunkOf(input);
    w.settle(decoder, chunk);
    chunk = w.chunkOf(input);
    if (!charsNext && beginsWithAscii(chunk)) {
      w.showAscii(chunk);
      return true;
    }
    charsNext = false;
    try {
      w.decode(decoder, chunk, ending && (chunk == input || !input.hasRemaining()));
    } catch (RuntimeException e) {
      failure = e;
    }
    return w.hasText() || failure != null || chunk.hasRemaining() || input.hasRemaining();
  }

  private boolean beginsWithAscii(ByteBuffer chunk) {
    return delimiters.goOnInAscii()
        && chunk.hasRemaining()
        && chunk.get(chunk.position()) >= 0
        && decoder.readsAscii();
  }

  /** At the end of the input nothing can follow that completes a delimiter. */
  private boolean showUndecided(Windows w) {
    atEnd = true;
    w.show(undecided);
    undecided = "";
    return w.hasText();
  }

  // Where it is cut.

  /** The next line of the window, or null if it ends before. */
  private @Nullable String scan(Windows w) {
    TextWindow text = w.text();
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
      if (found == TextWindow.NOT_TEXT) {
        w.leaveRest();
        charsNext = true;
        return null;
      }
      int length = found == w.to() ? 0 : matchAt(text, found, w.to());
      if (length == Delimiters.UNDECIDED || found == w.to()) {
        line.append(text, w.from(), found);
        undecided = text.cut(found, w.to());
        w.readTo(w.to());
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

  private int matchAt(TextWindow text, int at, int to) {
    int length = delimiters.match(text, at, to, atEnd);
    if (length == Delimiters.UNDECIDED && rule.promptCarriageReturn()) {
      // Only CR begins a longer break, CR LF. The line has ended either way.
      swallowLineFeed = true;
      return 1;
    }
    return length;
  }

  private @Nullable String endLine(TextWindow text, int from, int to, int terminator) {
    if (delimiters.refusesAny()) {
      String found = text.cut(to, to + terminator);
      if (delimiters.isRefused(found)) {
        throw new LoneBreakException(line.position() + to - from, found);
      }
    }
    return line.end(text, from, to, terminator);
  }

  /** Matches the undecided text and the next side by side. Null: no line has ended yet. */
  private @Nullable String resolveUndecided(Windows w) {
    int carried = undecided.length();
    int next = Math.min(w.to() - w.from(), delimiters.longest());
    char[] boundary = new char[carried + next];
    undecided.getChars(0, carried, boundary, 0);
    for (int i = 0; i < next; i++) {
      boundary[carried + i] = w.text().at(w.from() + i);
    }
    TextWindow text = new CharWindow(boundary);
    for (int at = 0; at < carried; at++) {
      int length = delimiters.match(text, at, boundary.length, false);
      if (length == Delimiters.UNDECIDED) {
        line.append(text, 0, at);
        undecided = text.cut(at, boundary.length);
        w.readTo(w.from() + next);
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
    StringBuilder text = new StringBuilder(line.text()).append(undecided);
    ByteBuffer staged = NOTHING;
    if (windows != null) {
      windows.settle(decoder, windows.chunkOf(current()));
      staged = windows.takeStaged();
      windows.takeText(text);
    }
    byte[] pending = join(encoded(text.toString()), decoder.takePending(), staged);
    byte[] rest = join(pending, NO_BYTES, current());
    close();
    return rest;
  }

  private byte[] encoded(String text) {
    if (text.isEmpty()) {
      return NO_BYTES;
    }
    TextEncoding encoding = decoder.resolvedEncoding().orElse(TextEncoding.UTF_8);
    ByteBuffer bytes = ByteBuffer.allocate(4 * text.length());
    EncoderSpec.of(encoding).bom(BomOutput.NEVER).newEncoder().encode(text, 0, bytes, true);
    return Arrays.copyOf(bytes.array(), bytes.position());
  }
}
