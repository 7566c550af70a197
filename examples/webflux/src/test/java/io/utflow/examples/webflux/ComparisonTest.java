/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.examples.webflux;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** The table that the example prints, of Spring's codecs too: a release that mends them is seen. */
@Tag("whole")
class ComparisonTest {
  private static final String TABLE =
      """
      One application is started twice: with Spring's own codecs, and with Utflow's. Both get the same bytes.
      It sets a limit of 2 KB for what is held in memory, and utflow.codec.on-malformed=report.
      Read as a whole is Mono<String>, as a stream Flux<String>.
      A number is the status of the answer, and behind 200 stands what the handler has read.
      \\uFFFD stands for bytes that are no text, \\uFEFF is a byte order mark.

                                                                  Spring's own codecs      Utflow's
      Requests with text
        6 chunks without a newline: the first text comes with     chunk 6 of 6             chunk 1 of 6
        3,000 bytes without a newline, read as a stream           413                      200 3000 chars
        3,000 bytes, read as a whole                              413                      413
        3,000 bytes, read by a functional handler                 500                      413
        a byte order mark and "text"                              200 "\\uFEFFtext"         200 "text"
        "a" and the byte FF, read as a whole                      200 "a\\uFFFD"            400
        "a" and the byte FF, read as a stream                     200 "a\\uFFFD"            400
        an unknown charset                                        415                      415
        an unknown charset, functional handler                    500                      415
      Requests with JSON
        a value in UTF-16                                         200 "Zo\\u00EB"           200 "Zo\\u00EB"
        a value in ISO-8859-1                                     400                      200 "Zo\\u00EB"
        3 values in UTF-16, in 3 chunks: the first comes with     chunk 3 of 3             chunk 2 of 3
        3,000 bytes                                               413                      413
        3,000 bytes, functional handler                           500                      413
      Server-sent events, which a WebClient receives byte by byte
        a byte order mark before the first                        "two"                    "one", "two"
        lines that end in CR                                      "one\\r\\rdata: two\\r\\r"   "one", "two"
        a second line "data" without a colon                      "one"                    "one\\n"
        cut off inside the second                                 "one", "tw"              "one"
      Server-sent events that the server writes
        an emoji in two tokens                                    "data:a?, data:?b"       "data:a, data:\\uD83D\\uDE00b"
      Text that a WebClient receives
        6 chunks without a newline                                1 element, at the end    6 elements
      docs/guide/webflux.md says why, and how to choose otherwise.
      """;

  @Test
  void whatDiffers() {
    ByteArrayOutputStream table = new ByteArrayOutputStream();
    Comparison.print(
        new PrintStream(table, true, StandardCharsets.UTF_8), Sides.spring(), Sides.utflow());
    assertThat(table.toString(StandardCharsets.UTF_8)).isEqualTo(TABLE);
  }
}
