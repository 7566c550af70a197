/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.cli.transcode;

import io.utflow.cli.FileProblem;
import io.utflow.cli.OptionValues;
import io.utflow.cli.Printable;
import io.utflow.cli.Version;
import io.utflow.cli.source.From;
import io.utflow.cli.source.FromValues;
import io.utflow.cli.source.Reading;
import io.utflow.codec.BomOutput;
import io.utflow.codec.TextEncoding;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.EnumMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.Stack;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.IParameterPreprocessor;
import picocli.CommandLine.Model.ArgSpec;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.ParseResult;
import picocli.CommandLine.Spec;

/** Converts many files in their places, those that need it and in which nothing is lost. */
@Command(
    name = "convert",
    mixinStandardHelpOptions = true,
    versionProvider = Version.class,
    description = {
      "Converts files in their places, each as a whole or not at all: those that are not in the"
          + " encoding yet, or whose line ends are others.",
      "A file is left as it was, and told, if nothing tells its encoding, if it is ill-formed, or"
          + " if it has characters that the target does not have; so is one that is binary."
    },
    footer = {
      "",
      "In a folder all files are converted, except links and what is in .git, .hg and .svn.",
      "Permissions, owner and time stay; a hard link is cut, its other names keep the old text.",
      "A program that has a file open goes on writing to the old one, so leave out logs in use.",
      "What is done is told on standard output, a line for each file that is converted or left.",
      "",
      "Examples:",
      "  utflow convert --from auto:windows-1252 --dry-run exports > report.txt",
      "      Report what would become of each file, and change none.",
      "  utflow convert --from auto:windows-1252 --in-place --backup exports",
      "      Make all of them UTF-8, and keep each old file as FILE.bak.",
      "  utflow convert --line-ends lf --in-place notes.txt",
      "      Do what dos2unix does."
    },
    exitCodeListHeading = "%nExit status:%n",
    exitCodeList = {
      "0:All files are as they should be, or would be; binary files of folders do not count.",
      "1:Some were left.",
      "2:The command line was wrong."
    })
public final class Convert implements Callable<Integer> {
  static final class MalformedValues extends OptionValues {
    MalformedValues() {
      super(Transcode.OnMalformed.values());
    }
  }

  static final class UnmappableValues extends OptionValues {
    UnmappableValues() {
      super(Transcode.OnUnmappable.values());
    }
  }

  static final class BomOutputValues extends OptionValues {
    BomOutputValues() {
      super(BomOutput.values());
    }
  }

  static final class LineEndValues extends OptionValues {
    LineEndValues() {
      super(LineEnds.Style.values());
    }
  }

  /** The word that follows {@code --backup} is a file; the suffix is attached. */
  static final class Attached implements IParameterPreprocessor {
    @Override
    public boolean preprocess(
        Stack<String> words, CommandSpec command, ArgSpec option, Map<String, Object> state) {
      if (!"=".equals(state.get("separator"))) {
        words.push(((OptionSpec) option).fallbackValue());
      }
      return false;
    }
  }

  @Spec private CommandSpec command = CommandSpec.create();

  @Option(
      names = {"-f", "--from"},
      paramLabel = "NAME",
      completionCandidates = FromValues.class,
      defaultValue = "auto",
      description = From.DESCRIPTION)
  private From from = From.AUTO;

  @Option(
      names = {"-t", "--to"},
      paramLabel = "TARGET",
      completionCandidates = FromValues.Encodings.class,
      defaultValue = "UTF-8",
      description = "Encoding that the files are to have (default: ${DEFAULT-VALUE}).")
  private TextEncoding to = TextEncoding.UTF_8;

  @Option(
      names = "--in-place",
      description =
          "Replace each file when its text is complete. Either this or --dry-run is given.")
  private boolean inPlace;

  @Option(names = "--dry-run", description = "Only tell what --in-place would do.")
  private boolean dryRun;

  @Option(
      names = "--backup",
      arity = "0..1",
      preprocessor = Attached.class,
      paramLabel = "SUFFIX",
      fallbackValue = ".bak",
      description =
          "Keep the old file under its name and this (.bak, if nothing is given), as in"
              + " --backup=.old. Files of folders that have it are passed by.")
  private @Nullable String backup;

  @Option(
      names = "--line-ends",
      paramLabel = "LINE-ENDS",
      completionCandidates = LineEndValues.class,
      defaultValue = "keep",
      description =
          "What lines are to end with: ${COMPLETION-CANDIDATES} (default: ${DEFAULT-VALUE}). A CR"
              + " alone stays, as by dos2unix.")
  private LineEnds.Style lineEnds = LineEnds.Style.KEEP;

  @Option(
      names = "--bom-out",
      paramLabel = "BOM-OUTPUT",
      completionCandidates = BomOutputValues.class,
      defaultValue = "per-encoding",
      description =
          "Byte order mark of the files: ${COMPLETION-CANDIDATES} (default: ${DEFAULT-VALUE}).")
  private BomOutput bomOut = BomOutput.PER_ENCODING;

  @Option(
      names = "--on-malformed",
      paramLabel = "MALFORMED-POLICY",
      completionCandidates = MalformedValues.class,
      defaultValue = "report",
      description =
          "What happens to ill-formed sequences: ${COMPLETION-CANDIDATES} (default:"
              + " ${DEFAULT-VALUE}, which leaves the file).")
  private Transcode.OnMalformed onMalformed = Transcode.OnMalformed.REPORT;

