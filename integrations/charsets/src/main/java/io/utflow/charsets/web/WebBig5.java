/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.charsets.web;

import io.utflow.charsets.table.SequenceTable;
import java.nio.charset.Charset;
import java.util.Map;
import java.util.Set;

/** Big5 of the web (§11.1): Big5-HKSCS of the JDK, with the differences. */
final class WebBig5 extends WebIndex {
  /** Two bytes, and what they are where the JDK has nothing or another character. */
  private static final String OTHERS =
      """
      8E69=7BB8 8E6F=7C06 8E7E=7CCE 8EAB=7DD2 8EB4=7E1D 8ECD=8005 8ED0=8028 8F57=83C1 8F69=84A8 \
      8F6E=840F 8FCB=89A6 8FCC=89A9 8FFE=8D77 906D=90FD 907A=92B9 90DC=975C 90F1=97FF 91BF=9F16 \
      9244=8503 92AF=5159 92B0=515B 92B1=515D 92B2=515E 92C8=936E 92D1=7479 9447=6D67 94CA=799B \
      95D9=9097 9644=975D 96ED=701E 96FC=5B28 9B76=7201 9B78=77D7 9B7B=7E87 9BC6=99D6 9BDE=91D4 \
      9BEC=60DE 9BF6=6FB6 9C42=8F36 9C53=4FBB 9C62=71DF 9C68=9104 9C6B=9DF0 9C77=83CF 9CBC=5C10 \
      9CBD=79E3 9CD0=5A67 9D57=8F0B 9D5A=7B51 9DC4=62D0 9EA9=6062 9EEF=75F9 9EFD=6C4A 9F60=9B2E \
      9F66=9F17 9FCB=50ED 9FD8=5F0C A063=880F A077=62CE A0D5=7468 A0DF=7162 A0E4=7250 A145=2027 \
      A14E=FE51 A15A=2574 A1C2=00AF A1C3=FFE3 A1C5=02CD A1E3=FF5E A1F2=2295 A1F3=2299 A1FE=FF0F \
      A240=FF3C A241=2215 A242=FE68 A244=FFE5 A246=FFE0 A247=FFE1 A3C0=2400 A3C1=2401 A3C2=2402 \
      A3C3=2403 A3C4=2404 A3C5=2405 A3C6=2406 A3C7=2407 A3C8=2408 A3C9=2409 A3CA=240A A3CB=240B \
      A3CC=240C A3CD=240D A3CE=240E A3CF=240F A3D0=2410 A3D1=2411 A3D2=2412 A3D3=2413 A3D4=2414 \
      A3D5=2415 A3D6=2416 A3D7=2417 A3D8=2418 A3D9=2419 A3DA=241A A3DB=241B A3DC=241C A3DD=241D \
      A3DE=241E A3DF=241F A3E0=2421 A3E1=20AC C6CF=5EF4 C6D3=65E0 C6D5=7676 C6D7=96B6 C6DE=3003 \
      C6DF=4EDD FA5F=5029 FA66=507D FABD=5305 FAC5=5344 FAD5=537F FB48=5605 FBB8=5A77 FBF3=5E75 \
      FBF9=5ED0 FC4F=5F58 FC6C=60A4 FCB9=6490 FCE2=6674 FCF1=675E FDB7=6C9C FDB8=6E1D FDBB=6E2F \
      FDF1=716E FE52=732A FE6F=745C FEAA=74E9 FEDD=7809""";

  /** Two characters each. */
  private static final Map<Integer, String> TEXTS =
      Map.of(
          0x8862, "\u00CA\u0304",
          0x8864, "\u00CA\u030C",
          0x88A3, "\u00EA\u0304",
          0x88A5, "\u00EA\u030C");

  /** The characters that are written with the second of their two pointers. */
  private static final Set<Integer> LAST = Set.of(0x2550, 0x255E, 0x2561, 0x256A, 0x5341, 0x5345);

  /** Below are the characters of Hong Kong, which are read only. */
  private static final int FIRST_WRITTEN = 0xA1;

  private final Charset hkscs;

  WebBig5(Charset hkscs) {
    this.hkscs = hkscs;
  }

  @Override
  SequenceTable makeSequences() {
    SequenceTable jdks = SequenceTable.of(hkscs);
    Map<Integer, Integer> others = numbers(OTHERS, 1);
    return SequenceTable.of(
        b -> b < 0x80 ? b : b >= 0x81 && b <= 0xFE ? SequenceTable.PREFIX : SequenceTable.INVALID,
        (first, second) -> {
          int pair = first << 8 | second;
          return TEXTS.containsKey(pair)
              ? SequenceTable.TEXT
              : others.getOrDefault(pair, jdks.pair(first, second));
        });
  }

  @Override
  boolean isWritten(int first, int second) {
    return first >= FIRST_WRITTEN;
  }

  @Override
  boolean takesLast(int scalar) {
    return LAST.contains(scalar);
  }

  @Override
  String text(int pair) {
    return TEXTS.getOrDefault(pair, "");
  }
}
