/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.codec.testing.page;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A fenced block of Java.
 *
 * @param line the line of the page that its first line is
 * @param code what is in it
 * @param info what stands behind the word {@code java}
 * @param printed the block of text behind it, which is what it prints, if there is one
 */
record PageBlock(int line, String code, String info, @Nullable String printed) {
  private static final String FENCE = "```";
  private static final String COMPILE_ONLY = "compile-only:";
  private static final String ELSEWHERE = "java in ";

  boolean isRun() {
    return !info.startsWith(COMPILE_ONLY);
  }

  /** What is wrong with the words behind {@code java}, or empty. */
  String infoError() {
    boolean reasoned = !isRun() && info.length() > COMPILE_ONLY.length() + 10;
    return info.isEmpty() || reasoned
        ? ""
        : "a block is `java`, or `java compile-only:` with a reason, not `java " + info + "`";
  }

  /** The code of the blocks that are of another module. */
  static List<String> elsewhere(List<String> lines, String folder) {
    List<String> blocks = new ArrayList<>();
    for (int at = 0; at < lines.size(); at++) {
      if (lines.get(at).equals(FENCE + ELSEWHERE + folder)) {
        blocks.add(String.join("\n", lines.subList(at + 1, endOfBlock(lines, at))) + "\n");
      }
    }
    return blocks;
  }

  static List<PageBlock> in(List<String> lines) {
    List<PageBlock> blocks = new ArrayList<>();
    int at = 0;
    while (at < lines.size()) {
      if (!lines.get(at).startsWith(FENCE)) {
        at++;
        continue;
      }
      int end = endOfBlock(lines, at);
      String head = lines.get(at).substring(FENCE.length());
      if (head.equals("java") || head.startsWith("java ") && !head.startsWith(ELSEWHERE)) {
        String code = String.join("\n", lines.subList(at + 1, end)) + "\n";
        blocks.add(new PageBlock(at + 2, code, head.substring(4).strip(), printed(lines, end + 1)));
      }
      at = end + 1;
    }
    return blocks;
  }

  private static int endOfBlock(List<String> lines, int begin) {
    int end = begin + 1;
    while (!lines.get(end).equals(FENCE)) {
      end++;
    }
    return end;
  }

  /** The block of text that follows at once, or behind empty lines. */
  private static @Nullable String printed(List<String> lines, int from) {
    int at = from;
    while (at < lines.size() && lines.get(at).isEmpty()) {
      at++;
    }
    return at < lines.size() && lines.get(at).equals(FENCE + "text")
        ? String.join("\n", lines.subList(at + 1, endOfBlock(lines, at)))
        : null;
  }
}
