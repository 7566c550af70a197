/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.cli.transcode;

import io.utflow.charsets.UnicodeCharsets;
import io.utflow.cli.FileProblem;
import io.utflow.cli.OptionValues;
import io.utflow.cli.Printable;
import io.utflow.cli.Version;
import io.utflow.cli.source.Found;
import io.utflow.cli.source.From;
import io.utflow.cli.source.FromValues;
import io.utflow.cli.source.Reading;
import io.utflow.cli.source.Told;
import io.utflow.codec.BomOutput;
import io.utflow.codec.BomPolicy;
import io.utflow.codec.CoderStatus;
import io.utflow.codec.DecoderSpec;
import io.utflow.codec.EncoderSpec;
import io.utflow.codec.IllFormedCause;
import io.utflow.codec.IllFormedTextException;
import io.utflow.codec.MalformedPolicy;
import io.utflow.codec.TextEncoding;
import io.utflow.codec.TextTranscoder;
import io.utflow.codec.UnmappablePolicy;
import io.utflow.files.TextFile;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** Transcodes files, one behind the other and each a stream of its own, or standard input. */
@Command(
    name = "transcode",
    mixinStandardHelpOptions = true,
    versionProvider = Version.class,
    description = "Turns text of one encoding into another, of any length, in one pass.",
    footer = {
      "",
      "With -o a new file is written beside the old one and takes its place when all is done,",
      "so it may be the input; a run that fails leaves the old one as it was.",
      "Progress and a summary go to standard error.",
      "",
      "Examples:",
      "  utflow transcode --from GBK --to UTF-8 -o new.txt old.txt",
      "      Do what iconv does; if it fails, new.txt stays as it was.",
      "  utflow transcode --to UTF-8 -o text.txt text.txt",
      "      Transcode a file in its place."
    },
    exitCodeListHeading = "%nExit status:%n",
    exitCodeList = {
      "0:All was transcoded.",
      "1:The input was ill-formed and --on-malformed=report, or a file could not be read or written.",
      "2:The command line was wrong.",
      "141:The reader of the output went away, as head does."
    })
public final class Transcode implements Callable<Integer> {
  private static final int OUTPUT_BYTES = 1 << 19;
  private static final int MOST_PRINTED = 20;

  /** Below this length vector kernels do not pay. */
  private static final long SHORT_RUN_BYTES = 1L << 30;

  private static final Set<TextEncoding> NOT_JOINED =
      Set.of(UnicodeCharsets.SCSU, UnicodeCharsets.BOCU_1);

  private static final Path STANDARD = Path.of("-");
  private static final Path STANDARD_OUTPUT = Path.of("/dev/stdout");
  private static final Path STANDARD_INPUT = Path.of("/dev/stdin");

  /** What --on-malformed offers. */
  enum OnMalformed {
    REPLACE(MalformedPolicy.REPLACE),
    REPORT(MalformedPolicy.REPORT),
    SKIP(MalformedPolicy.SKIP);

    private final MalformedPolicy policy;

    OnMalformed(MalformedPolicy policy) {
      this.policy = policy;
    }

    MalformedPolicy policy() {
      return policy;
    }
  }

  /** What --on-unmappable offers. */
  enum OnUnmappable {
    REPLACE(UnmappablePolicy.REPLACE),
    REPORT(UnmappablePolicy.REPORT),
    SKIP(UnmappablePolicy.SKIP),
    DECIMAL(UnmappablePolicy.DECIMAL_REFERENCE),
    HEX(UnmappablePolicy.HEX_REFERENCE),
    NEAREST(null);

    private final @Nullable UnmappablePolicy policy;

    OnUnmappable(@Nullable UnmappablePolicy policy) {
      this.policy = policy;
    }

    UnmappablePolicy policy() {
      return policy == null ? Nearest.policy() : policy;
    }
  }

  static final class MalformedValues extends OptionValues {
    MalformedValues() {
      super(OnMalformed.values());
    }
  }

  static final class UnmappableValues extends OptionValues {
    UnmappableValues() {
      super(OnUnmappable.values());
    }
  }

  static final class BomValues extends OptionValues {
    BomValues() {
      super(BomPolicy.values());
    }
  }

  static final class BomOutputValues extends OptionValues {
    BomOutputValues() {
      super(BomOutput.values());
    }
  }

  @Spec private CommandSpec command = CommandSpec.create();

  @Option(
      names = {"-f", "--from"},
      paramLabel = "NAME",
      completionCandidates = FromValues.class,
      defaultValue = "auto",
      description = From.DESCRIPTION + " --list lists them all.")
  private From from = From.AUTO;

  @Option(
      names = {"-t", "--to"},
      required = true,
      paramLabel = "TARGET",
      completionCandidates = FromValues.Encodings.class,
      description = "Encoding of the output, such as UTF-8.")
  private TextEncoding to = TextEncoding.UTF_8;

