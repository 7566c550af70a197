/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.codec.testing;

import io.utflow.codec.TextEncoding;
import io.utflow.codec.stage.FrameFinder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalLong;
import java.util.function.Function;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Which frames a whole stream has, by regular expressions over its bytes, read as ISO-8859-1. It
 * knows no cut and keeps no state.
 */
public final class ReferenceFrames {
  private static final byte[] CRLF = {'\r', '\n'};

  /** Ways of framing, and the finder of each. */
  public enum Framing {
    LF(encoding -> FrameFinder.delimitedBy(ascii("\n"))),
    SEVERAL(encoding -> FrameFinder.delimitedBy(ascii("|"), ascii("aab"), CRLF, ascii("\r"))),
    NINE(encoding -> FrameFinder.ofLength(9)),
    MLLP(encoding -> FrameFinder.mllp()),
    SYSLOG(encoding -> FrameFinder.syslog()),
    RESP(
        encoding ->
            FrameFinder.announcedBy(encoding, CRLF, CRLF, (String line) -> announced(line)));

    private final Function<TextEncoding, FrameFinder<String>> finder;

    Framing(Function<TextEncoding, FrameFinder<String>> finder) {
      this.finder = finder;
    }

    /** A finder for one stream. */
    public FrameFinder<String> finder(TextEncoding encoding) {
      return finder.apply(encoding);
    }
  }

  /** What becomes of a frame, or of the framing. */
  public enum End {
    ENDED,
    CUT,
    BROKEN,
    LOST
  }

  /**
   * A frame.
   *
   * @param begin where its content begins, or the framing is lost
   * @param announced how long it is announced, or -1
   * @param after where the next begins
   */
  @SuppressWarnings("ArrayRecordComponent") // Never compared.
  public record Frame(long begin, byte[] content, long announced, long after, End end) {}

  private final String text;
  private final @Nullable Function<byte[], OptionalLong> lines;
  private final List<Frame> frames = new ArrayList<>();
  private int at;

  private ReferenceFrames(byte[] stream, @Nullable Function<byte[], OptionalLong> lines) {
    this.text = new String(stream, StandardCharsets.ISO_8859_1);
    this.lines = lines;
  }

  private static byte[] ascii(String text) {
    return text.getBytes(StandardCharsets.ISO_8859_1);
  }

  /**
   * How RESP announces a text; -1 if that cannot be read.
   *
   * @param output the line, perhaps with the bounds behind it that a test notes down
   */
  public static OptionalLong announced(String output) {
    String line = output.replaceFirst("@[0-9]+\\+[0-9]+~?$", "");
    if (!line.startsWith("$")) {
      return OptionalLong.empty();
    }
    return OptionalLong.of(line.matches("\\$[0-9]{1,9}") ? Long.parseLong(line.substring(1)) : -1);
  }

  /**
   * The frames of a stream.
   *
   * @param lines what a line of RESP announces, less than 0 if the framing is lost behind it
   */
  public static List<Frame> of(
      Framing framing, byte[] stream, Function<byte[], OptionalLong> lines) {
    ReferenceFrames reading = new ReferenceFrames(stream, lines);
    switch (framing) {
      case LF -> reading.delimited("\n");
      case SEVERAL -> reading.delimited("aab|\r\n|\\||\r");
      case NINE -> reading.nine();
      case MLLP -> reading.mllp();
      case SYSLOG -> reading.syslog();
      case RESP -> reading.resp();
    }
    return reading.frames;
  }

  private void add(int begin, int end, long announced, int after, End how) {
    frames.add(new Frame(begin, ascii(text.substring(begin, end)), announced, after, how));
    at = after;
  }

  private @Nullable Matcher match(String regex) {
    Matcher matcher =
        Pattern.compile(regex, Pattern.DOTALL).matcher(text).region(at, text.length());
    matcher.useTransparentBounds(true);
    return matcher.lookingAt() ? matcher : null;
  }

