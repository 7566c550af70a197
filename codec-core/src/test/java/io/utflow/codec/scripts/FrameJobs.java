/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.codec.scripts;

import io.utflow.codec.DecoderSpec;
import io.utflow.codec.TextEncoding;
import io.utflow.codec.stage.ByteStage;
import io.utflow.codec.stage.FrameBounds;
import io.utflow.codec.stage.FrameException;
import io.utflow.codec.stage.FrameFinder;
import io.utflow.codec.stage.FrameResult;
import io.utflow.codec.stage.LineBreaks;
import io.utflow.codec.stage.LineSpec;
import io.utflow.codec.stage.Stages;
import io.utflow.codec.stage.TooLongPolicy;
import io.utflow.codec.stage.WholeFrame;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.OptionalLong;
import java.util.function.IntToLongFunction;
import org.jspecify.annotations.Nullable;

/** Frames that a peer sends many of, or long ones. */
final class FrameJobs {
  private static final byte[] CRLF = {'\r', '\n'};
  private static final DecoderSpec UTF_8 = DecoderSpec.of(TextEncoding.UTF_8);
  private static final LineSpec LINES = LineSpec.of(LineBreaks.LF_OR_CRLF);

  /** What a stream has again and again. */
  static final Map<String, String> UNITS = units();

  private FrameJobs() {}

  private static Map<String, String> units() {
    Map<String, String> units = new LinkedHashMap<>();
    units.put("lines", "some text\n");
    units.put("nearly lines", "aaaaaaaab");
    units.put("nine bytes", "123456789");
    units.put("MLLP", "\u000Btext\r\u001C\r");
    units.put("MLLP given up", "\u000Btext\r");
    units.put("syslog", "<13>text\n");
    units.put("syslog counted", "8 <13>text");
    units.put("RESP", "$4\r\ntext\r\n");
    units.put("RESP of empty texts", "$0\r\n\r\n");
    units.put("RESP of lines", "+OK\r\n");
    units.put("one line", "text");
    return units;
  }

  private static FrameFinder<String> finder(String name) {
    if (name.startsWith("RESP")) {
      return FrameFinder.announcedBy(
          TextEncoding.UTF_8,
          CRLF,
          CRLF,
          line ->
              line.startsWith("$")
                  ? OptionalLong.of(Long.parseLong(line.substring(1)))
                  : OptionalLong.empty());
    }
    return switch (name) {
      case "nearly lines" ->
          FrameFinder.delimitedBy("aaaaaaaaaaaaaaaac".getBytes(StandardCharsets.US_ASCII), CRLF);
      case "nine bytes" -> FrameFinder.ofLength(9);
      case "MLLP", "MLLP given up" -> FrameFinder.mllp();
      case "syslog", "syslog counted" -> FrameFinder.syslog();
      default -> FrameFinder.delimitedBy(new byte[] {'\n'});
    };
  }

  private enum Result implements FrameResult<String, String> {
    TEXT;

    @Override
    public String output(String output) {
      return output;
    }

    @Override
    public String end(FrameBounds bounds) {
      return "";
    }

    @Override
    public @Nullable String failed(FrameException failure) {
      return null;
    }
  }

  static ByteStage<String> streamed(String name) {
    boolean text = name.startsWith("RESP");
    return Stages.frames(
        finder(name),
        at -> text ? Stages.text(UTF_8, 1 << 30) : Stages.lines(UTF_8, LINES),
        Result.TEXT,
        1L << 40);
  }

  static ByteStage<String> whole(String name) {
    WholeFrame<String> text = WholeFrame.text(UTF_8);
    WholeFrame<String> tolerant =
        new WholeFrame<>() {
          @Override
          public @Nullable String read(ByteBuffer bytes, FrameBounds bounds, boolean truncated) {
            return text.read(bytes, bounds, truncated);
          }

          @Override
          public @Nullable String failed(FrameException failure) {
            return null;
          }
        };
    return Stages.wholeFrames(finder(name), tolerant, 1 << 30, TooLongPolicy.FAIL);
  }

  /** So many frames, in one buffer and one byte at a time. */
  static Map<String, IntToLongFunction> frames() {
    Map<String, IntToLongFunction> jobs = new LinkedHashMap<>();
    UNITS.forEach(
        (name, unit) -> {
          byte[] bytes = unit.getBytes(StandardCharsets.ISO_8859_1);
          for (int piece : new int[] {1, Integer.MAX_VALUE}) {
            String how = name + (piece == 1 ? ", one byte at a time" : ", in one buffer");
            jobs.put("streamed " + how, count -> run(streamed(name), bytes, count, piece));
            jobs.put("whole " + how, count -> run(whole(name), bytes, count, piece));
          }
        });
    return jobs;
  }

  private static long run(ByteStage<String> stage, byte[] unit, int count, int piece) {
    byte[] all = new byte[unit.length * count];
    for (int i = 0; i < all.length; i++) {
      all[i] = unit[i % unit.length];
    }
    long outputs = 0;
    for (int at = 0; at < all.length; at += Math.min(piece, all.length)) {
      stage.offer(ByteBuffer.wrap(all, at, Math.min(piece, all.length - at)));
      while (stage.poll() != null) {
        outputs++;
      }
    }
    stage.endOfInput();
    while (stage.poll() != null) {
      outputs++;
    }
    return outputs;
  }
}