  @Option(
      names = "--on-malformed",
      paramLabel = "MALFORMED-POLICY",
      completionCandidates = MalformedValues.class,
      defaultValue = "report",
      description =
          "What happens to ill-formed input: ${COMPLETION-CANDIDATES} (default: ${DEFAULT-VALUE}).")
  private OnMalformed onMalformed = OnMalformed.REPORT;

  @Option(
      names = "--on-unmappable",
      paramLabel = "UNMAPPABLE-POLICY",
      completionCandidates = UnmappableValues.class,
      defaultValue = "report",
      description =
          "What happens to characters that the output encoding does not have:"
              + " ${COMPLETION-CANDIDATES} (default: ${DEFAULT-VALUE}).")
  private OnUnmappable onUnmappable = OnUnmappable.REPORT;

  @Option(
      names = "--bom",
      paramLabel = "BOM-POLICY",
      completionCandidates = BomValues.class,
      defaultValue = "per-encoding",
      description =
          "Byte order mark of the input: ${COMPLETION-CANDIDATES} (default: ${DEFAULT-VALUE}).")
  private BomPolicy bomIn = BomPolicy.PER_ENCODING;

  @Option(
      names = "--bom-out",
      paramLabel = "BOM-OUTPUT",
      completionCandidates = BomOutputValues.class,
      defaultValue = "per-encoding",
      description =
          "Byte order mark of the output: ${COMPLETION-CANDIDATES} (default: ${DEFAULT-VALUE}).")
  private BomOutput bomOut = BomOutput.PER_ENCODING;

  @Option(
      names = {"-o", "--output"},
      paramLabel = "FILE",
      description = "File to write; - is standard output (the default).")
  private Path output = STANDARD;

  @Option(
      names = {"-q", "--quiet"},
      description = "Print only what ends the run.")
  private boolean quiet;

  @Option(
      names = {"-j", "--jobs"},
      paramLabel = "NUMBER",
      defaultValue = "1",
      description =
          "Threads that transcode a file, 0 for one for each processor (default:"
              + " ${DEFAULT-VALUE}). With more than one, ill-formed sequences are told in the order"
              + " in which they are met. What cannot be split, as a pipe, one thread reads.")
  private int jobs;

  @Option(names = "--list", help = true, description = "List the encodings and end.")
  private boolean list;

  @Parameters(
      paramLabel = "FILE",
      description = "Files to read; - is standard input (the default).")
  private @Nullable List<Path> files;

  @Override
  public Integer call() throws IOException {
    if (list) {
      PrintWriter out = command.commandLine().getOut();
      TextEncoding.names().forEach(out::println);
      return 0;
    }
    List<Path> sources = files == null ? List.of(STANDARD) : files;
    if (jobs < 0) {
      throw new ParameterException(command.commandLine(), jobs + " jobs: give 0 or more");
    }
    long total = total(sources);
    refuseToOverwrite(sources);
    refuseToJoin(sources);
    if (total < SHORT_RUN_BYTES) {
      ShortRun.useNoVectors();
    }
    PrintWriter err = command.commandLine().getErr();
    IllFormedPrinter illFormed = new IllFormedPrinter(err, quiet ? 0 : MOST_PRINTED);
    Progress progress = new Progress(err, quiet ? Progress.Style.NONE : style(), total);
    try (Output sink = Output.to(output);
        WriteBehind writer = new WriteBehind(sink, OUTPUT_BYTES)) {
      boolean wellFormed = transcodeAll(sources, illFormed, progress, writer);
      boolean keeps = wellFormed || !sink.needsCompletion();
      if (keeps) {
        sink.complete();
      }
      progress.finish(keeps ? writer.written() : 0, illFormed.count());
      if (!keeps && !quiet) {
        err.println("nothing was written to " + Printable.of(sink.name()));
      }
      return wellFormed ? 0 : 1;
    } catch (IOException e) {
      progress.clear();
      throw e;
    }
  }

  private static Progress.Style style() {
    return Progress.Style.ofStandardError();
  }

  /** Returns whether all was well-formed or replaced; the text before a failure is passed on. */
  private boolean transcodeAll(
      List<Path> sources, IllFormedPrinter illFormed, Progress progress, WriteBehind writer)
      throws IOException {
    Told told = new Told(command.commandLine().getErr());
    try {
      for (Path file : sources) {
        String name = Reading.nameOf(file);
        illFormed.readFrom(name);
        boolean inParallel = jobs != 1 && Files.isRegularFile(file) && Files.size(file) > 0;
        try (Reading text = Reading.open(file, from)) {
          if (!quiet && !isReadByTheUser()) {
            told.of(name, text.found());
          }
          DecoderSpec decoder = spec(text.found());
          if (inParallel) {
            transcodeInParallel(file, decoder, illFormed, writer, progress);
          } else {
            TextTranscoder transcoder =
                decoder.observer(illFormed).newTranscoder(encoder(writer).observer(illFormed));
            transcode(transcoder, text, writer, progress);
          }
        } catch (IOException e) {
          throw FileProblem.of(name, e);
        }
      }
      return true;
    } catch (IllFormedTextException e) {
      illFormed.printLast(e.sequence());
      return false;
    } finally {
      writer.await();
    }
  }

