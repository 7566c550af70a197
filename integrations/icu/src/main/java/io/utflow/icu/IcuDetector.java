/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.icu;

import com.ibm.icu.text.CharsetDetector;
import com.ibm.icu.text.CharsetMatch;
import io.utflow.codec.TextEncoding;
import io.utflow.codec.stage.Guess;
import java.util.Optional;
import java.util.function.Function;

/**
 * ICU's {@link CharsetDetector}, for {@link io.utflow.codec.stage.Detection#byGuess}: it guesses by
 * the frequencies of letters. Immutable and thread-safe.
 *
 * <pre>{@code
 * DecoderSpec utf8 = DecoderSpec.of(TextEncoding.UTF_8).bom(BomPolicy.SNIFF);
 * Detection detection = Detection.byGuess(new IcuDetector(50)::guess, utf8).window(4096);
 * }</pre>
 *
 * <p>Short texts in Shift_JIS, GBK and the windows-125x have too few letters to count: it answers
 * wrongly, and its confidence says so only in part. Where you know which legacy encoding your site
 * has, declare it: {@link io.utflow.codec.stage.Detection#utf8Else}.
 */
public final class IcuDetector implements Function<byte[], Optional<TextEncoding>> {
  private static final int CERTAIN = 100;

  private final int confidence;

  /**
   * A detector that answers if it is confident enough.
   *
   * @param confidence the least confidence of an answer, from 0 to 100
   * @throws IllegalArgumentException if it is beyond
   */
  public IcuDetector(int confidence) {
    if (confidence < 0 || confidence > CERTAIN) {
      throw new IllegalArgumentException("confidence " + confidence + ": give 0 to 100");
    }
    this.confidence = confidence;
  }

  /**
   * The encoding of these bytes, as ICU guesses it.
   *
   * @param bytes the first of a stream; not kept
   * @return the most likely encoding that Utflow reads, or empty if no confidence suffices
   */
  @Override
  public Optional<TextEncoding> apply(byte[] bytes) {
    return guess(bytes).map(Guess::encoding);
  }

  /**
   * The encoding of these bytes, as ICU guesses it, with ICU's confidence.
   *
   * @param bytes the first of a stream; not kept
   * @return the most likely encoding that Utflow reads, or empty if no confidence suffices
   */
  public Optional<Guess> guess(byte[] bytes) {
    for (CharsetMatch match : new CharsetDetector().setText(bytes).detectAll()) {
      if (match.getConfidence() < confidence) {
        break;
      }
      Optional<TextEncoding> known = encoding(match.getName());
      if (known.isPresent()) {
        return Optional.of(new Guess(known.get(), match.getConfidence()));
      }
    }
    return Optional.empty();
  }

  private static Optional<TextEncoding> encoding(String name) {
    try {
      return Optional.of(TextEncoding.forName(name));
    } catch (IllegalArgumentException notReadHere) {
      return Optional.empty();
    }
  }
}
