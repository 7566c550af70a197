/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.codec.stage;

import io.utflow.codec.DecoderSpec;
import io.utflow.codec.TextEncoding;
import java.util.Objects;

/**
 * The result of a {@link Detection}: the encoding, the evidence, and the certainty. Immutable and
 * thread-safe.
 *
 * @param spec how the stream is read from its first byte on, or from the first undelivered byte
 * @param encoding the encoding that was found: that of the byte order mark, else that of the spec
 * @param evidence why
 * @param percent how sure that is, from 0 to 100: an estimate for comparing answers, not a measured
 *     frequency. Below 75 it is a guess; 0 means no evidence
 */
public record Detected(DecoderSpec spec, TextEncoding encoding, Evidence evidence, int percent) {

  /** Why an encoding was chosen. */
  public enum Evidence {
    /** The stream begins with a byte order mark, or the spec requires one. */
    BYTE_ORDER_MARK,
    /** Zero bytes and blocks of code points that are typical of text in UTF-16 or UTF-32. */
    CODE_UNITS,
    /**
     * The bytes are well-formed UTF-8, and some are beyond ASCII, or the spec that is given for
     * other streams reads an encoding without ASCII.
     */
    WELL_FORMED_UTF_8,
    /** The bytes are ill-formed in UTF-8, so the declared legacy encoding is used. */
    ILL_FORMED_UTF_8,
    /** Your detector answered. */
    DETECTOR,
    /**
     * Nothing else was found, so the stream is read by the spec for this case. The percentage says
     * how sure it is that the bytes are not in UTF-16 or UTF-32 (see {@link
     * Detection#unmarkedElse}); it is 0 without evidence, and if another encoding was likelier but
     * not likely enough.
     */
    NOTHING_ELSE
  }

  /**
   * Makes the result.
   *
   * @param spec how the stream is read
   * @param encoding the one that was found
   * @param evidence why
   * @param percent how sure that is
   * @throws IllegalArgumentException if the percentage is not from 0 to 100
   */
  public Detected {
    Objects.requireNonNull(spec, "spec");
    Objects.requireNonNull(encoding, "encoding");
    Objects.requireNonNull(evidence, "evidence");
    Guess.requirePercent(percent);
  }

  /**
   * Written out, because the generated method of a record makes the JDK keep its class and loader.
   */
  @Override
  public boolean equals(Object other) {
    return other instanceof Detected that
        && spec.equals(that.spec)
        && encoding.equals(that.encoding)
        && evidence == that.evidence
        && percent == that.percent;
  }

  @Override
  public int hashCode() {
    return Objects.hash(spec, encoding, evidence, percent);
  }

  /** For people: {@code UTF-16LE, 99 % sure by CODE_UNITS}. */
  @Override
  public String toString() {
    return encoding + ", " + percent + " % sure by " + evidence;
  }
}
