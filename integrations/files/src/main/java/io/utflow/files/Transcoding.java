/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.files;

import io.utflow.codec.BomOutput;
import io.utflow.codec.DecoderSpec;
import io.utflow.codec.EncoderSpec;
import io.utflow.codec.stage.OutputBuffers;
import io.utflow.codec.stage.Stages;
import java.io.IOException;
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

  /** Writes what the splits yield, and answers how many bytes that is. */
  long write(SplitJobs<ByteBuffer> splits, WritableByteChannel out) throws IOException {
    long[] written = {0};
    splits.forEach(
        bytes -> {
          written[0] += written[0] == 0 ? write(ByteBuffer.wrap(mark), out) : 0;
          written[0] += write(bytes, out);
        });
    return written[0];
  }

  private static int write(ByteBuffer bytes, WritableByteChannel out) throws IOException {
    int length = bytes.remaining();
    while (bytes.hasRemaining()) {
      out.write(bytes);
    }
    return length;
  }
}
