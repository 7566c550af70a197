/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.cli.tail;

import io.utflow.cli.UnicodeEncodings;
import io.utflow.cli.source.Found;
import io.utflow.cli.source.From;
import io.utflow.codec.BomOutput;
import io.utflow.codec.BomPolicy;
import io.utflow.codec.DecoderSpec;
import io.utflow.codec.EncoderSpec;
import io.utflow.codec.TextDecoder;
import io.utflow.codec.TextEncoding;
import io.utflow.codec.stage.FileSplit;
import io.utflow.codec.stage.LineBreaks;
import io.utflow.codec.stage.LineSpec;
import io.utflow.codec.stage.LocatedLine;
import io.utflow.codec.stage.Stages;
import io.utflow.codec.stage.TextHead;
import io.utflow.codec.stage.TooLongPolicy;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * The lines of a growing log from a byte offset on, with the offset to go on from. A log that has
 * become shorter was truncated, and one whose name belongs to another file was rotated: both are
 * read from the start of the present file, after the rest of the former content.
 */
final class ResumedLog {
  private static final int BUFFER_BYTES = 1 << 16;

  /** The rest of longer lines is read again when they have ended, so no line is kept in memory. */
  private static final int KEPT_CHARS = 4096;

  private static final LineSpec LINES =
      LineSpec.of(LineBreaks.ANY).maxChars(KEPT_CHARS).onTooLong(TooLongPolicy.TRUNCATE);

  private static final List<byte[]> MARKS =
      UnicodeEncodings.ALL.stream()
          .map(each -> EncoderSpec.of(each).bom(BomOutput.NEVER).encode("\uFEFF"))
          .toList();

  private final Path path;
  private final DecoderSpec spec;
  private final LineSink out;
  private final Consumer<String> notes;

  /** Judges bytes beyond ASCII in logs whose encoding is open, or null. */
  private final @Nullable From judge;

  /** Whether the encoding of the log that is opened next is open. */
  private boolean isOpen;

  /**
   * As the other one, where {@code --from} may leave the encoding to the bytes that are appended.
   *
   * @param found how the log is encoded, by what it has so far
   */
  ResumedLog(Path path, From from, Found found, LineSink out, Consumer<String> notes) {
    this.path = path;
    this.spec = DecoderSpec.of(found.encoding()).bom(BomPolicy.SNIFF);
    this.out = out;
    this.notes = notes;
    boolean isUnicode =
        found.why() == Found.Why.BYTE_ORDER_MARK || found.why() == Found.Why.CODE_UNITS;
    judge = from.legacy().isPresent() && !isUnicode ? from : null;
    isOpen = judge != null && found.why() == Found.Why.ASCII;
  }

  /**
   * @param unmarked the encoding of a log without a byte order mark
   * @param out takes lines that have ended
   * @param notes receives the events of the log
   */
  ResumedLog(Path path, TextEncoding unmarked, LineSink out, Consumer<String> notes) {
    this.path = path;
    this.spec = DecoderSpec.of(unmarked).bom(BomPolicy.SNIFF);
    this.out = out;
    this.notes = notes;
    judge = null;
  }

  /**
   * Reads lines that begin at an offset or after it.
   *
   * @param growth waits for more of the log; false: the present content is enough
   * @return the offset to go on from: that of a last line that has no terminator yet
   */
  long read(long offset, Growth growth) throws IOException {
    long from = offset;
    boolean isNext = false;
    while (true) {
      try (OpenLog log = new OpenLog(from)) {
        if (!log.read(growth)) {
          return log.next;
        }
        from = 0;
        isNext = true;
        isOpen = judge != null;
      } catch (NoSuchFileException e) {
        if (!isNext) {
          throw e;
        }
        // It was moved away before it was opened, and the one behind it has not been made.
        if (!growth.await()) {
          return 0;
        }
      }
    }
  }

  /** Waits for more of the log. */
  interface Growth {
    boolean await() throws IOException;

    /**
     * Whether the present content is enough already: the offset to go on from is known at any time.
     */
    default boolean isOver() {
      return false;
    }
  }

  private static boolean mayBecomeMark(ByteBuffer first) {
    byte[] begin = Arrays.copyOf(first.array(), first.limit());
    return MARKS.stream()
        .anyMatch(
            mark ->
                begin.length < mark.length
                    && Arrays.equals(begin, Arrays.copyOf(mark, begin.length)));
  }

  /** The file that has the name of the log when it is opened. */
  private final class OpenLog implements AutoCloseable {
    private final FileChannel channel;
    private final @Nullable Object key;
    private final ByteBuffer buffer = ByteBuffer.allocate(BUFFER_BYTES);
    private @Nullable FileSplit<LocatedLine> stage;
    private DecoderSpec decoder = spec;
    private final BytesBefore before = new BytesBefore();
    private long at;

    /** Where the line begins that is read next. */
    private long next;

    /** Whether the log was truncated: the bytes that were read are no longer there. */
    private boolean isTruncated;

    OpenLog(long from) throws IOException {
      NamedChannel opened = NamedChannel.open(path);
      key = opened.key();
      channel = opened.channel();
      next = from;
      if (channel.size() < from) {
        notes.accept("shorter than " + from + " bytes: read from its start");
        next = 0;
      }
    }

