/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.examples.webflux;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;

/** The table that the example prints, of Spring's codecs too: a release that mends them is seen. */
class ComparisonTest {
  private static final String TABLE =
      """
                                                                     Spring's own codecs      Utflow's
          Flux<String>, 6 chunks, no newline: first text after       chunk 6 of 6             chunk 1 of 6
          Flux<String>, 3,000 bytes without a newline (limit 2 KB)   413                      200 3000 chars
          Flux<String>, two lines in UTF-16                          200 "one\\ntwo"           200 "one\\ntwo"
          Mono<String> with a byte order mark                        200 "\\uFEFFtext"         200 "text"
          Mono<String> with a byte FF                                200 "a\\uFFFD"            400
          Flux<String> with a byte FF                                200 "a\\uFFFD"            400
          Mono<String>, 3,000 bytes (limit 2 KB)                     413                      413
          the same, functional handler                               500                      413
          charset=nonsense                                           415                      415
          the same, functional handler                               500                      415
          Mono of JSON in UTF-16                                     200 "Zo\\u00EB"           200 "Zo\\u00EB"
          Mono of JSON in ISO-8859-1                                 400                      200 "Zo\\u00EB"
          Flux of JSON in UTF-16, 3 chunks: first element after      chunk 3 of 3             chunk 2 of 3
          events: a byte order mark first                            "two"                    "one", "two"
          events: lines that end in CR                               "one\\r\\rdata: two\\r\\r"   "one", "two"
          events: retry: soon                                        "one"                    "one"
          events: a field data without a colon                       "one"                    "one\\n"
          events: cut off behind the first                           "one", "tw"              "one"
          download in 6 chunks, no newline                           1 element, at the end    6 elements
      """;

  @Test
  void whatDiffers() {
    ByteArrayOutputStream table = new ByteArrayOutputStream();
    Comparison.print(
        new PrintStream(table, true, StandardCharsets.UTF_8), Sides.spring(), Sides.utflow());
    assertThat(table.toString(StandardCharsets.UTF_8).indent(4)).isEqualTo(TABLE);
  }
}
