/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.files;

import io.utflow.codec.DecoderSpec;
import io.utflow.codec.TextEncoding;
import io.utflow.codec.stage.Detection;
import io.utflow.codec.stage.LineSpec;
import io.utflow.codec.stage.RecordSpec;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * How engines read files: by a spec, or in the encoding that is found out from the first bytes of
 * each file. Every split of a file asks the same first bytes, so all splits agree. Immutable, and
 * thread-safe if the detection is.
 *
 * <pre>{@code
 * FileDecoding decoding = FileDecoding.of(Detection.auto(spec));
 * FileRecords records = decoding.lines(lines);
 * }</pre>
 */
public final class FileDecoding {
  private final DecoderSpec spec;
  private final @Nullable Detection detection;

  private FileDecoding(DecoderSpec spec, @Nullable Detection detection) {
    this.spec = spec;
    this.detection = detection;
  }

  /**
   * By a spec.
   *
   * @param spec how files are read, from their start; any policy for byte order marks
   * @return the same for every file, unless a byte order mark says otherwise
   */
  public static FileDecoding of(DecoderSpec spec) {
    return new FileDecoding(Objects.requireNonNull(spec, "spec"), null);
  }

  /**
   * By a detection, as {@link TextFile#open(java.nio.file.Path, Detection)} reads a file.
   *
   * @param detection how the encoding of each file is found out. Its observer is told by the reader
   *     of each split
   * @return what asks the detection for each file
   */
  public static FileDecoding of(Detection detection) {
    Objects.requireNonNull(detection, "detection");
    return new FileDecoding(DecoderSpec.of(TextEncoding.UTF_8), detection);
  }

  /**
   * {@return how files are read as lines}
   *
   * @param lines what a line is
   */
  public FileRecords lines(LineSpec lines) {
    return FileRecords.of(this, lines);
  }

  /**
   * {@return how files are read as records}
   *
   * @param records what a record is
   */
  public FileRecords records(RecordSpec records) {
    return FileRecords.of(this, records);
  }

  /** The spec of files; UTF-8 if a detection finds the encoding. */
  DecoderSpec spec() {
    return spec;
  }

  /** Finds the encoding of each file; null if it is declared. */
  @Nullable Detection detection() {
    return detection;
  }

  /** For messages: the encoding, or how it is found out. */
  @Override
  public String toString() {
    return detection == null ? spec.encoding().name() : detection.toString();
  }
}