  /** Whether the encoding is what the user declares, whatever mark the text begins with. */
  private boolean isReadByTheUser() {
    return isBomGiven() && bomIn != BomPolicy.SNIFF && from.declared().isPresent();
  }

  private boolean isBomGiven() {
    return command.commandLine().getParseResult().hasMatchedOption("--bom");
  }

  /** The policy of {@code --bom} decides about a mark; without it a mark overrides --from. */
  private DecoderSpec spec(Found found) {
    DecoderSpec spec = from.declared().map(DecoderSpec::of).orElse(found.spec());
    boolean isFound = !isBomGiven() || from.declared().isEmpty() && bomIn == BomPolicy.PER_ENCODING;
    return (isFound ? found.spec() : spec.bom(bomIn)).onMalformed(onMalformed.policy());
  }

  /** The output is one stream and has one byte order mark. */
  private EncoderSpec encoder(WriteBehind writer) {
    BomOutput mark = writer.written() == 0 ? bomOut : BomOutput.NEVER;
    return EncoderSpec.of(to).bom(mark).onUnmappable(onUnmappable.policy());
  }

  /** Splits that are ahead of a failure are not told of: what they say is not in the output. */
  private void transcodeInParallel(
      Path path,
      DecoderSpec decoder,
      IllFormedPrinter illFormed,
      WriteBehind writer,
      Progress progress)
      throws IOException {
    boolean reports = onMalformed == OnMalformed.REPORT;
    DecoderSpec spec = reports ? decoder : decoder.observer(illFormed);
    EncoderSpec encoder = encoder(writer);
    EncoderSpec observed =
        onUnmappable == OnUnmappable.REPORT ? encoder : encoder.observer(illFormed);
    try (TextFile file = TextFile.open(path, spec)) {
      TextFile split = jobs == 0 ? file : file.jobs(jobs);
      split.transcode(observed, new WriteBehindChannel(writer, file, progress));
    } catch (IllFormedTextException e) {
      boolean told =
          e.sequence().cause() == IllFormedCause.UNMAPPABLE
              ? onUnmappable != OnUnmappable.REPORT
              : !reports;
      if (!told) {
        illFormed.accept(e.sequence());
      }
      throw e;
    } catch (IOException e) {
      throw FileProblem.of(path.toString(), e);
    }
  }

  private void transcode(
      TextTranscoder transcoder, Reading source, WriteBehind writer, Progress progress)
      throws IOException {
    boolean ended = false;
    while (!ended) {
      ByteBuffer in = source.next();
      ended = !in.hasRemaining();
      progress.read(in.remaining());
      CoderStatus status;
      do {
        try {
          status = transcoder.transcode(in, writer.buffer(), ended);
        } finally {
          // What was well-formed before a failure is written as well.
          writer.write();
        }
      } while (status == CoderStatus.OVERFLOW);
    }
  }

  /** In these the bytes of a character depend on all before it, and each file begins anew. */
  private void refuseToJoin(List<Path> sources) {
    if (sources.size() > 1 && NOT_JOINED.contains(to)) {
      throw new ParameterException(
          command.commandLine(), "several files cannot become one in " + to.name() + "; give one");
    }
  }

  /** What the shell opened is written while it is read; a file of -o is replaced at the end. */
  private void refuseToOverwrite(List<Path> sources) throws IOException {
    if (!Output.isStandard(output)) {
      return;
    }
    Path target = output.equals(STANDARD) ? STANDARD_OUTPUT : output;
    for (Path file : sources) {
      Path source = file.equals(STANDARD) ? STANDARD_INPUT : file;
      if (Files.isRegularFile(target) && Files.exists(source) && Files.isSameFile(target, source)) {
        throw new ParameterException(
            command.commandLine(), Printable.of(file + " is input and output; name it with -o"));
      }
    }
  }

  /** The number of bytes to read, or -1 if it is not known, as of a pipe or a device. */
  private static long total(List<Path> sources) throws IOException {
    long total = 0;
    for (Path file : sources) {
      if (file.equals(STANDARD)) {
        return -1;
      }
      try {
        total += Files.size(file);
      } catch (IOException e) {
        throw FileProblem.of(file.toString(), e);
      }
      if (!Files.isRegularFile(file)) {
        return -1;
      }
    }
    return total;
  }
}
