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

  /** The number of bytes before an offset at which the search begins. */
  private final int before;

  /** The length of each record in bytes; 0 if records end by a delimiter. */
  private final int length;

  private SplitRules(EncodingForm form, @Nullable EncodedDelimiters delimiters, int length) {
    this.form = form;
    this.delimiters = delimiters;
    this.before = delimiters == null ? form.longestSequence() : delimiters.longest();
    this.length = length;
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
    return new SplitRules(form(spec), delimiters.encoded(Encoding.of(spec.encoding())), 0);
  }

  /** Whether {@link #lines} accepts such files. */
  public static boolean canSplit(DecoderSpec spec, Delimiters delimiters) {
    return refusal(spec, delimiters) == null;
  }

  /**
   * For records of so many bytes, each read from the state in which a stream begins, so that the
   * encoding may have state.
   *
   * @throws IllegalStateException if the encoding has no byte order of its own
   * @throws IllegalArgumentException if the spec is not that of the whole file
   */
  public static SplitRules ofLength(DecoderSpec spec, int length) {
    throwIf(refusalOfHead(spec));
    return new SplitRules(form(spec), null, length);
  }

  /** Whether {@link #ofLength} accepts such files. */
  public static boolean canSplitByLength(DecoderSpec spec) {
    return refusalOfHead(spec) == null;
  }

  /** As {@link #lines}, where nothing is decoded. */
  public static SplitRules terminators(DecoderSpec spec, List<String> terminators) {
    return lines(spec, new Delimiters(terminators, List.of()));
  }

  /**
   * For the characters of a file: from any character on in a self-synchronizing encoding, otherwise
   * only from one that follows an LF.
   *
   * @throws IllegalStateException if the encoding has no byte order of its own, or has state
   * @throws IllegalArgumentException if LF may be a part of other characters
   */
  public static SplitRules characters(DecoderSpec spec) {
    throwIf(refusal(spec));
    return startsAnywhere(form(spec))
        ? new SplitRules(form(spec), null, 0)
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

  /** Without policy: ill-formed sequences are not replaced while lines are only looked for. */
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
    Refusal ofHead = refusalOfHead(spec);
    boolean hasState = ofHead == null && Encoding.of(spec.encoding()).hasState();
    return hasState
        ? new Refusal(
            true, spec.encoding() + " has state, so its files can be read from their start only")
        : ofHead;
  }

  private static @Nullable Refusal refusalOfHead(DecoderSpec spec) {
    if (spec.firstByte() != 0 || spec.beginsInTheMiddle()) {
      return Refusal.because(
          "a split is given the spec of the whole file; leave out startingAt and countingFrom");
    }
    if (spec.bom() == BomPolicy.SNIFF) {
      return Refusal.because(
          "the first bytes of the file tell the encoding of each split: use TextHead.of(spec,"
              + " firstBytes).spec()");
    }
    return Encoding.of(spec.encoding()).isFixed()
        ? null
        : new Refusal(
            true,
            spec.encoding()
                + " has no byte order in the middle of a file; TextHead.of(spec, firstBytes).spec()"
                + " has the one that its first bytes tell");
  }

  /** The reason if delimiters overlap, which the package page excludes; null if they do not. */
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

  /** The first byte of a file that the search for the next start after an offset reads. */
  public long searchFrom(long offset) {
    if (length > 0) {
      // The next record begins there: nothing has to be searched.
      long missing = (length - offset % length) % length;
      return offset > Long.MAX_VALUE - missing ? Long.MAX_VALUE : offset + missing;
    }
    return Math.max(0, (offset & -form.unitWidth()) - before);
  }

  /** The length in bytes of the longest delimiter; 0 for characters. */
  public int longestDelimiter() {
    return delimiters == null ? 0 : delimiters.longest();
  }

  /** Whether each byte 0A ends a delimiter, and nothing else does. */
  public boolean isEachLineFeed() {
    return delimiters != null && delimiters.isEachLineFeed();
  }

  /**
   * Goes from delimiter to delimiter, or from character to character: after each begins a line or a
   * character.
   *
   * @param more whether bytes may follow {@code to}
   * @param isLast receives the end of each, in bytes after {@code from}, until it answers true
   * @return how many bytes are decided: no other one ends in them
   */
  public int pass(byte[] src, int from, int to, boolean more, IntPredicate isLast) {
    if (length > 0) {
      boolean unused = isLast.test(0); // What is read begins with a record.
      return 0;
    }
    return delimiters == null
        ? passCharacters(src, from, to, more, isLast)
        : delimiters.pass(src, from, to, more, isLast);
  }

  /**
   * For a self-synchronizing encoding: a unit that begins a sequence does so wherever it is. No
   * character is said to begin after an ill-formed sequence, so a truncated sequence is decided by
   * the bytes after it, and never by the end of a split.
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
