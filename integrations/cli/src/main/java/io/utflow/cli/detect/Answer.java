/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.cli.detect;

import io.utflow.cli.source.Found;
import io.utflow.cli.source.Survey;
import io.utflow.cli.source.Survey.Place;
import io.utflow.cli.source.TextScan;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/**
 * The findings about a file.
 *
 * @param file its name for users
 * @param found its encoding
 * @param hasMark whether it begins with a byte order mark
 * @param guesses the guess if the encoding is undecided
 * @param survey its content
 */
record Answer(String file, Found found, boolean hasMark, Guesses guesses, Survey survey) {
  boolean isBinary() {
    return survey.looksBinary(found);
  }

  boolean isGood() {
    return isBinary() || found.isDecided() && survey.illFormed() == 0;
  }

  private Optional<Place> firstIllFormed() {
    return survey.places().stream().findFirst();
  }

  String sentence() {
    List<String> parts = new ArrayList<>();
    if (found.isDecided()) {
      parts.add(
          "%s, %d %% sure (%s)".formatted(found.encoding(), found.percent(), found.why().words()));
    } else {
      parts.add(found.why().words() + guesses.sentence());
    }
    parts.add(hasMark ? "a byte order mark" : "no byte order mark");
    parts.add(lineEnds());
    if (isBinary()) {
      parts.add("binary");
    } else {
      parts.add("text");
    }
    if (found.isDecided() || isBinary()) {
      parts.add(
          firstIllFormed()
              .map(place -> survey.illFormed() + " ill-formed, the first at " + place)
              .orElse("well-formed"));
    }
    return file + ": " + String.join("; ", parts);
  }

  private String lineEnds() {
    TextScan scan = survey.scan();
    List<String> counts = new ArrayList<>();
    add(counts, scan.lineFeeds(), "LF");
    add(counts, scan.pairs(), "CR LF");
    add(counts, scan.returns(), "CR");
    add(counts, scan.others(), "NEL, LS or PS");
    return counts.isEmpty() ? "no line end" : String.join(", ", counts);
  }

  private static void add(List<String> counts, long count, String name) {
    if (count > 0) {
      counts.add(count + " " + name);
    }
  }

  String json() {
    TextScan scan = survey.scan();
    String guess =
        guesses
            .guess()
            .map(
                it ->
                    json(
                        "{\"encoding\":%s,\"percent\":%d}",
                        quoted(it.encoding().name()), it.percent()))
            .orElse("null");
    String first =
        firstIllFormed()
            .map(
                place ->
                    json(
                        "{\"byte\":%d,\"line\":%d,\"column\":%d,\"cause\":%s,\"bytes\":%s}",
                        place.sequence().byteOffset(),
                        place.line(),
                        place.column(),
                        quoted("" + place.sequence().cause()),
                        quoted(place.bytes())))
            .orElse("null");
    return json(
            "{\"file\":%s,\"encoding\":%s,\"percent\":%d,\"why\":%s,\"guess\":%s,\"byteOrderMark\":%b,",
            quoted(file),
            found.isDecided() ? quoted(found.encoding().name()) : "null",
            found.percent(),
            quoted(found.why().name().toLowerCase(Locale.ROOT).replace('_', '-')),
            guess,
            hasMark)
        + json(
            "\"lineEnds\":{\"lf\":%d,\"crlf\":%d,\"cr\":%d,\"other\":%d},\"binary\":%b,\"illFormed\":%d,\"firstIllFormed\":%s}",
            scan.lineFeeds(),
            scan.pairs(),
            scan.returns(),
            scan.others(),
            isBinary(),
            survey.illFormed(),
            first);
  }

  /** Its numbers have the digits of ASCII, whatever those of the locale are. */
  private static String json(String format, Object... parts) {
    return String.format(Locale.ROOT, format, parts);
  }

  /** A string of JSON in ASCII: what no terminal obeys, whatever a file is called. */
  static String quoted(String text) {
    StringBuilder json = new StringBuilder("\"");
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      if (c == '"' || c == '\\') {
        json.append('\\').append(c);
      } else if (c < ' ' || c > '~') {
        json.append(String.format("\\u%04x", (int) c));
      } else {
        json.append(c);
      }
    }
    return json.append('"').toString();
  }
}