    /** Returns whether the log has become another, and all of this one is read. */
    boolean read(Growth growth) throws IOException {
      while (true) {
        boolean replaced = isReplaced();
        readWhatIsThere(replaced, growth);
        if (growth.isOver()) {
          return false;
        }
        if (replaced) {
          end();
          return true;
        }
        if (!growth.await()) {
          readWhatIsThere(true, growth);
          return false;
        }
      }
    }

    /** Asked before the rest is read, so that nothing is lost that was written before. */
    private boolean isReplaced() throws IOException {
      long size = channel.size();
      isTruncated = size < at || size > at && !before.areBefore(channel, at);
      if (isTruncated) {
        notes.accept("truncated: read from its start");
        return true;
      }
      try {
        if (key == null || key.equals(NamedChannel.key(path))) {
          return false;
        }
      } catch (NoSuchFileException e) {
        return false; // It was moved away, and the next has not been made.
      }
      notes.accept("rotated: the new file is read");
      return true;
    }

    private void readWhatIsThere(boolean isAll, Growth growth) throws IOException {
      if (isTruncated || stage == null && !begin(isAll)) {
        return;
      }
      while (!growth.isOver() && channel.read(buffer.clear(), at) > 0) {
        at += buffer.position();
        if (isOpen && judge != null && isOther(judge)) {
          stage = Stages.splitLines(decoder, LINES, next, Long.MAX_VALUE);
          at = stage.readFrom();
          before.begin(channel, at);
          continue;
        }
        before.add(buffer.flip());
        stage.offer(buffer);
        poll(stage);
      }
    }

    /**
     * The first bytes tell the encoding of all. While they are a part of a byte order mark nothing
     * is read, unless no more come: it would tell another encoding.
     */
    private boolean begin(boolean isAll) throws IOException {
      ByteBuffer first = ByteBuffer.allocate(TextHead.LENGTH);
      channel.read(first, 0);
      first.flip();
      if (!first.hasRemaining() || !isAll && mayBecomeMark(first)) {
        return false;
      }
      decoder = TextHead.of(spec, first).spec();
      isOpen &= decoder.encoding().equals(spec.encoding()); // Unless a mark tells it.
      stage = Stages.splitLines(decoder, LINES, next, Long.MAX_VALUE);
      at = stage.readFrom();
      before.begin(channel, at);
      return true;
    }

    /**
     * Whether the line that is not printed yet, with the bytes after it, is in another encoding
     * than the decoder reads. All lines before it were ASCII or in the encoding of the decoder.
     */
    private boolean isOther(From judge) throws IOException {
      ByteBuffer bytes = ByteBuffer.allocate(BUFFER_BYTES);
      channel.read(bytes, next);
      bytes.flip();
      while (bytes.hasRemaining() && bytes.get(bytes.position()) >= 0) {
        bytes.get();
      }
      if (!bytes.hasRemaining()) {
        return false;
      }
      Found found = judge.findBehindAscii(bytes, false);
      boolean isLegacy = found.why() == Found.Why.LEGACY;
      TextEncoding encoding = isLegacy ? found.encoding() : TextEncoding.UTF_8;
      int characters = 0;
      for (int i = bytes.position(); i < bytes.limit(); i++) {
        characters += (bytes.get(i) & 0xC0) == 0xC0 ? 1 : 0;
      }
      boolean isMarked = found.why() == Found.Why.BYTE_ORDER_MARK;
      isOpen = !isLegacy && !isMarked && characters < From.FEW_CHARACTERS;
      if (encoding.equals(decoder.encoding())) {
        return false;
      }
      notes.accept(found.told());
      decoder = DecoderSpec.of(encoding).bom(BomPolicy.KEEP);
      return true;
    }

    private void poll(FileSplit<LocatedLine> lines) throws IOException {
      for (LocatedLine line = lines.poll(); line != null; line = lines.poll()) {
        // One less where a surrogate pair did not fit. What was truncated cannot be read again.
        if (line.text().length() < KEPT_CHARS - 1 || isTruncated) {
          out.piece(line.text());
        } else {
          readAgain(line);
        }
        out.endOfLine();
        next = line.next().byteOffset();
      }
    }

    private void readAgain(LocatedLine line) throws IOException {
      ByteBuffer bytes = ByteBuffer.allocate(BUFFER_BYTES);
      TextDecoder again =
          (line.begin() == 0 ? decoder : decoder.startingAt(line.begin())).newDecoder();
      for (long from = line.begin(); from < line.textEnd(); from += bytes.limit()) {
        bytes.clear().limit((int) Math.min(BUFFER_BYTES, line.textEnd() - from));
        if (channel.read(bytes, from) <= 0) {
          return; // It was truncated meanwhile.
        }
        out.piece(again.decode(bytes.flip(), from + bytes.limit() == line.textEnd()));
      }
    }

    private void end() throws IOException {
      if (stage != null) {
        stage.endOfInput();
        poll(stage);
      }
    }

    @Override
    public void close() throws IOException {
      channel.close();
    }
  }
}
