/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.spark;

import io.utflow.codec.stage.FileSplit;
import io.utflow.codec.stage.LocatedLine;
import io.utflow.files.FileRecords;
import io.utflow.files.FileSplitReader;
import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FSDataInputStream;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.io.compress.CodecPool;
import org.apache.hadoop.io.compress.CompressionCodec;
import org.apache.hadoop.io.compress.CompressionCodecFactory;
import org.apache.hadoop.io.compress.Decompressor;

/** Opens the lines or records of one split of a file. */
record LinesOfFile(FileRecords records, Runnable beforeRead) {

  FileSplitReader<LocatedLine> open(Configuration configuration, LinesPartition.Split split)
      throws IOException {
    Path path = new Path(split.path());
    FSDataInputStream file = path.getFileSystem(configuration).open(path);
    try {
      if (split.canSplit()) {
        return part(split, file);
      }
      CompressionCodec codec = new CompressionCodecFactory(configuration).getCodec(path);
      return records.wholeFile(observed(codec == null ? file : decompressed(codec, file)));
    } catch (IOException | RuntimeException | Error e) {
      file.close();
      throw e;
    }
  }

  private FileSplitReader<LocatedLine> part(LinesPartition.Split part, FSDataInputStream file)
      throws IOException {
    FileRecords.Head head = records.head(file);
    // Of an empty file there is a split [0, 0): it asks for the mark that a policy requires.
    FileSplit<LocatedLine> split = records.split(head, part.begin(), Math.max(part.end(), 1));
    file.seek(split.readFrom());
    return FileSplitReader.of(split, observed(file));
  }

  private InputStream observed(InputStream file) {
    return new FilterInputStream(file) {
      @Override
      public int read(byte[] to, int from, int length) throws IOException {
        beforeRead.run();
        return super.read(to, from, length);
      }
    };
  }

  private static InputStream decompressed(CompressionCodec codec, InputStream file)
      throws IOException {
    Decompressor decompressor = CodecPool.getDecompressor(codec);
    try {
      return new FilterInputStream(codec.createInputStream(file, decompressor)) {
        private boolean closed;

        @Override
        public void close() throws IOException {
          if (!closed) {
            closed = true;
            super.close();
            CodecPool.returnDecompressor(decompressor);
          }
        }
      };
    } catch (IOException | RuntimeException | Error e) {
      CodecPool.returnDecompressor(decompressor);
      throw e;
    }
  }
}