  @Option(
      names = "--on-unmappable",
      paramLabel = "UNMAPPABLE-POLICY",
      completionCandidates = UnmappableValues.class,
      defaultValue = "report",
      description =
          "What happens to characters that the encoding does not have: ${COMPLETION-CANDIDATES}"
              + " (default: ${DEFAULT-VALUE}, which leaves the file).")
  private Transcode.OnUnmappable onUnmappable = Transcode.OnUnmappable.REPORT;

  @Option(
      names = {"-q", "--quiet"},
      description = "Tell only of files that are left.")
  private boolean quiet;

  @Parameters(
      paramLabel = "FILE",
      arity = "1..*",
      description = "Files, or folders with all that is in them.")
  private List<Path> files = List.of();

  private final Set<Path> taken = new HashSet<>();
  private final Map<Outcome.Kind, Integer> counts = new EnumMap<>(Outcome.Kind.class);

  @Override
  public Integer call() throws IOException {
    if (inPlace == dryRun) {
      throw new ParameterException(
          command.commandLine(), "give --in-place, or --dry-run to see what would be done");
    }
    for (Path file : files) {
      if (file.toString().isEmpty()) {
        throw new ParameterException(command.commandLine(), "an empty name names no file");
      }
      if (Reading.isStandardInput(file)) {
        throw new ParameterException(
            command.commandLine(), "- is standard input, which cannot be replaced: use transcode");
      }
    }
    if (backup != null && !isSuffix(backup)) {
      throw new ParameterException(
          command.commandLine(), "--backup=" + backup + " is no suffix of a name of a file");
    }
    Conversion conversion =
        new Conversion(
            from,
            to,
            bomOut,
            onMalformed.policy(),
            onUnmappable.policy(),
            lineEnds,
            keepsMark(),
            inPlace,
            backup);
    PrintWriter err = command.commandLine().getErr();
    Progress progress =
        new Progress(err, quiet ? Progress.Style.NONE : Progress.Style.ofStandardError(), -1);
    boolean all = true;
    for (Path file : files) {
      if (Files.isDirectory(file)) {
        all &= convertFolder(file, conversion, progress);
      } else if (isNew(file)) {
        Outcome outcome = convert(file, true, conversion, progress);
        all &= outcome.kind() != Outcome.Kind.LEFT && outcome.kind() != Outcome.Kind.BINARY;
      }
    }
    progress.clear();
    if (!quiet) {
      err.println(summary());
    }
    return all ? 0 : 1;
  }

  /** Whether it makes another name in the same folder. */
  private static boolean isSuffix(String suffix) {
    Path name = Path.of("x" + suffix);
    return !suffix.isEmpty() && name.getNameCount() == 1 && name.toString().equals("x" + suffix);
  }

  /** A user who gives {@code --line-ends} alone asks for no other mark. */
  private boolean keepsMark() {
    ParseResult given = command.commandLine().getParseResult();
    return lineEnds != LineEnds.Style.KEEP
        && !given.hasMatchedOption("--to")
        && !given.hasMatchedOption("--bom-out");
  }

  /**
   * Whether it was not taken before, by this name or another: twice converted is once too often.
   */
  private boolean isNew(Path file) {
    try {
      return taken.add(file.toRealPath());
    } catch (IOException e) {
      return true; // What is the matter with it is told when it is converted.
    }
  }

  private boolean convertFolder(Path folder, Conversion conversion, Progress progress) {
    FolderWalk walk = new FolderWalk(backup);
    boolean all = true;
    for (Path file : walk.filesOf(folder)) {
      if (isNew(file)) {
        all &= convert(file, false, conversion, progress).kind() != Outcome.Kind.LEFT;
      }
    }
    for (FileProblem problem : walk.problems()) {
      command.commandLine().getErr().println(problem.getMessage());
      all = false;
    }
    return all;
  }

  private Outcome convert(Path file, boolean isNamed, Conversion conversion, Progress progress) {
    Outcome outcome = conversion.convert(file, isNamed);
    counts.merge(outcome.kind(), 1, Integer::sum);
    boolean isTold =
        switch (outcome.kind()) {
          case CONVERTED -> !quiet;
          case AS_IT_IS -> false;
          case BINARY, LEFT -> true;
        };
    if (isTold) {
      progress.clear();
      String left = outcome.kind() == Outcome.Kind.CONVERTED ? "" : "left: ";
      command.commandLine().getOut().println(Printable.of(file + ": " + left + outcome.detail()));
    }
    progress.done(outcome.bytes());
    return outcome;
  }

  private String summary() {
    int left = count(Outcome.Kind.LEFT) + count(Outcome.Kind.BINARY);
    int converted = count(Outcome.Kind.CONVERTED);
    int asTheyAre = count(Outcome.Kind.AS_IT_IS);
    return "%d files: %d %s, %d as they should be, %d left"
        .formatted(
            left + converted + asTheyAre,
            converted,
            dryRun ? "would be converted" : "converted",
            asTheyAre,
            left);
  }

  private int count(Outcome.Kind kind) {
    return counts.getOrDefault(kind, 0);
  }
}
