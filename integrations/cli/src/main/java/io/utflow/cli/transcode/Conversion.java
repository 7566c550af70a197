/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.cli.transcode;

import static java.util.stream.Collectors.joining;

import io.utflow.cli.FileProblem;
import io.utflow.cli.UnicodeEncodings;
import io.utflow.cli.source.Found;
import io.utflow.cli.source.From;
import io.utflow.cli.source.Reading;
import io.utflow.cli.source.Survey;
import io.utflow.cli.source.TextScan;
import io.utflow.codec.BomOutput;
import io.utflow.codec.DecoderSpec;
import io.utflow.codec.EncoderSpec;
import io.utflow.codec.IllFormedSequence;
import io.utflow.codec.MalformedPolicy;
import io.utflow.codec.TextDecoder;
import io.utflow.codec.TextEncoding;
import io.utflow.codec.UnmappablePolicy;
import io.utflow.codec.io.IllFormedIOException;
import io.utflow.codec.io.TextWriter;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Optional;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * How each of many files is converted in its place: looked at first, and written only if it is not
 * yet as it should be and nothing in it would be lost.
 *
 * @param from how they are encoded
 * @param to how they are to be
 * @param mark whether they are to begin with a byte order mark
 * @param onMalformed what becomes of ill-formed sequences; with {@link MalformedPolicy#REPORT} the
 *     file is left
 * @param onUnmappable what becomes of characters that {@code to} does not have
 * @param lineEnds what lines end with
 * @param keepsMark whether a file whose encoding stays keeps its byte order mark
 * @param writes false: it is only told what would be done
 * @param backup the suffix of the name that the old file keeps, or null
 */
record Conversion(
    From from,
    TextEncoding to,
    BomOutput mark,
    MalformedPolicy onMalformed,
    UnmappablePolicy onUnmappable,
    LineEnds.Style lineEnds,
    boolean keepsMark,
    boolean writes,
    @Nullable String backup) {
  /** The characters of ASCII text. */
  private static final String ASCII =
      "\t\n\r" + IntStream.rangeClosed(' ', '~').mapToObj(Character::toString).collect(joining());

  /** Converts a file that the user named, as {@link #convert(Path, boolean)}. */
  Outcome convert(Path file) {
    return convert(file, true);
  }

  /**
   * Converts a file if it needs it; a file that cannot be read or written is left.
   *
   * @param isNamed whether the user named the file itself, not a folder with all that is in it
   */
  Outcome convert(Path file, boolean isNamed) {
    try {
      if (!Files.isRegularFile(file)) {
        return Outcome.left(Files.exists(file) ? "not a regular file" : "no such file");
      }
      return convertRegular(file, isNamed);
    } catch (InvalidPathException e) {
      return Outcome.left("its name is not text in this locale");
    } catch (FileProblem e) {
      return Outcome.left(e.reason());
    } catch (IOException e) {
      return Outcome.left(FileProblem.of(file.toString(), e).reason());
    }
  }

  private Outcome convertRegular(Path file, boolean isNamed) throws IOException {
    OldFile before = OldFile.of(file, backup);
    boolean hadMark;
    Found found;
    Survey survey;
    try (Reading text = Reading.open(file, from)) {
      found = text.found();
      hadMark = Survey.hasMark(text.head(), found);
      survey = Survey.of(text, 1);
    }
    DecoderSpec spec = found.spec();
    TextEncoding encoding = found.encoding();
    Optional<TextEncoding> legacy = from.legacy();
    boolean isUtf8SoFar =
        found.why() == Found.Why.WELL_FORMED_UTF_8 || found.why() == Found.Why.ASCII;
    boolean isLegacy = found.why() == Found.Why.LEGACY;
    if (legacy.isPresent() && (isLegacy || isUtf8SoFar && survey.illFormed() > 0)) {
      // The first bytes alone were UTF-8, or one damaged byte made the file legacy.
      Survey asUtf8 = isLegacy ? Utf8Text.survey(file) : survey;
      boolean isUtf8 = Utf8Text.isMeant(asUtf8, legacy.get());
      if (isUtf8 == isLegacy) {
        encoding = isUtf8 ? TextEncoding.UTF_8 : legacy.get();
        isLegacy = !isUtf8;
        spec = isUtf8 ? From.UTF_8 : DecoderSpec.of(encoding);
        try (Reading text = Reading.open(file, from)) {
          survey = Survey.of(text, spec, 1);
        }
      }
    }
    if (isLegacy) {
      Optional<TextEncoding> variant = Utf8Text.variantOf(file);
      if (variant.isPresent()) {
        return Outcome.left("is " + variant.get() + ": name it by --from " + variant.get());
      }
    }
    if (before.size() == 0) {
      return new Outcome(Outcome.Kind.AS_IT_IS, "empty", 0);
    }
    if (survey.looksBinary(found) || isLegacy && survey.scan().hasControls()) {
      return new Outcome(Outcome.Kind.BINARY, "binary", before.size());
    }
    if (!isNamed && isDeclaredLegacy(found) && survey.scan().hasControls()) {
      String why = "binary: it has control characters; named itself, it is converted";
      return new Outcome(Outcome.Kind.BINARY, why, before.size());
    }
    if (!found.isDecided()) {
      return Outcome.left(found.why().words() + "; name it by --from NAME or auto:windows-1252");
    }
    if (survey.illFormed() > 0 && onMalformed == MalformedPolicy.REPORT) {
      return Outcome.left("ill-formed " + encoding + ", " + survey.places().get(0));
    }
    BomOutput markOut = markFor(encoding, hadMark);
    boolean changesMark = hadMark != writesMark(markOut);
    boolean isAscii = survey.scan().length() == before.size() && survey.scan().isAscii();
    boolean sameBytes =
        encoding.equals(to)
            || hadMark && isOrderOf(to, encoding)
            || isAscii && isAsciiIn(encoding) && isAsciiIn(to);
    if (survey.illFormed() == 0 && sameBytes && !changesMark && !changesLineEnds(survey)) {
      return new Outcome(Outcome.Kind.AS_IT_IS, "" + encoding, before.size());
    }
    String other = found.why() == Found.Why.DECLARED ? Utf8Text.insteadOf(file, encoding, to) : "";
    if (!other.isEmpty()) {
      return Outcome.left("is " + other + " already, and not " + encoding);
    }
    if (isAscii && !encoding.equals(to) && !isAsciiIn(to) && Utf8Text.hasEscapesOf(file, to)) {
      return Outcome.left("is " + to + " already, or would be other text in it");
    }
    before.requireBackup();
    Unmapped unmapped = new Unmapped();
    try (Output output = writes ? Output.inPlaceOf(file) : Output.nowhere(file)) {
      write(file, spec, markOut, output, unmapped);
      if (writes) {
        output.keepTime(before.time());
        if (!output.complete(before)) {
          return Outcome.left("the run was ended");
        }
      }
    } catch (IllFormedIOException e) {
      return Outcome.left(unmappable(file, spec, e.sequence()));
    }
    return new Outcome(
        Outcome.Kind.CONVERTED, detail(encoding, hadMark, survey, unmapped), before.size());
  }

  /** In such an encoding any bytes are text, those of a short picture, too. */
  private static boolean isDeclaredLegacy(Found found) {
    return found.why() == Found.Why.DECLARED && !UnicodeEncodings.ALL.contains(found.encoding());
  }

  /** UTF-16 and UTF-32 have either byte order, as their mark says. */
  private static boolean isOrderOf(TextEncoding marked, TextEncoding encoding) {
    return (marked.equals(TextEncoding.UTF_16) || marked.equals(TextEncoding.UTF_32))
        && encoding.name().startsWith(marked.name());
  }

  private boolean changesLineEnds(Survey survey) {
    return switch (lineEnds) {
      case KEEP -> false;
      case LF -> survey.scan().pairs() > 0;
      case CRLF -> survey.scan().lineFeeds() > 0;
    };
  }

  private BomOutput markFor(TextEncoding encoding, boolean hadMark) {
    boolean keeps = keepsMark && encoding.equals(to);
    return !keeps ? mark : hadMark ? BomOutput.ALWAYS : BomOutput.NEVER;
  }

  private boolean writesMark(BomOutput output) {
    return EncoderSpec.of(to).bom(output).encode("a").length
        > EncoderSpec.of(to).bom(BomOutput.NEVER).encode("a").length;
  }

  private static boolean isAsciiIn(TextEncoding encoding) {
    byte[] bytes = EncoderSpec.of(encoding).bom(BomOutput.NEVER).encode(ASCII);
    return Arrays.equals(bytes, ASCII.getBytes(StandardCharsets.US_ASCII));
  }

  private void write(
      Path file, DecoderSpec spec, BomOutput markOut, Output output, Unmapped unmapped)
      throws IOException {
    EncoderSpec encoder =
        EncoderSpec.of(to).bom(markOut).onUnmappable(onUnmappable).observer(unmapped::accept);
    LineEnds ends = new LineEnds(lineEnds);
    TextDecoder decoder =
        spec.onMalformed(
                onMalformed == MalformedPolicy.REPORT ? MalformedPolicy.REPLACE : onMalformed)
            .newDecoder();
    try (Reading text = Reading.open(file, From.AUTO);
        TextWriter writer = new TextWriter(new Sink(output), encoder)) {
      ByteBuffer bytes;
      do {
        bytes = text.next();
        writer.write(ends.accept(decoder.decode(bytes, !bytes.hasRemaining())));
      } while (bytes.limit() > 0);
      writer.write(ends.end());
    }
  }

  private String detail(TextEncoding encoding, boolean hadMark, Survey survey, Unmapped unmapped) {
    StringBuilder detail = new StringBuilder().append(encoding);
    boolean hasMark = writesMark(markFor(encoding, hadMark));
    if (!encoding.equals(to)) {
      detail.append(" to ").append(to);
    }
    if (changesLineEnds(survey)) {
      detail.append(", line ends to ").append(lineEnds == LineEnds.Style.LF ? "LF" : "CR LF");
    }
    if (encoding.equals(to) && hadMark != hasMark) {
      detail.append(", byte order mark ").append(hasMark ? "added" : "removed");
    }
    if (survey.illFormed() > 0) {
      detail.append(", ").append(survey.illFormed()).append(" ill-formed, the first at ");
      detail.append(survey.places().get(0));
    }
    if (unmapped.count > 0) {
      detail.append(", ").append(unmapped.count).append(" that ").append(to).append(" has not");
    }
    return detail.toString();
  }

  /** Where a character stands in the text before the line ends were changed. */
  private String unmappable(Path file, DecoderSpec spec, IllFormedSequence sequence)
      throws IOException {
    long before = sequence.charOffset();
    TextScan scan = new TextScan();
    LineEnds ends = new LineEnds(lineEnds);
    TextDecoder decoder = spec.newDecoder();
    try (Reading text = Reading.open(file, From.AUTO)) {
      while (before > 0) {
        ByteBuffer bytes = text.next();
        String piece = ends.accept(decoder.decode(bytes, !bytes.hasRemaining()));
        int part = (int) Math.min(before, piece.length());
        scan.accept(piece.substring(0, part));
        before -= part;
        if (bytes.limit() == 0) {
          break;
        }
      }
    }
    byte[] units = sequence.bytes();
    String character = new String(units, StandardCharsets.UTF_16BE);
    return "line %d, column %d: U+%04X is not in %s"
        .formatted(scan.line(), scan.column(), character.codePointAt(0), to);
  }

  /** Counts what was put in the place of characters. */
  private static final class Unmapped {
    private long count;

    void accept(IllFormedSequence sequence) {
      count++;
    }
  }

  /** Passes on what a writer gathers; the output is closed by whoever completes it. */
  private static final class Sink extends OutputStream {
    private final Output output;

    Sink(Output output) {
      this.output = output;
    }

    @Override
    public void write(int b) throws IOException {
      write(new byte[] {(byte) b}, 0, 1);
    }

    @Override
    public void write(byte[] bytes, int from, int length) throws IOException {
      output.write(bytes, from, length);
    }
  }
}
