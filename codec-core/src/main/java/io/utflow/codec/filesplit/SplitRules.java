/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.codec.filesplit;

import io.utflow.codec.BomPolicy;
import io.utflow.codec.DecoderSpec;
import io.utflow.codec.TextEncoding;
import io.utflow.codec.encodings.Encoding;
import io.utflow.codec.encodings.Quoted;
import io.utflow.codec.form.EncodingForm;
import io.utflow.codec.form.Step;
import io.utflow.codec.split.Delimiters;
import io.utflow.codec.split.EncodedDelimiters;
import java.util.List;
import java.util.function.IntPredicate;
import org.jspecify.annotations.Nullable;

/**
 * How files of one encoding are entered in the middle: where lines or characters begin, and which
 * files cannot be. Immutable.
 */
public final class SplitRules {
  private static final List<String> LINE_FEED = List.of("\n");

  private final EncodingForm form;

  /** Null where the characters of a self-synchronizing encoding are looked for. */
  private final @Nullable EncodedDelimiters delimiters;

  /** How many bytes before an offset the search begins. */
  private final int before;

  private SplitRules(EncodingForm form, @Nullable EncodedDelimiters delimiters) {
    this.form = form;
    this.delimiters = delimiters;
    this.before = delimiters == null ? form.longestSequence() : delimiters.longest();
  }

  /**
   * For the lines or records of a file.
   *
   * @throws IllegalStateException if the encoding has no byte order of its own, or has state
   * @throws IllegalArgumentException if lines cannot be found from the middle, for the encoding or
   *     the delimiters
   */
  public static SplitRules lines(DecoderSpec spec, Delimiters delimiters) {
    throwIf(refusal(spec, delimiters));
    return new SplitRules(form(spec), delimiters.encoded(Encoding.of(spec.encoding())));
  }

  /** Whether {@link #lines} accepts such files. */
  public static boolean canSplit(DecoderSpec spec, Delimiters delimiters) {
    return refusal(spec, delimiters) == null;
  }

  /** As {@link #lines}, where nothing is decoded. */
  public static SplitRules terminators(DecoderSpec spec, List<String> terminators) {
    return lines(spec, new Delimiters(terminators, List.of()));
  }

  /**
   * For the characters of a file: from any on in a self-synchronizing encoding, else from those on
   * that stand behind an LF.
   *
   * @throws IllegalStateException if the encoding has no byte order of its own, or has state
   * @throws IllegalArgumentException if LF may be a part of other characters
   */
  public static SplitRules characters(DecoderSpec spec) {
    throwIf(refusal(spec));
    return startsAnywhere(form(spec))
        ? new SplitRules(form(spec), null)
        : terminators(undecoded(spec), LINE_FEED);
  }

  /** Whether {@link #characters} accepts such files. */
  public static boolean canSplit(DecoderSpec spec) {
    return refusal(spec) == null
        && (startsAnywhere(form(spec))
            || canSplit(undecoded(spec), new Delimiters(LINE_FEED, List.of())));
  }

  /** Two surrogates in a row may be one character: between them nothing begins. */
  private static boolean startsAnywhere(EncodingForm form) {
    return form.isSelfSynchronizing() && !form.hasSurrogates();
  }

  /** Nothing replaces what is ill-formed where lines are only looked for. */
  private static DecoderSpec undecoded(DecoderSpec spec) {
    return DecoderSpec.of(spec.encoding());
  }

  /** Whether texts that are encoded by themselves, joined, are the text encoded at once. */
  public static boolean isWrittenInParts(TextEncoding encoding) {
    return !Encoding.of(encoding).hasState() && !Encoding.of(encoding).form().hasStateOfWriting();
  }

  private static EncodingForm form(DecoderSpec spec) {
    return Encoding.of(spec.encoding()).form();
  }

  // What cannot be split, and why.

  /**
   * Why files are not entered in the middle.
   *
   * @param byState whether the encoding has no byte order of its own, or has state
   */
  private record Refusal(boolean byState, String why) {
    static @Nullable Refusal because(@Nullable String why) {
      return why == null ? null : new Refusal(false, why);
    }
  }

  private static void throwIf(@Nullable Refusal refusal) {
    if (refusal != null) {
      throw refusal.byState()
          ? new IllegalStateException(refusal.why())
          : new IllegalArgumentException(refusal.why());
    }
  }

