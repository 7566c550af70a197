/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.cli.tail;

import io.utflow.cli.UnicodeEncodings;
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
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * The lines of a growing log from a byte offset on, with the offset to go on from. A log that has
 * become shorter was truncated, and one whose name belongs to another file was rotated: both are
 * read from the start of what is there now, after the rest of what was there before.
 */
final class ResumedLog {
  private static final int BUFFER_BYTES = 1 << 16;

  /** Of longer lines the rest is read again when they have ended, so no line is kept in memory. */
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

  /**
   * @param unmarked the encoding of a log without a byte order mark
   * @param out takes lines that have ended
   * @param notes takes what has happened to the log
   */
  ResumedLog(Path path, TextEncoding unmarked, LineSink out, Consumer<String> notes) {
    this.path = path;
    this.spec = DecoderSpec.of(unmarked).bom(BomPolicy.SNIFF);
    this.out = out;
    this.notes = notes;
  }

  /**
   * Reads lines that begin at an offset or behind it.
   *
   * @param growth waits for more of the log; false: what is there is enough
   * @return the offset to go on from: that of a last line that has no terminator yet
   */
  long read(long offset, Growth growth) throws IOException {
    long from = offset;
    while (true) {
      try (OpenLog log = new OpenLog(from)) {
        if (!log.read(growth)) {
          return log.next;
        }
        from = 0;
      }
    }
  }

  /** Waits for more of the log. */
  interface Growth {
    boolean await() throws IOException;

    /** Whether even what is there is enough: the offset to go on from is known at any time. */
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
    private long at;

    /** Where the line begins that is read next. */
    private long next;

    OpenLog(long from) throws IOException {
      Object before = key();
      FileChannel opened = FileChannel.open(path);
      // Where the log was rotated between the two, the key would be that of the file before.
      for (Object now = key(); !Objects.equals(before, now); now = key()) {
        opened.close();
        before = now;
        opened = FileChannel.open(path);
      }
      key = before;
      channel = opened;
      next = from;
      if (channel.size() < from) {
        notes.accept("shorter than " + from + " bytes: read from its start");
        next = 0;
      }
    }

    private @Nullable Object key() throws IOException {
      return Files.readAttributes(path, BasicFileAttributes.class).fileKey();
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
      if (channel.size() < at) {
        notes.accept("truncated: read from its start");
        return true;
      }
      try {
        if (key == null || key.equals(key())) {
          return false;
        }
      } catch (NoSuchFileException e) {
        return false; // It was moved away, and the next has not been made.
      }
      notes.accept("rotated: the new file is read");
      return true;
    }

    private void readWhatIsThere(boolean isAll, Growth growth) throws IOException {
      if (stage == null && !begin(isAll)) {
        return;
      }
      while (!growth.isOver() && channel.read(buffer.clear(), at) > 0) {
        at += buffer.position();
        stage.offer(buffer.flip());
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
      stage = Stages.splitLines(decoder, LINES, next, Long.MAX_VALUE);
      at = stage.readFrom();
      return true;
    }

    private void poll(FileSplit<LocatedLine> lines) throws IOException {
      for (LocatedLine line = lines.poll(); line != null; line = lines.poll()) {
        // One less where a surrogate pair did not fit.
        if (line.text().length() < KEPT_CHARS - 1) {
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
