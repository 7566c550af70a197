/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.hadoop;

import io.utflow.codec.stage.FileSplit;
import io.utflow.codec.stage.LocatedLine;
import io.utflow.files.FileRecords;
import io.utflow.files.FileSplitReader;
import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.util.Objects;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FSDataInputStream;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.io.compress.CodecPool;
import org.apache.hadoop.io.compress.CompressionCodec;
import org.apache.hadoop.io.compress.CompressionCodecFactory;
import org.apache.hadoop.io.compress.Decompressor;
import org.jspecify.annotations.Nullable;

/** Opens a file of text as the lines or records of one split. */
record InputFile(Configuration configuration, Path path) {

  /** The codec by which a file of that name is decompressed; null if it is plain. */
  static @Nullable CompressionCodec codec(Configuration configuration, Path path) {
    return new CompressionCodecFactory(configuration).getCodec(path);
  }

  /**
   * @param canSplit whether the file may be one of several splits; else all of it is read
   */
  FileSplitReader<LocatedLine> lines(FileRecords records, boolean canSplit, long begin, long end)
      throws IOException {
    CompressionCodec codec = codec(configuration, path);
    if (begin > 0 && (codec != null || !canSplit)) {
      throw new IOException(
          "%s cannot be split in %s; let EncodedTextInputFormat make the splits"
              .formatted(path, codec == null ? records : codec.getDefaultExtension()));
    }
    FSDataInputStream file = path.getFileSystem(configuration).open(path);
    InputStream opened = file;
    try {
      if (codec != null) {
        opened = decompressed(codec, file);
        return records.wholeFile(opened);
      }
      return canSplit ? split(records, begin, end, file) : records.wholeFile(file);
    } catch (IOException e) {
      opened.close();
      throw new IOException(
          path + ": " + Objects.requireNonNullElse(e.getMessage(), e.toString()), e);
    } catch (RuntimeException | Error e) {
      opened.close();
      throw e;
    }
  }

  private static FileSplitReader<LocatedLine> split(
      FileRecords records, long begin, long end, FSDataInputStream file) throws IOException {
    FileRecords.Head head = records.head(file);
    // Of an empty file there is a split [0, 0): it asks for the mark that a policy requires.
    FileSplit<LocatedLine> split = records.split(head, begin, Math.max(end, 1));
    file.seek(split.readFrom());
    return FileSplitReader.of(split, file);
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