  private static @Nullable Refusal refusal(DecoderSpec spec, Delimiters delimiters) {
    Refusal ofFile = refusal(spec);
    if (ofFile != null) {
      return ofFile;
    }
    if (delimiters.all().isEmpty()) {
      return Refusal.because(
          "records of a number of chars have no delimiter by which one is found in the middle of a"
              + " file: read the file from its start");
    }
    if (delimiters.areFoundInText(spec)) {
      return Refusal.because(
          "in "
              + spec.encoding()
              + " the bytes of a delimiter may be those of other characters, so its files are split"
              + " only at delimiters that are not, such as LF (LineBreaks.LF_OR_CRLF); else read"
              + " the file from its start, or transcode it to UTF-8 first");
    }
    String overlap = overlap(delimiters.all());
    return Refusal.because(overlap == null ? delimiters.conflict(spec) : overlap);
  }

  private static @Nullable Refusal refusal(DecoderSpec spec) {
    Encoding encoding = Encoding.of(spec.encoding());
    if (spec.firstByte() != 0 || spec.beginsInTheMiddle()) {
      return Refusal.because(
          "a split is given the spec of the whole file; leave out startingAt and countingFrom");
    }
    if (spec.bom() == BomPolicy.SNIFF) {
      return Refusal.because(
          "the first bytes of the file tell the encoding of each split: use TextHead.of(spec,"
              + " firstBytes).spec()");
    }
    if (!encoding.isFixed()) {
      return new Refusal(
          true,
          spec.encoding()
              + " has no byte order in the middle of a file; TextHead.of(spec, firstBytes).spec()"
              + " has the one that its first bytes tell");
    }
    return encoding.hasState()
        ? new Refusal(
            true, spec.encoding() + " has state, so its files can be read from their start only")
        : null;
  }

  /** What the package page excludes; null if nothing of it is there. */
  private static @Nullable String overlap(List<String> delimiters) {
    for (String delimiter : delimiters) {
      if (delimiter.charAt(0) == '\uFEFF' || delimiter.charAt(0) == '\uFFFE') {
        return "a delimiter begins with a byte order mark, which at the start of a file is none; read"
            + " the file from its start";
      }
      for (String other : delimiters) {
        if (Delimiters.overlaps(delimiter, other)) {
          return "%s ends as %s begins, so from the middle of a file it is not known where one is; read the file from its start, or choose other delimiters"
              .formatted(Quoted.of(delimiter), Quoted.of(other));
        }
      }
    }
    return null;
  }

  /** From which byte of a file on the search for the start behind an offset looks. */
  public long searchFrom(long offset) {
    return Math.max(0, (offset & -form.unitWidth()) - before);
  }

  /** How many bytes the longest delimiter has; 0 of characters. */
  public int longestDelimiter() {
    return delimiters == null ? 0 : delimiters.longest();
  }

  /** Whether each byte 0A ends a delimiter, and nothing else does. */
  public boolean isEachLineFeed() {
    return delimiters != null && delimiters.isEachLineFeed();
  }

  /**
   * Goes from delimiter to delimiter, or from character to character: behind each one begins a line
   * or a character.
   *
   * @param more whether bytes may follow {@code to}
   * @param isLast is told how many bytes behind {@code from} each ends, until it answers true
   * @return how many bytes are decided: no other one ends in them
   */
  public int pass(byte[] src, int from, int to, boolean more, IntPredicate isLast) {
    return delimiters == null
        ? passCharacters(src, from, to, more, isLast)
        : delimiters.pass(src, from, to, more, isLast);
  }

  /**
   * Of an encoding that is self-synchronizing: a unit that begins a sequence does so wherever it
   * stands. Behind an ill-formed sequence nothing is said to begin, so what is truncated there is
   * decided by the bytes behind it, and never by the end of a split.
   */
  private int passCharacters(byte[] src, int from, int to, boolean more, IntPredicate isLast) {
    int at = from;
    while (at < to) {
      int step = form.step(src, at, to, !more);
      if (step == Step.NEEDS_MORE) {
        return at - from;
      }
      if (!Step.isScalar(step)) {
        at = Math.min(to, at + form.unitWidth());
        continue;
      }
      at += Step.length(step);
      if (isLast.test(at - from)) {
        break;
      }
    }
    return at - from;
  }
}
