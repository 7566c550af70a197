/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.flink;

import java.io.IOException;
import java.util.List;
import org.apache.flink.connector.file.src.FileSourceSplit;
import org.apache.flink.connector.file.src.enumerate.BlockSplittingRecursiveEnumerator;
import org.apache.flink.connector.file.src.enumerate.FileEnumerator;
import org.apache.flink.core.fs.FileStatus;
import org.apache.flink.core.fs.FileSystem;

/**
 * Lists files recursively and splits each into parts of one size, for {@code
 * FileSource.FileSourceBuilder.setFileEnumerator}. By itself Flink splits a file where its file
 * system has blocks; on a local disk and in object stores a file is one block, and so is read by
 * one reader. Compressed files, told by the ends of their names, and hidden ones are treated as
 * Flink treats them: not split, and left out.
 *
 * <pre>{@code
 * FileSource.forRecordStreamFormat(format, path).setFileEnumerator(FixedSizeSplits.of(64L << 20));
 * }</pre>
 *
 * <p>For formats that are {@linkplain LineFormat#isSplittable() splittable}. For one thread.
 */
public final class FixedSizeSplits extends BlockSplittingRecursiveEnumerator {
  private final long bytes;

  private FixedSizeSplits(long bytes) {
    this.bytes = bytes;
  }

  /**
   * Splits of a size.
   *
   * @param bytes of each split but the last of a file, 1 or more; an edge may lie anywhere in a
   *     line or character
   * @return makes enumerators
   * @throws IllegalArgumentException if below 1
   */
  public static FileEnumerator.Provider of(long bytes) {
    if (bytes < 1) {
      throw new IllegalArgumentException("splits of " + bytes + " bytes: give 1 or more");
    }
    return () -> new FixedSizeSplits(bytes);
  }

  @Override
  protected void convertToSourceSplits(
      FileStatus file, FileSystem system, List<FileSourceSplit> splits) throws IOException {
    if (!isFileSplittable(file.getPath())) {
      super.convertToSourceSplits(file, system, splits);
      return;
    }
    long length = file.getLen();
    long begin = 0;
    while (begin < length) {
      long size = Math.min(bytes, length - begin);
      splits.add(
          new FileSourceSplit(
              getNextId(), file.getPath(), begin, size, file.getModificationTime(), length));
      begin += size;
    }
  }
}
