/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.cli.transcode;

import io.utflow.files.TextFile;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.WritableByteChannel;

/** Takes the transcoded splits of a file, writes them in the background, and tells its progress. */
final class WriteBehindChannel implements WritableByteChannel {
  private final WriteBehind writer;
  private final TextFile file;
  private final Progress progress;
  private long told;

  WriteBehindChannel(WriteBehind writer, TextFile file, Progress progress) {
    this.writer = writer;
    this.file = file;
    this.progress = progress;
  }

  @Override
  public int write(ByteBuffer bytes) throws IOException {
    int length = bytes.remaining();
    while (bytes.hasRemaining()) {
      ByteBuffer free = writer.buffer();
      int part = Math.min(free.remaining(), bytes.remaining());
      free.put(bytes.slice(bytes.position(), part));
      bytes.position(bytes.position() + part);
      writer.write();
    }
    long read = Math.min(file.size(), file.bytesRead());
    progress.read((int) (read - told));
    told = read;
    return length;
  }

  @Override
  public boolean isOpen() {
    return true;
  }

  @Override
  public void close() {}
}
