/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.examples.files;

import io.utflow.codec.BomPolicy;
import io.utflow.codec.DecoderSpec;
import io.utflow.codec.TextEncoding;
import io.utflow.examples.FileProblem;
import io.utflow.examples.Printable;
import io.utflow.files.TextFile;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.List;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Which files are read, as what, and by how many threads. */
final class FileOptions {
  @Option(
      names = {"-f", "--from"},
      paramLabel = "NAME",
      defaultValue = "UTF-8",
      description =
          "Encoding of a file without a byte order mark, such as UTF-16LE (default:"
              + " ${DEFAULT-VALUE}).")
  private TextEncoding from = TextEncoding.UTF_8;

  @Option(
      names = {"-j", "--jobs"},
      paramLabel = "NUMBER",
      defaultValue = "0",
      description = "Threads that read; 0, the default, is one for each processor.")
  private int jobs;

  @Parameters(paramLabel = "FILE", arity = "1..*", description = "Files to read; no pipes.")
  private List<Path> files = List.of();

  boolean areSeveral() {
    return files.size() > 1;
  }

  /** What is done with one file. */
  interface Operation<R> {
    R run(TextFile file) throws IOException;
  }

  /** Takes what has become of a file. */
  interface Result<R> {
    void accept(String name, R result);
  }

  /**
   * Reads each file, as wc and grep do: one that cannot be read is told on standard error, and the
   * others are read all the same.
   *
   * @return whether all could be read
   */
  <R> boolean readEach(PrintWriter err, Operation<R> operation, Result<R> results) {
    if (jobs < 0) {
      throw new IllegalArgumentException(jobs + " jobs: give 0 or more");
    }
    boolean all = true;
    for (Path path : files) {
      try {
        results.accept(Printable.of(path.toString()), read(path, operation));
      } catch (FileProblem e) {
        err.println(e.getMessage());
        all = false;
      }
    }
    return all;
  }

  private <R> R read(Path path, Operation<R> operation) throws FileProblem {
    DecoderSpec spec = DecoderSpec.of(from).bom(BomPolicy.SNIFF);
    try (TextFile file = TextFile.open(path, spec)) {
      return operation.run(jobs == 0 ? file : file.jobs(jobs));
    } catch (IOException e) {
      throw FileProblem.of(path.toString(), e);
    }
  }
}
