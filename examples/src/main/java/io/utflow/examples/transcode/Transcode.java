package io.utflow.examples.transcode;

import io.utflow.codec.BomOutput;
import io.utflow.codec.BomPolicy;
import io.utflow.codec.CoderStatus;
import io.utflow.codec.DecoderSpec;
import io.utflow.codec.EncoderSpec;
import io.utflow.codec.IllFormedTextException;
import io.utflow.codec.MalformedPolicy;
import io.utflow.codec.TextEncoding;
import io.utflow.codec.TextTranscoder;
import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.PrintWriter;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Help.Ansi;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** Transcodes files, one behind the other and each a stream of its own, or the standard input. */
@Command(
    name = "transcode",
    mixinStandardHelpOptions = true,
    description = "Turns text of one Unicode encoding into another, of any length, in one pass.",
    exitCodeListHeading = "%nExit status:%n",
    exitCodeList = {
      "0:All was transcoded.",
      "1:The input was ill-formed and --on-malformed=report, or a file could not be read or written.",
      "2:The command line was wrong."
    })
public final class Transcode implements Callable<Integer> {
  private static final int BUFFER_BYTES = 1 << 16;

  /** What --on-malformed offers. */
  enum OnMalformed {
    REPLACE(MalformedPolicy.REPLACE),
    REPORT(MalformedPolicy.REPORT),
    SKIP(MalformedPolicy.SKIP);

    private final MalformedPolicy policy;

    OnMalformed(MalformedPolicy policy) {
      this.policy = policy;
    }
  }

  @Spec private CommandSpec command = CommandSpec.create();

  @Option(names = "--from", required = true, paramLabel = "NAME", description = "As in UTF-16LE.")
  private TextEncoding from = TextEncoding.UTF_8;

  @Option(names = "--to", required = true, paramLabel = "NAME", description = "As in UTF-8.")
  private TextEncoding to = TextEncoding.UTF_8;

  @Option(
      names = "--on-malformed",
      defaultValue = "report",
      description = "${COMPLETION-CANDIDATES} (default: ${DEFAULT-VALUE}).")
  private OnMalformed onMalformed = OnMalformed.REPORT;

  @Option(
      names = "--bom",
      defaultValue = "per-encoding",
      description = "The mark of the input: ${COMPLETION-CANDIDATES} (default: ${DEFAULT-VALUE}).")
  private BomPolicy bomIn = BomPolicy.PER_ENCODING;

  @Option(
      names = "--bom-out",
      defaultValue = "per-encoding",
      description = "The mark of the output: ${COMPLETION-CANDIDATES} (default: ${DEFAULT-VALUE}).")
  private BomOutput bomOut = BomOutput.PER_ENCODING;

  @Option(
      names = {"-o", "--output"},
      paramLabel = "FILE",
      description = "Not standard output.")
  private @Nullable Path output;

  @Parameters(paramLabel = "FILE", description = "Not standard input.")
  private List<Path> files = List.of();

  private final ByteBuffer in = ByteBuffer.allocate(BUFFER_BYTES);
  private final ByteBuffer out = ByteBuffer.allocate(BUFFER_BYTES);
  private long written;

  @Override
  public Integer call() throws IOException {
    refuseToOverwriteInput();
    PrintWriter err = command.commandLine().getErr();
    Findings findings = new Findings(err);
    DecoderSpec decoder =
        DecoderSpec.of(from).bom(bomIn).onMalformed(onMalformed.policy).observer(findings);
    Progress progress = new Progress(err, Ansi.AUTO.enabled(), total());
    try (OutputStream sink = output == null ? standardOutput() : Files.newOutputStream(output)) {
      transcodeAll(decoder, findings, progress, sink);
      return 0;
    } catch (IllFormedTextException told) {
      return 1;
    } finally {
      progress.finish(written, findings.count());
      err.flush();
    }
  }

  private void transcodeAll(
      DecoderSpec decoder, Findings findings, Progress progress, OutputStream sink)
      throws IOException {
    if (files.isEmpty()) {
      findings.readFrom("standard input");
      transcode(newTranscoder(decoder), System.in, sink, progress);
    }
    for (Path file : files) {
      findings.readFrom(file.toString());
      try (InputStream source = Files.newInputStream(file)) {
        transcode(newTranscoder(decoder), source, sink, progress);
      }
    }
  }

  /** The output is one stream, and has one byte order mark. */
  private TextTranscoder newTranscoder(DecoderSpec decoder) {
    BomOutput mark = written == 0 ? bomOut : BomOutput.NEVER;
    return decoder.newTranscoder(EncoderSpec.of(to).bom(mark));
  }

  private void transcode(
      TextTranscoder transcoder, InputStream source, OutputStream sink, Progress progress)
      throws IOException {
    boolean ended = false;
    while (!ended) {
      int read = source.read(in.array());
      ended = read < 0;
      progress.read(Math.max(read, 0));
      in.position(0).limit(Math.max(read, 0));
      CoderStatus status;
      do {
        try {
          status = transcoder.transcode(in, out.clear(), ended);
        } finally {
          // What was well-formed before a failure is written as well.
          sink.write(out.array(), 0, out.position());
          written += out.position();
        }
      } while (status == CoderStatus.OVERFLOW);
    }
  }

  private void refuseToOverwriteInput() throws IOException {
    for (Path file : files) {
      if (output != null && Files.exists(output) && Files.isSameFile(output, file)) {
        throw new ParameterException(command.commandLine(), file + " is input and output");
      }
    }
  }

  private long total() throws IOException {
    long total = files.isEmpty() ? -1 : 0;
    for (Path file : files) {
      total += Files.size(file);
    }
    return total;
  }

  /** Not {@code System.out}, which looks at every byte for line ends. */
  private static OutputStream standardOutput() {
    return new FileOutputStream(FileDescriptor.out);
  }
}
