/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.codec.guided;

import io.utflow.codec.BomPolicy;
import io.utflow.codec.DecoderSpec;
import io.utflow.codec.TextEncoding;
import io.utflow.codec.scripts.GuidedScripts;
import io.utflow.codec.stage.ByteStage;
import io.utflow.codec.stage.LineBreaks;
import io.utflow.codec.stage.LineSpec;
import io.utflow.codec.stage.Stages;
import io.utflow.codec.testing.ReferenceDecoder;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;

/** Lines and records; lines of UTF-8 by a regular expression, too. */
public final class LinesFuzz {
  private static final GuidedScripts LAWS =
      new GuidedScripts(
          "CUTS COUNTS AS_DECODER TAKE SWITCH SWITCH_CUTS SPLITS",
          "LINES LINES_AT_ONCE LOCATED_LINES RECORDS LINE_READER");

  private static final Map<LineBreaks, Pattern> BREAKS =
      Map.of(
          LineBreaks.LF_ONLY, Pattern.compile("\n"),
          LineBreaks.LF_OR_CRLF, Pattern.compile("\r?\n"),
          LineBreaks.CRLF, Pattern.compile("\r\n"),
          LineBreaks.ANY, Pattern.compile("\r\n?|\n"),
          LineBreaks.UNICODE, Pattern.compile("\\R"));

  private LinesFuzz() {}

  /** Called by the fuzzer. */
  public static void fuzzerTestOneInput(byte[] data) {
    LAWS.check(data);
    if (data.length > GuidedScripts.HEAD) {
      byte[] stream = Arrays.copyOfRange(data, GuidedScripts.HEAD, data.length);
      String text =
          ReferenceDecoder.read(TextEncoding.UTF_8, BomPolicy.KEEP, stream).text(s -> "\uFFFD");
      for (LineBreaks breaks : LineBreaks.values()) {
        List<String> expected = lines(text, BREAKS.get(breaks));
        List<String> found = lines(stream, breaks, 1 + (data[1] & 7));
        if (!found.equals(expected)) {
          throw new AssertionError(breaks + ": " + found + " instead of " + expected);
        }
      }
    }
  }

  private static List<String> lines(String text, Pattern breaks) {
    List<String> lines = new ArrayList<>();
    int from = 0;
    for (MatchResult match : breaks.matcher(text).results().toList()) {
      lines.add(text.substring(from, match.start()));
      from = match.end();
    }
    if (from < text.length()) {
      lines.add(text.substring(from));
    }
    return lines;
  }

  private static List<String> lines(byte[] stream, LineBreaks breaks, int size) {
    DecoderSpec utf8 = DecoderSpec.of(TextEncoding.UTF_8).bom(BomPolicy.KEEP);
    ByteStage<String> stage = Stages.lines(utf8, LineSpec.of(breaks));
    List<String> lines = new ArrayList<>();
    for (int at = 0; at < stream.length; at += size) {
      stage.offer(ByteBuffer.wrap(stream, at, Math.min(size, stream.length - at)));
      drain(stage, lines);
    }
    stage.endOfInput();
    drain(stage, lines);
    return lines;
  }

  private static void drain(ByteStage<String> stage, List<String> lines) {
    for (String line; (line = stage.poll()) != null; ) {
      lines.add(line);
    }
  }
}
