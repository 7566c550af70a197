/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.codec.stage;

import io.utflow.codec.BomPolicy;
import io.utflow.codec.DecoderSpec;
import io.utflow.codec.TextEncoding;
import io.utflow.codec.encodings.ByteOrderMarks;
import io.utflow.codec.encodings.Encoding;
import java.nio.ByteBuffer;
import java.util.List;

/**
 * The facts about a file that its first bytes tell: its encoding, with a definite byte order, and
 * the offset of its text. Give it to the reader of a split, which does not see the byte order mark.
 * Immutable and thread-safe.
 *
 * <pre>{@code
 * TextHead head = TextHead.of(DecoderSpec.of(TextEncoding.UTF_16), firstBytes); // FF FE 61 00
 * FileSplit<LocatedLine> split = Stages.splitLines(head.spec(), lines, begin, end); // UTF-16LE
 * }</pre>
 *
 * @param spec how the whole file and each split of it are read: the same text, offsets and
 *     ill-formed sequences as by the spec that was given
 * @param textBegin the byte offset after a byte order mark that is not text; 0 without a mark
 */
public record TextHead(DecoderSpec spec, long textBegin) {
  /** The number of first bytes that are needed; of a shorter file, give all bytes. */
  public static final int LENGTH = 4;

  private static final int LEAST_WINDOW = 1 << 12;

  /**
   * {@return the facts that the first bytes of a file tell}
   *
   * @param spec how the file is read; SNIFF and encodings without a byte order are resolved here
   * @param firstBytes the first {@link #LENGTH} bytes or more, or the whole file; its position
   *     stays
   * @throws IllegalArgumentException if the spec begins in the middle of a stream
   */
  public static TextHead of(DecoderSpec spec, ByteBuffer firstBytes) {
    if (spec.beginsInTheMiddle()) {
      throw new IllegalArgumentException(
          "a file is read from its first byte; leave out startingAt");
    }
    byte[] head = new byte[Math.min(LENGTH, firstBytes.remaining())];
    firstBytes.get(firstBytes.position(), head);
    List<ByteOrderMarks.Mark> marks = ByteOrderMarks.of(spec);
    ByteOrderMarks.Mark mark = ByteOrderMarks.find(marks, head, head.length);
    if (mark == null) {
      // Of SNIFF no mark was found: what is there is text.
      BomPolicy policy = spec.bom() == BomPolicy.SNIFF ? BomPolicy.KEEP : spec.bom();
      return new TextHead(in(spec, Encoding.of(spec.encoding()).unmarked(), policy), 0);
    }
    if (mark.use() == ByteOrderMarks.Use.DELIVER) {
      return new TextHead(in(spec, mark.encoding(), BomPolicy.KEEP), 0);
    }
    // A mark that is rejected is one under any spec but this.
    DecoderSpec resolved =
        mark.use() == ByteOrderMarks.Use.DROP ? in(spec, mark.encoding(), BomPolicy.STRIP) : spec;
    return new TextHead(resolved, mark.length());
  }

  /**
   * {@return the facts that the first bytes of a file tell, by a detection} The same bytes give the
   * same answer for all splits. The observer of the detection is called.
   *
   * @param detection how the encoding is found out
   * @param firstBytes the first {@link #length(Detection)} bytes, or the whole file; its position
   *     stays
   * @param isWhole whether the file ends after them
   * @throws IllegalArgumentException if the spec that is found begins in the middle of a stream
   */
  public static TextHead of(Detection detection, ByteBuffer firstBytes, boolean isWhole) {
    return of(ofFile(detection).detect(firstBytes, isWhole).spec(), firstBytes);
  }

  /**
   * {@return the number of first bytes of a file that a detection looks at: its window, or 4096 if
   * that is more, because no peer waits for an answer}
   *
   * @param detection how the encoding is found out
   */
  public static int length(Detection detection) {
    return ofFile(detection).window();
  }

  private static Detection ofFile(Detection detection) {
    return detection.ofFile(LEAST_WINDOW);
  }

  private static DecoderSpec in(DecoderSpec spec, TextEncoding encoding, BomPolicy policy) {
    return spec.bom(policy).encoding(encoding).bom(policy);
  }
}
