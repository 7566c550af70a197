/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.conformance.drivers;

import io.utflow.conformance.CommandDecoder;
import io.utflow.conformance.DecoderUnderTest;
import io.utflow.conformance.Report;
import io.utflow.conformance.Suite;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * Judges all decoders, those of other languages too, and writes the tables of the page. Arguments:
 * the folder of the module, the page. The page is left as it is if a decoder is not installed, or
 * if the generator makes other vectors than there are.
 */
public final class JudgeAll {
  private JudgeAll() {}

  public static void main(String[] arguments) throws Exception {
    Path module = Path.of(arguments[0]);
    List<Report> reports = new ArrayList<>();
    Drivers.ofOthers().forEach(decoder -> reports.add(judged(decoder)));
    List<String> skipped = new ArrayList<>();
    for (List<String> script : Drivers.SCRIPTS) {
      List<String> command = new ArrayList<>(script);
      command.set(1, module.resolve("drivers").resolve(script.get(1)).toString());
      try (CommandDecoder decoder = new CommandDecoder(command)) {
        reports.add(judged(decoder));
      } catch (IOException e) {
        skipped.add(String.join(" ", script) + ": " + e.getMessage());
      }
    }
    Drivers.ofUtflow().forEach(decoder -> reports.add(judged(decoder)));
    if (skipped.isEmpty()) {
      checkVectors(module);
      write(Path.of(arguments[1]), ConformanceTable.of(reports));
    } else {
      System.out.println(ConformanceTable.of(reports));
      skipped.forEach(each -> System.out.println("skipped: " + each));
      System.out.println("The page is written only where nothing is skipped.");
    }
  }

  private static Report judged(DecoderUnderTest decoder) {
    Report report = Suite.all().judge(decoder);
    System.out.print(report.summary());
    return report;
  }

  private static void write(Path page, String tables) throws IOException {
    String text = Files.readString(page);
    int begin = text.indexOf(ConformanceTable.BEGIN) + ConformanceTable.BEGIN.length();
    int end = text.indexOf(ConformanceTable.END);
    Files.writeString(
        page, text.substring(0, begin) + "\n\n" + tables + "\n" + text.substring(end));
  }

  /** The generator makes the vectors that are committed, byte by byte. */
  private static void checkVectors(Path module) throws Exception {
    Path folder = Files.createTempDirectory("vectors");
    Process generator =
        new ProcessBuilder(
                "python3", module.resolve("vectors/make_vectors.py").toString(), folder.toString())
            .inheritIO()
            .start();
    boolean same = generator.waitFor() == 0;
    for (String file : List.of("text.jsonl", "lines.jsonl", "events.jsonl")) {
      Path made = folder.resolve(file);
      Path committed = module.resolve("src/main/resources/io/utflow/conformance").resolve(file);
      same &= Files.exists(made) && Files.mismatch(made, committed) < 0;
      Files.deleteIfExists(made);
    }
    Files.delete(folder);
    if (!same) {
      throw new IllegalStateException("the generator makes other vectors than are committed");
    }
  }
}
