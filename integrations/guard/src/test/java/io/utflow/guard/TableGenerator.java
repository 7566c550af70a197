/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.guard;

import com.ibm.icu.lang.UCharacter;
import com.ibm.icu.text.Normalizer2;
import com.ibm.icu.text.UnicodeSet;
import com.ibm.icu.util.VersionInfo;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Makes {@code CharacterTable} of the properties that ICU4J has. */
final class TableGenerator {
  private static final Path FILE =
      Path.of(
          System.getProperty("basedir", "."), "src/main/java/io/utflow/guard/CharacterTable.java");

  private static final int LINE = 88;

  private final List<Set<CharacterClass>> sets = new ArrayList<>();
  private final String runs;

  TableGenerator() {
    this.runs = runs(classes());
  }

  /** Writes the source file. */
  void write() throws IOException {
    Files.writeString(FILE, source(LocalDate.now(ZoneOffset.UTC).toString()));
  }

  static String unicodeVersion() {
    VersionInfo version = UCharacter.getUnicodeVersion();
    return version.getMajor() + "." + version.getMinor();
  }

  /** The classes by patterns of ICU's {@link UnicodeSet}. */
  static Map<CharacterClass, UnicodeSet> classes() {
    Map<CharacterClass, String> patterns = new EnumMap<>(CharacterClass.class);
    patterns.put(CharacterClass.UNPAIRED_SURROGATES, "[:Cs:]");
    patterns.put(CharacterClass.NONCHARACTERS, "[:Noncharacter_Code_Point:]");
    patterns.put(CharacterClass.ESCAPE_SEQUENCES, "[\\u001B\\u0090\\u0098\\u009B\\u009D-\\u009F]");
    patterns.put(CharacterClass.LINE_BREAKS, "[\\u000A-\\u000D\\u0085\\u2028\\u2029]");
    patterns.put(
        CharacterClass.C0_CONTROLS, "[\\u0000-\\u0008\\u000E-\\u001A\\u001C-\\u001F\\u007F]");
    patterns.put(
        CharacterClass.C1_CONTROLS,
        "[[\\u0080-\\u009F]-[\\u0085\\u0090\\u0098\\u009B\\u009D-\\u009F]]");
    patterns.put(CharacterClass.BIDI_CONTROLS, "[:Bidi_Control:]");
    patterns.put(CharacterClass.TAGS, "[\\U000E0000-\\U000E007F]");
    patterns.put(
        CharacterClass.INVISIBLE,
        "[[[:Default_Ignorable_Code_Point:]\\uFFF9-\\uFFFB]"
            + "-[:Bidi_Control:]-[\\U000E0000-\\U000E007F]"
            + "-[:Join_Control:]-[:Variation_Selector:]]");
    patterns.put(CharacterClass.JOINERS, "[:Join_Control:]");
    patterns.put(CharacterClass.VARIATION_SELECTORS, "[:Variation_Selector:]");
    patterns.put(CharacterClass.OBJECT_REPLACEMENT, "[\\uFFFC]");
    patterns.put(CharacterClass.DEPRECATED, "[:Deprecated:]");
    patterns.put(CharacterClass.PRIVATE_USE, "[:Co:]");
    patterns.put(CharacterClass.UNASSIGNED, "[[:Cn:]-[:Noncharacter_Code_Point:]]");
    Map<CharacterClass, UnicodeSet> classes = new EnumMap<>(CharacterClass.class);
    patterns.forEach((each, pattern) -> classes.put(each, new UnicodeSet(pattern).freeze()));
    classes.put(CharacterClass.NOT_FREEFORM, freeform().complement().freeze());
    return classes;
  }

  /** What PVALID, FREE_PVAL, CONTEXTJ and CONTEXTO make together (RFC 8264, sections 8 and 9). */
  private static UnicodeSet freeform() {
    UnicodeSet compatible = new UnicodeSet();
    Normalizer2 nfkc = Normalizer2.getNFKCInstance();
    for (int c = 0; c <= Character.MAX_CODE_POINT; c++) {
      if (nfkc.getDecomposition(c) != null && !nfkc.isNormalized(Character.toString(c))) {
        compatible.add(c);
      }
    }
    return new UnicodeSet("[[:L:][:M:][:N:][:Zs:][:S:][:P:]]")
        .addAll(compatible)
        .removeAll(new UnicodeSet("[[:hst=L:][:hst=V:][:hst=T:]]"))
        .removeAll(new UnicodeSet("[[:Default_Ignorable_Code_Point:][:Cn:][:Cc:]]"))
        .addAll(new UnicodeSet("[:Join_Control:]"))
        .removeAll(new UnicodeSet("[\\u0640\\u07FA\\u302E\\u302F\\u3031-\\u3035\\u303B]"));
  }

  /** As {@code CharacterTable.SETS}. */
  String sets() {
    StringBuilder lines = new StringBuilder();
    for (int i = 0; i < sets.size(); i++) {
      lines.append((char) ('A' + i));
      sets.get(i).forEach(each -> lines.append(' ').append(each.name()));
      lines.append('\n');
    }
    return lines.toString();
  }

  /** As {@code CharacterTable.RUNS}. */
  String runs() {
    StringBuilder lines = new StringBuilder();
    for (int at = 0; at < runs.length(); at += LINE) {
      lines.append(runs, at, Math.min(runs.length(), at + LINE)).append('\n');
    }
    return lines.toString();
  }

  private String source(String date) {
    String icu = VersionInfo.ICU_VERSION.toString().replaceAll("(\\.0)+$", "");
    return """
        /* SPDX-License-Identifier: Apache-2.0 */
        package io.utflow.guard;

        /** The classes of all code points. Made by {@code CharacterTableTest}. */
        final class CharacterTable {
          /** The version of Unicode. */
          static final String UNICODE = "%s";

          /** When it was made, and of what. */
          static final String MADE = "%s, ICU4J %s";

          /** Each set of classes that occurs, behind its letter. */
          static final String SETS =
              \"""
        %s      \""";

          /** From U+0000 on: how many code points, in base 36, and the letter of their set. */
          static final String RUNS =
              \"""
        %s      \""";

          private CharacterTable() {}
        }
        """
        .formatted(unicodeVersion(), date, icu, sets().indent(6), runs().indent(6));
  }

  private String runs(Map<CharacterClass, UnicodeSet> classes) {
    StringBuilder all = new StringBuilder();
    Set<CharacterClass> open = of(0, classes);
    int begin = 0;
    for (int c = 1; c <= Character.MAX_CODE_POINT + 1; c++) {
      Set<CharacterClass> next = c > Character.MAX_CODE_POINT ? null : of(c, classes);
      if (!open.equals(next)) {
        if (!sets.contains(open)) {
          sets.add(open);
        }
        all.append(Integer.toString(c - begin, 36)).append((char) ('A' + sets.indexOf(open)));
        begin = c;
        open = next;
      }
    }
    return all.toString();
  }

  private static Set<CharacterClass> of(int c, Map<CharacterClass, UnicodeSet> classes) {
    Set<CharacterClass> of = EnumSet.noneOf(CharacterClass.class);
    classes.forEach(
        (each, set) -> {
          if (set.contains(c)) {
            of.add(each);
          }
        });
    return of;
  }
}
