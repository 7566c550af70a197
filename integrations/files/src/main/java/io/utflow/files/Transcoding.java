/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.files;

import io.utflow.codec.BomOutput;
import io.utflow.codec.DecoderSpec;
import io.utflow.codec.EncoderSpec;
import io.utflow.codec.stage.ByteStage;
import io.utflow.codec.stage.OutputBuffers;
import io.utflow.codec.stage.Stages;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.WritableByteChannel;
import java.util.Arrays;
import java.util.List;

/** Writes the text of a file in another encoding. */
final class Transcoding {
  private final OpenFile file;
  private final DecoderSpec from;
  private final EncoderSpec to;

  /** Whether one stage writes all, which is the only way where what is written has state. */
  private final boolean whole;

  /** The byte order mark, which goes before the first character of whatever split has it. */
  private final byte[] mark;

  Transcoding(OpenFile file, DecoderSpec from, EncoderSpec to, boolean whole) {
    this.file = file;
    this.from = from;
    this.whole = whole;
    EncoderSpec pieces = to.pieceLength(SplitJobs.BUFFER_BYTES);
    this.to = whole ? pieces : pieces.bom(BomOutput.NEVER);
    this.mark = whole ? new byte[0] : mark(to);
  }

  /** By a spec that nobody observes, for not every encoding has the character. */
  private static byte[] mark(EncoderSpec to) {
    EncoderSpec unmarked = EncoderSpec.of(to.encoding()).bom(BomOutput.NEVER);
    byte[] marked = unmarked.bom(to.bom()).encode("a");
    return Arrays.copyOf(marked, marked.length - unmarked.encode("a").length);
  }

  long run(List<FileRange> splits, int jobs, WritableByteChannel out) throws IOException {
    SplitJobs<ByteBuffer> reading =
        new SplitJobs<>(
            file,
            splits,
            jobs,
            (split, wanted, buffer, batches) -> {
              FileSplitReader<ByteBuffer> reader = reader(split, wanted, buffer);
              for (ByteBuffer b = reader.next(); b != null; b = reader.next()) {
                batches.accept(b);
              }
            });
    try {
      long written = 0;
      for (ByteBuffer next = reading.next(); next != null; next = reading.next()) {
        written += written == 0 ? write(ByteBuffer.wrap(mark), out) : 0;
        written += write(next, out);
      }
      return written;
    } finally {
      reading.close();
    }
  }

  private static int write(ByteBuffer bytes, WritableByteChannel out) throws IOException {
    int length = bytes.remaining();
    while (bytes.hasRemaining()) {
      out.write(bytes);
    }
    return length;
  }

  private FileSplitReader<ByteBuffer> reader(FileRange split, OpenFile file, ByteBuffer buffer) {
    return whole
        ? FileSplitReader.ofWholeFile(transcode(from), file, buffer)
        : FileSplitReader.of(
            Stages.split(from, split.begin(), split.end(), this::transcode),
            file,
            split.end(),
            buffer);
  }

  private ByteStage<ByteBuffer> transcode(DecoderSpec spec) {
    return Stages.transcode(spec, to, OutputBuffers.onHeap());
  }
}