  private void delimited(String regex) {
    Matcher matcher = Pattern.compile(regex).matcher(text);
    while (matcher.find()) {
      add(at, matcher.start(), -1, matcher.end(), End.ENDED);
    }
    if (at < text.length()) {
      add(at, text.length(), -1, text.length(), End.ENDED);
    }
  }

  private void nine() {
    while (at < text.length()) {
      int end = Math.min(at + 9, text.length());
      add(at, end, -1, end, end - at == 9 ? End.ENDED : End.CUT);
    }
  }

  private void mllp() {
    for (int start; (start = text.indexOf('\u000B', at)) >= 0; ) {
      if (isTooFar(start)) {
        return;
      }
      at = start + 1;
      Matcher frame = match("(.*?)(\u001C\r|(?=\u000B)|\\z)");
      int end = frame.end(1);
      String mark = frame.group(2);
      End how = !mark.isEmpty() ? End.ENDED : end == text.length() ? End.CUT : End.BROKEN;
      add(start + 1, end, -1, frame.end(), how);
    }
    isTooFar(text.length());
  }

  private boolean isTooFar(int next) {
    int lost = at + 65_537;
    if (next >= lost) {
      add(lost, lost, -1, lost, End.LOST);
    }
    return next >= lost;
  }

  private void syslog() {
    if (match("[1-9]") != null) {
      counted();
      return;
    }
    boolean byNul = false;
    boolean first = text.startsWith("<");
    String lines = "(.*?)(\r?[\n\0]|\r?\\z)";
    String nuls = "(.*?)(\r?\n?\0|\r?\n?\n(?=<[0-9]{1,3}>)|\r?\n?\\z)";
    while (at < text.length()) {
      Matcher empty = byNul ? match("\r?[\n\0]|\r\\z") : null;
      if (empty != null) {
        at = empty.end();
        continue;
      }
      Matcher message = match(byNul ? nuls : lines);
      byNul |= first && message.group(2).endsWith("\0");
      first = false;
      int end = message.end(1);
      if (end > at) {
        add(at, end, -1, message.end(), End.ENDED);
      }
      at = message.end();
    }
  }

  private void counted() {
    while (at < text.length()) {
      Matcher head = match("([1-9][0-9]{0,9}) ");
      if (head == null) {
        boolean cut = match("[1-9][0-9]{0,9}\\z") != null;
        int after = cut ? text.length() : at;
        add(at, at, -1, after, cut ? End.CUT : End.LOST);
        return;
      }
      content(head.end(), Long.parseLong(head.group(1)), 0);
    }
  }

  /** So many bytes, and a mark behind them. */
  private void content(int begin, long length, int mark) {
    long end = begin + length;
    if (end + mark <= text.length()) {
      add(begin, (int) end, length, (int) end + mark, End.ENDED);
    } else {
      int there = (int) Math.min(end, text.length());
      add(begin, there, length, text.length(), End.CUT);
    }
  }

  private void resp() {
    while (at < text.length()) {
      Matcher line = match("(.*?)\r\n");
      if (line == null) {
        boolean halfMark = text.endsWith("\r");
        add(at, text.length() - (halfMark ? 1 : 0), -1, text.length(), End.CUT);
        return;
      }
      add(at, line.end(1), -1, line.end(), End.ENDED);
      OptionalLong length = lines.apply(ascii(line.group(1)));
      if (length.isEmpty()) {
        continue;
      }
      if (length.getAsLong() < 0) {
        add(at, at, -1, at, End.LOST);
        return;
      }
      long end = at + length.getAsLong();
      String behind = end < text.length() ? text.substring((int) end) : "";
      if (!behind.startsWith("\r\n") && !"\r\n".startsWith(behind)) {
        // What was announced is there, and what stands behind it is not its end.
        add(at, (int) end, length.getAsLong(), (int) end, End.LOST);
        return;
      }
      content(at, length.getAsLong(), 2);
    }
  }
}
