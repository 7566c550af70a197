/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.examples.demo;

import io.utflow.cli.UnicodeEncodings;
import io.utflow.codec.IllFormedSequence;
import java.io.PrintWriter;
import java.time.Duration;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Collector;
import java.util.stream.Collectors;
import picocli.CommandLine.Help.Ansi;
import picocli.CommandLine.Help.Ansi.Style;

/**
 * Prints the report of the demonstration, in 80 columns, in colours where {@code ansi} has them.
 */
final class Report {
  private static final String HEAD =
      """

      %55s%25s
      %s%7s%8s%8s%6s%8s%14s%11s
      """;
  private static final int PROGRESS_LINES = 14;
  private static final int NAME = 18;
  private static final int GLIMPSE = 36;

  private final PrintWriter out;
  private final Ansi ansi;

  Report(PrintWriter out, Ansi ansi) {
    this.out = out;
    this.ansi = ansi;
  }

  /** A trial and the texts that came back, to look at. */
  record Glimpse(Trial trial, Map<DecodingSetup, String> decoded) {}

  void introduce(int documents, int trials, long seed) {
    print(
        """

        %s

        %d documents in %d encodings, cut in %d ways (the random one with seed %d):
        %d streams. Each goes four times over a TCP socket: to a Netty server, to be
        decoded with Utflow and with Netty's StringDecoder, and to a reactor-netty
        server, with Utflow and with its own asString(). The servers answer each buffer
        they read with its length, and the client sends the next piece after that and
        checks it: the decoders get exactly these pieces. The decoded text comes back in
        UTF-8 and is compared with the original.

        """,
        styled("Utflow: text over real sockets, cut at hostile places", Style.bold),
        documents,
        UnicodeEncodings.ALL.size(),
        trials / documents / UnicodeEncodings.ALL.size(),
        seed,
        trials);
  }

  /** Prints a line now and then while the streams arrive, which takes seconds. */
  void progress(int arrived, int trials) {
    if (arrived % (trials / PROGRESS_LINES) == 0) {
      print("  %4d of %d streams have arrived%n", arrived, trials);
    }
  }

  void tables(List<Outcome> outcomes, boolean details) {
    table("encoding", outcomes, outcome -> outcome.trial().encoding().name());
    table("pieces of", outcomes, outcome -> outcome.trial().cutting().name());
    table("document", outcomes, outcome -> outcome.trial().document().name());
    if (details) {
      outcomes.stream()
          .collect(byKey(outcome -> outcome.trial().encoding().name()))
          .forEach(
              (name, group) -> table(name, group, outcome -> outcome.trial().cutting().name()));
    }
    out.println();
    row(styled(padded("all streams"), Style.bold), sum(outcomes));
    print(
        """

        chars: characters (code points). cut: those with the end of a piece between two
        of their bytes. corrupted: characters of the original that are missing from the
        decoded text, when the two are aligned to agree as far as they can (longest
        common subsequence). U+FFFDs put in do not count. A piece that begins inside a
        code unit of UTF-16 or UTF-32 is misread to its end. Streams in UTF-16 and
        UTF-32 begin with a byte order mark and are big- and little-endian by turns:
        whoever forgets the mark after the first piece misreads all the others.
        """);
  }

  private void table(String title, List<Outcome> outcomes, Function<Outcome, String> key) {
    print(
        HEAD,
        "Utflow = original",
        "characters corrupted by",
        styled(padded(title), Style.bold),
        "pieces",
        "chars",
        "cut",
        "Netty",
        "Reactor",
        "StringDecoder",
        "asString()");
    outcomes.stream().collect(byKey(key)).forEach((name, group) -> row(padded(name), sum(group)));
  }

  /** Groups in the order of their first members. */
  private static Collector<Outcome, ?, LinkedHashMap<String, List<Outcome>>> byKey(
      Function<Outcome, String> key) {
    return Collectors.groupingBy(key, LinkedHashMap::new, Collectors.toList());
  }

