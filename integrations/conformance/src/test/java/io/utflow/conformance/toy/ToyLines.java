/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.conformance.toy;

import io.utflow.conformance.Job;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Splits text into lines, with one fault at most. */
final class ToyLines {
  private final Job job;
  private final @Nullable Fault fault;
  private final StringBuilder line = new StringBuilder();
  private final List<String> late = new ArrayList<>();
  private boolean afterCr;

  ToyLines(Job job, @Nullable Fault fault) {
    this.job = job;
    this.fault = fault;
  }

  List<String> read(String text) {
    List<String> lines = new ArrayList<>();
    if (fault == Fault.CR_LF_TWICE) {
      afterCr = false;
    }
    for (char c : text.toCharArray()) {
      boolean second = afterCr && c == '\n';
      afterCr = false;
      if (second) {
        continue;
      }
      if (ends(c)) {
        afterCr = c == '\r';
        end(lines);
      } else {
        line.append(c);
      }
    }
    if (fault == Fault.LINE_LATE) {
      List<String> before = List.copyOf(late);
      late.clear();
      late.addAll(lines);
      return before;
    }
    return lines;
  }

  private boolean ends(char c) {
    if (c == '\r') {
      return job == Job.LINES_ANY || job == Job.EVENTS
          ? fault != Fault.CR_IS_TEXT
          : fault == Fault.CR_ENDS;
    }
    boolean within = fault == Fault.LINE_AT_ANY_0A && ((c & 0xFF) == '\n' || c >> 8 == '\n');
    return c == '\n' || within || fault == Fault.UNICODE_BREAKS && (c == 0x85 || c == 0x2028);
  }

  private void end(List<String> lines) {
    boolean crLf = job != Job.LINES_LF && !line.isEmpty() && line.charAt(line.length() - 1) == '\r';
    if (crLf && fault != Fault.CR_KEPT && fault != Fault.CR_ENDS) {
      line.setLength(line.length() - 1);
    }
    if (fault != Fault.EMPTY_LINES_LOST || !line.isEmpty() || job == Job.EVENTS) {
      lines.add(line.toString());
    }
    line.setLength(0);
  }

  /** The lines that are complete, and did not come yet. */
  List<String> late() {
    return late;
  }

  /** What stands after the last terminator. */
  List<String> incomplete() {
    if (line.isEmpty()) {
      return List.of();
    }
    String last = line.toString();
    return fault == Fault.LAST_LINE_TWICE ? List.of(last, last) : List.of(last);
  }
}
