/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.charsets.names;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeFalse;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.utflow.codec.DecoderSpec;
import io.utflow.codec.TextEncoding;
import io.utflow.codec.testing.Node;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Pairs of the web's encodings, only where Node is on the path. */
@Tag("whole")
class WebIndexesOfNodeTest {
  /**
   * The leads and the trails that are compared, and pairs that Node 20 has otherwise than the
   * indexes of the standard: ICU's tables, with private use, and without Hong Kong.
   */
  @ParameterizedTest
  @CsvSource({
    "shift_jis, 81-9F, 40-FC, ''",
    "shift_jis, E0-FC, 40-FC, ''",
    "euc-jp, 8E-8E, A1-FE, 8EE0-8EE2",
    "euc-jp, A1-FE, A1-FE, ''",
    "iso-2022-jp, 21-7E, 21-7E, ''",
    "gb18030, 81-FE, 40-FE, ''",
    "gbk, 81-FE, 40-FE, A2E3 A3A0 A6D9-A6F3 A8BC A8BF A989-A995 FE50-FEA0",
    "euc-kr, A1-FE, A1-FE, A2E6-A2E7 C9A1-C9FE FEA1-FEFE",
    "big5, A1-F9, 40-FE, A3C0-A3E0 C6A1-C8FE F9D6-F9FE",
  })
  void pairsAreThoseOfNode(String label, String leads, String trails, String other)
      throws IOException, InterruptedException {
    int[] first = range(leads);
    int[] second = range(trails);
    boolean shifted = label.startsWith("iso");
    String bytes =
        (shifted ? "0x1B, 0x24, 0x42, " : "") + "a, b" + (shifted ? ", 0x1B, 0x28, 0x42" : "");
    List<String> node =
        Node.decoders(
            ("(() => { const t = []; for (let a = %d; a <= %d; a++) for (let b = %d; b <= %d; b++)"
                    + " t.push(Array.from(d.decode(Uint8Array.of(%s)),"
                    + " c => c.codePointAt(0).toString(16)).join('+')); return t.join(' '); })()")
                .formatted(first[0], first[1], second[0], second[1], bytes),
            List.of(label));
    assumeFalse(node.isEmpty(), "no node on the path");
    assumeTrue(!node.contains("none"), "a node without the tables of ICU");
    String[] texts = node.get(0).split(" ");
    int at = 0;
    for (int a = first[0]; a <= first[1]; a++) {
      for (int b = second[0]; b <= second[1]; b++) {
        String ours = decoded(label, a, b, shifted);
        String nodes = texts[at++];
        boolean wellFormed = !ours.contains("fffd") || !nodes.contains("fffd");
        if (wellFormed && !isIn(a << 8 | b, other)) {
          assertThat(ours).as("%s %02X%02X", label, a, b).isEqualTo(nodes);
        }
      }
    }
    assertThat(at).isEqualTo(texts.length);
  }

  private static int[] range(String range) {
    return Arrays.stream(range.split("-")).mapToInt(HexFormat::fromHexDigits).toArray();
  }

  private static boolean isIn(int pair, String ranges) {
    return Arrays.stream(ranges.split(" "))
        .filter(range -> !range.isEmpty())
        .map(WebIndexesOfNodeTest::range)
        .anyMatch(ends -> pair >= ends[0] && pair <= ends[ends.length - 1]);
  }

  private static String decoded(String label, int first, int second, boolean shifted) {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    bytes.writeBytes(HexFormat.of().parseHex(shifted ? "1B2442" : ""));
    bytes.write(first);
    bytes.write(second);
    bytes.writeBytes(HexFormat.of().parseHex(shifted ? "1B2842" : ""));
    String text = DecoderSpec.of(TextEncoding.forWebLabel(label)).decode(bytes.toByteArray());
    StringBuilder hex = new StringBuilder();
    text.codePoints()
        .forEach(c -> hex.append(hex.length() == 0 ? "" : "+").append(Integer.toHexString(c)));
    return hex.toString();
  }
}
