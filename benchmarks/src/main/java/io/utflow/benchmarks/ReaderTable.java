/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.benchmarks;

import static io.utflow.codec.TextEncoding.UTF_8;

import io.utflow.benchmarks.text.CharsetSample;
import io.utflow.benchmarks.text.NamedText;
import io.utflow.benchmarks.text.Pieces;
import io.utflow.codec.DecoderSpec;
import io.utflow.codec.io.LineReader;
import io.utflow.codec.io.TextReader;
import io.utflow.codec.kernel.choice.Kernels;
import io.utflow.codec.stage.LineBreaks;
import io.utflow.codec.stage.LineSpec;
import java.io.BufferedReader;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.Reader;
import java.io.UncheckedIOException;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * Prints how many times faster {@code TextReader} reads than the JDK's {@code InputStreamReader},
 * and {@code LineReader} than its {@code BufferedReader}, from a stream over an array of words that
 * do not repeat. {@code --tsv FILE} also writes a {@link ResultFile}.
 */
public final class ReaderTable {
  private static final int TEXT_BYTES = 1 << 20;
  private static final DecoderSpec SPEC = DecoderSpec.of(UTF_8);
  private static final LineSpec LINES = LineSpec.of(LineBreaks.ANY);

  /** Reads a whole stream; returns a checksum of its content. */
  private interface Reading {
    long read(InputStream in) throws IOException;
  }

  private ReaderTable() {}

  /** Measures and prints. */
  public static void main(String[] arguments) throws InterruptedException, IOException {
    Kernels.awaitChoice();
    List<Duels.Duel> duels = new ArrayList<>();
    for (int size : new int[] {8192, 1024, 128}) {
      String name = "read(char[" + size + "])";
      duels.add(duel(name, in -> chars(ours(in), size), in -> chars(jdk(in), size)));
    }
    duels.add(
        duel(
            "read(char[128]), BufferedReader",
            in -> chars(ours(in), 128),
            in -> chars(buffered(in), 128)));
    duels.add(
        duel(
            "read(), BufferedReader",
            in -> singleChars(ours(in)),
            in -> singleChars(buffered(in))));
    duels.add(duel("readLine()", in -> lines(in, SPEC), in -> jdkLines(jdk(in))));
    duels.add(
        duel(
            "lines()",
            in -> lengths(new LineReader(in, SPEC, LINES).lines()),
            in -> lengths(buffered(in).lines())));
    List<Result> results =
        Duels.print(
            "TextReader and LineReader against the JDK's", NamedText.languages(TEXT_BYTES), duels);
    Optional<Path> file = ResultFile.takeFrom(new ArrayList<>(List.of(arguments)));
    if (file.isPresent()) {
      ResultFile.write(file.get(), "Readers over an array of UTF-8", "GB/s", results);
    }
  }

  private static Duels.Duel duel(String name, Reading ours, Reading jdk) {
    return new Duels.Duel(
        name,
        text -> Pieces.ofBytes(List.of(text.getBytes(StandardCharsets.UTF_8))),
        subject(ours),
        subject(jdk));
  }

  /** Readers of a whole text: ours, then the JDK's. */
  static Subject[] readers(CharsetSample sample) {
    DecoderSpec spec = DecoderSpec.of(sample.encoding());
    Charset peer = sample.peer();
    return new Subject[] {
      subject(in -> chars(new TextReader(in, spec), 8192)),
      subject(in -> lines(in, spec)),
      subject(in -> chars(new InputStreamReader(in, peer), 8192)),
      subject(in -> jdkLines(new InputStreamReader(in, peer))),
    };
  }

  private static Subject subject(Reading reading) {
    return pieces -> {
      try {
        return reading.read(new ByteArrayInputStream(pieces.arrays().get(0)));
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    };
  }

  private static TextReader ours(InputStream in) {
    return new TextReader(in, SPEC);
  }

  private static InputStreamReader jdk(InputStream in) {
    return new InputStreamReader(in, StandardCharsets.UTF_8);
  }

  private static BufferedReader buffered(InputStream in) {
    return new BufferedReader(jdk(in));
  }

  private static long chars(Reader text, int size) throws IOException {
    char[] target = new char[size];
    long sum = 0;
    try (text) {
      int count;
      while ((count = text.read(target, 0, size)) >= 0) {
        sum += count;
      }
    }
    return sum;
  }

  private static long singleChars(Reader text) throws IOException {
    long sum = 0;
    try (text) {
      int next;
      while ((next = text.read()) >= 0) {
        sum += next;
      }
    }
    return sum;
  }

  private static long lines(InputStream in, DecoderSpec spec) throws IOException {
    long sum = 0;
    try (LineReader lines = new LineReader(in, spec, LINES)) {
      String line;
      while ((line = lines.readLine()) != null) {
        sum += line.length();
      }
    }
    return sum;
  }

  private static long jdkLines(Reader in) throws IOException {
    long sum = 0;
    try (BufferedReader lines = new BufferedReader(in)) {
      String line;
      while ((line = lines.readLine()) != null) {
        sum += line.length();
      }
    }
    return sum;
  }

  private static long lengths(Stream<String> lines) {
    return lines.mapToLong(String::length).sum();
  }
}