  private void row(String name, Tally tally) {
    print(
        "%s%,7d%,8d%,8d%s%s%s%s%n",
        name,
        tally.pieces(),
        tally.characters(),
        tally.charactersCut(),
        equality("%6s", tally.equalOnNetty(), tally.streams()),
        equality("%8s", tally.equalOnReactor(), tally.streams()),
        loss("%,14d", tally.lostByStringDecoder()),
        loss("%,11d", tally.lostByAsString()));
  }

  private String equality(String format, int equal, int streams) {
    return equal == streams
        ? styled(String.format(format, "yes"), Style.fg_green)
        : styled(String.format(format, "NO " + (streams - equal)), Style.fg_red, Style.bold);
  }

  private String loss(String format, int characters) {
    String number = String.format(Locale.ROOT, format, characters);
    return characters == 0 ? number : styled(number, Style.fg_red);
  }

  private static Tally sum(List<Outcome> outcomes) {
    return outcomes.stream().map(Outcome::tally).reduce(Tally.NONE, Tally::plus);
  }

  void glimpses(List<Glimpse> glimpses) {
    print("%n%s%n", styled("A glimpse: UTF-8 in pieces of 7 bytes", Style.bold));
    for (Glimpse glimpse : glimpses) {
      Map<DecodingSetup, String> decoded = glimpse.decoded();
      print(
          "%n  %-18s %s%n  %-18s %s%n  %-18s %s%n",
          "sent",
          start(glimpse.trial().document().text()),
          "Utflow",
          start(decoded.get(DecodingSetup.UTFLOW_ON_NETTY)),
          "StringDecoder",
          start(decoded.get(DecodingSetup.NETTY_STRING_DECODER)));
    }
  }

  private static String start(String text) {
    String line = text.replace('\n', ' ');
    return line.substring(0, line.offsetByCodePoints(0, GLIMPSE));
  }

  void malformed(MalformedStream.Findings findings) {
    MalformedStream stream = findings.stream();
    print(
        """

        %s

          REPLACE, with an observer:  %s
        """,
        styled(
            "A malformed stream in %s, one byte at a time".formatted(stream.encoding()),
            Style.bold),
        findings.replacedOnNetty().text());
    findings.replacedOnNetty().sequences().forEach(this::diagnosis);
    print("%n  REPORT:  %s%n", findings.reportedOnNetty().text());
    findings.reportedOnNetty().sequences().forEach(this::diagnosis);
    print("%n  the same on both servers, and as expected: %s%n", verdict(findings.areAsExpected()));
  }

  private void diagnosis(IllFormedSequence sequence) {
    long unit = sequence.diagnosticValue();
    print(
        "    offset %3d   %-10s %s%s%s%n",
        sequence.byteOffset(),
        HexFormat.ofDelimiter(" ").withUpperCase().formatHex(sequence.bytes()),
        styled(sequence.cause().toString(), Style.fg_yellow),
        unit < 0 ? "" : String.format(", code unit %04X", unit),
        sequence.endOfInput() ? ", at the end of the input" : "");
  }

  void conclude(List<Outcome> outcomes, boolean asExpected, Duration time) {
    Tally all = sum(outcomes);
    print(
        """

        Utflow yielded the original from %,d of %,d streams. Of %,d characters in
        the same pieces Netty's StringDecoder corrupted %,d and reactor-netty's
        asString() %,d.
        Everything as it must be: %s. Took %.1f s.
        """,
        all.equalOnNetty() + all.equalOnReactor(),
        2 * all.streams(),
        all.characters(),
        all.lostByStringDecoder(),
        all.lostByAsString(),
        verdict(asExpected),
        time.toMillis() / 1000.0);
  }

  private String verdict(boolean good) {
    return good
        ? styled("yes", Style.fg_green, Style.bold)
        : styled("NO", Style.fg_red, Style.bold);
  }

  private static String padded(String name) {
    return String.format("%-" + NAME + "s", name);
  }

  private String styled(String text, Style... styles) {
    return ansi.enabled() ? Style.on(styles) + text + Style.reset.on() : text;
  }

  private void print(String format, Object... arguments) {
    out.printf(Locale.ROOT, format, arguments);
    out.flush();
  }
}
