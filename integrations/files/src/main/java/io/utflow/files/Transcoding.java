/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.files;

import io.utflow.codec.BomOutput;
import io.utflow.codec.DecoderSpec;
import io.utflow.codec.EncoderSpec;
import io.utflow.codec.stage.OutputBuffers;
import io.utflow.codec.stage.Stages;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.nio.channels.WritableByteChannel;
import java.util.Arrays;
import java.util.function.Consumer;

/** Writes the text of a file in another encoding. */
final class Transcoding implements SplitJobs.Job<ByteBuffer> {
  private final Splitting<ByteBuffer> splitting;

  /** The byte order mark, which goes before the first character of whatever split has it. */
  private final byte[] mark;

  /**
   * @param whole whether one stage writes all, which is needed if the target encoding has state
   */
  Transcoding(DecoderSpec from, EncoderSpec to, boolean whole) {
    EncoderSpec pieces = to.pieceBytes(SplitJobs.BUFFER_BYTES);
    EncoderSpec written = whole ? pieces : pieces.bom(BomOutput.NEVER);
    this.splitting =
        Splitting.of(from, spec -> Stages.transcode(spec, written, OutputBuffers.onHeap()));
    this.mark = whole ? new byte[0] : mark(to);
  }

  /** By a spec without observers, because not every encoding has the character. */
  private static byte[] mark(EncoderSpec to) {
    EncoderSpec unmarked = EncoderSpec.of(to.encoding()).bom(BomOutput.NEVER);
    byte[] marked = unmarked.bom(to.bom()).encode("a");
    return Arrays.copyOf(marked, marked.length - unmarked.encode("a").length);
  }

  @Override
  public void read(FileRange split, OpenFile file, ByteBuffer buffer, Consumer<ByteBuffer> out)
      throws IOException {
    FileSplitReader<ByteBuffer> reader = splitting.reader(split, file, buffer);
    for (ByteBuffer bytes = reader.next(); bytes != null; bytes = reader.next()) {
      out.accept(bytes);
    }
  }

  /** Writes to a channel. */
  static SplitJobs.Taker<ByteBuffer> to(WritableByteChannel out) {
    return bytes -> {
      while (bytes.hasRemaining()) {
        out.write(bytes);
      }
    };
  }

  /**
   * Writes to a stream. Not through {@code Channels.newChannel}, whose channel closes the stream if
   * the thread is interrupted.
   */
  static SplitJobs.Taker<ByteBuffer> to(OutputStream out) {
    return bytes ->
        out.write(bytes.array(), bytes.arrayOffset() + bytes.position(), bytes.remaining());
  }

  /** Writes what the splits yield, and answers how many bytes that is. */
  long write(SplitJobs<ByteBuffer> splits, SplitJobs.Taker<ByteBuffer> out) throws IOException {
    long[] written = {0};
    splits.forEach(
        bytes -> {
          written[0] += written[0] == 0 ? write(ByteBuffer.wrap(mark), out) : 0;
          written[0] += write(bytes, out);
        });
    return written[0];
  }

  private static int write(ByteBuffer bytes, SplitJobs.Taker<ByteBuffer> out) throws IOException {
    int length = bytes.remaining();
    out.take(bytes);
    return length;
  }
}
