/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.cli.files;

import io.utflow.cli.FileProblem;
import io.utflow.cli.Printable;
import io.utflow.cli.source.From;
import io.utflow.cli.source.FromValues;
import io.utflow.cli.source.Reading;
import io.utflow.cli.source.Told;
import io.utflow.files.TextFile;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Which files are read, as what, and by how many threads. */
final class FileOptions {
  @Option(
      names = {"-f", "--from"},
      paramLabel = "NAME",
      completionCandidates = FromValues.class,
      defaultValue = "auto",
      description = From.DESCRIPTION)
  private From from = From.AUTO;

  @Option(
      names = {"-j", "--jobs"},
      paramLabel = "NUMBER",
      defaultValue = "0",
      description = "Threads that read; 0, the default, is one for each processor.")
  private int jobs;

  @Parameters(
      paramLabel = "FILE",
      arity = "1..*",
      description = "Files to read; - is standard input, which one thread reads.")
  private List<Path> files = List.of();

  boolean areSeveral() {
    return files.size() > 1;
  }

  /** What is done with one file, or with standard input, and what has become of it. */
  interface Operation {
    /** Reads a file by all cores; {@code text} is its head, and may be read as well. */
    void run(String name, TextFile file, Reading text) throws IOException;

    /** Reads what can be read only once. */
    void run(String name, Reading text) throws IOException;
  }

  /**
   * Reads each file, as wc and grep do: one that cannot be read is told on standard error, and the
   * others are read all the same.
   *
   * @return whether all could be read
   */
  boolean readEach(PrintWriter err, Operation operation) {
    if (jobs < 0) {
      throw new IllegalArgumentException(jobs + " jobs: give 0 or more");
    }
    Told told = new Told(err);
    boolean all = true;
    for (Path path : files) {
      try {
        read(path, operation, told);
      } catch (FileProblem e) {
        err.println(e.getMessage());
        all = false;
      }
    }
    return all;
  }

  private void read(Path path, Operation operation, Told told) throws FileProblem {
    String name = Printable.of(Reading.nameOf(path));
    try {
      if (Reading.isStandardInput(path)) {
        try (Reading text = Reading.open(path, from)) {
          told.of(name, text.found());
          operation.run(name, text);
        }
        return;
      }
      if (Files.isDirectory(path)) {
        throw new FileSystemException(path.toString(), null, "a folder, which only convert takes");
      }
      // First, for it refuses a pipe, the head of which would be lost.
      TextFile.open(path, From.UTF_8).close();
      try (Reading text = Reading.open(path, from);
          TextFile file = TextFile.open(path, text.found().spec())) {
        told.of(name, text.found());
        operation.run(name, jobs == 0 ? file : file.jobs(jobs), text);
      }
    } catch (IOException e) {
      throw FileProblem.of(path.toString(), e);
    }
  }
}
