/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.codec.testing;

import io.utflow.codec.BomPolicy;
import io.utflow.codec.DecoderSpec;
import io.utflow.codec.IllFormedTextException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * What a whole stream of counted texts has, by regular expressions over its bytes, read as
 * ISO-8859-1: it knows no cut. The protocol is {@link CountedProtocol}.
 */
public final class CountedModel {
  private static final Pattern LINE = Pattern.compile("(.*?)(\r\n|\\z)", Pattern.DOTALL);
  private static final Pattern UP_TO_NUL = Pattern.compile("([^\0]*)(\0|\\z)");
  private static final Pattern TEXT = Pattern.compile("\\$([0-9]{1,9})");
  private static final Pattern BYTES = Pattern.compile("#([0-9]{1,9})");
  private static final Pattern BOTH = Pattern.compile("%([0-9]{1,9}),([0-9]{1,9})");

  private final DecoderSpec spec;
  private final boolean tolerant;
  private final int maxLine;
  private final int most;
  private final String octets;
  private final List<String> told = new ArrayList<>();
  private int at;
  private boolean suspect;
  private String kept = "";

  private CountedModel(DecoderSpec spec, boolean tolerant, int maxLine, int most, byte[] stream) {
    this.spec = spec.bom(BomPolicy.KEEP);
    this.tolerant = tolerant;
    this.maxLine = maxLine;
    this.most = most;
    this.octets = new String(stream, StandardCharsets.ISO_8859_1);
  }

  /** What comes out, and {@code !} and what ends the stream. */
  public static List<String> of(
      DecoderSpec spec, boolean tolerant, int maxLine, int most, byte[] stream) {
    CountedModel model = new CountedModel(spec, tolerant, maxLine, most, stream);
    while (model.at < model.octets.length() && model.message()) {
      model.kept = "";
    }
    return model.told;
  }

  private boolean ends(String reason, int offset) {
    told.add("!" + reason + " " + offset);
    return false;
  }

  /** Whether the stream goes on. */
  private boolean fails(String reason) {
    told.add((tolerant ? "[" : "!") + reason + " " + at + (tolerant ? "]" : ""));
    return tolerant;
  }

  private boolean isWellFormed(String part) {
    return spec.encoding().isWellFormed(octets(part));
  }

  private static byte[] octets(String part) {
    return part.getBytes(StandardCharsets.ISO_8859_1);
  }

  private String read(String part) {
    return spec.decode(octets(part));
  }

  private boolean isUnreadable(String part) {
    try {
      read(part);
      return false;
    } catch (IllFormedTextException e) {
      return true;
    }
  }

  private boolean message() {
    return line(LINE, "L");
  }

  private boolean line(Pattern pattern, String prefix) {
    Matcher found = pattern.matcher(octets).region(at, octets.length());
    found.lookingAt();
    String line = found.group(1);
    if (line.length() > maxLine) {
      return ends("LOST", at + maxLine);
    }
    if (found.group(2).isEmpty()) {
      fails("CUT");
      return false;
    }
    if (isUnreadable(line)) {
      return fails("UNREADABLE") && ends("LOST", found.end());
    }
    suspect |= !isWellFormed(line);
    String text = read(line);
    if (prefix.equals("N") || !text.matches("(?s)[h$#%0].*")) {
      told.add(prefix + text);
      at = found.end();
      suspect = false;
      return true;
    }
    if (text.startsWith("h") || text.equals("0")) {
      at = found.end();
      return text.startsWith("h") || at == octets.length() || line(UP_TO_NUL, "N");
    }
    return announced(text, found.end());
  }

  private boolean announced(String text, int after) {
    Matcher one = TEXT.matcher(text);
    Matcher raw = BYTES.matcher(text);
    Matcher two = BOTH.matcher(text);
    boolean isOne = one.matches();
    boolean isRaw = raw.matches();
    boolean isTwo = two.matches();
    if (!isOne && !isRaw && !isTwo) {
      return fails("UNREADABLE") && ends("LOST", after);
    }
    if (isRaw) {
      told.add("L" + text);
    }
    at = after;
    if (suspect) {
      return ends("LOST", at);
    }
    if (isOne) {
      return counted(Long.parseLong(one.group(1)), true, "\r\n", "T");
    }
    if (isRaw) {
      return counted(Long.parseLong(raw.group(1)), false, "", "B");
    }
    return counted(Long.parseLong(two.group(1)), true, "", "")
        && counted(Long.parseLong(two.group(2)), false, "\r\n", "B");
  }

  private boolean counted(long length, boolean isText, String end, String prefix) {
    if (length > most && !fails("TOO_LONG")) {
      return false;
    }
    boolean failed = length > most;
    long after = at + length;
    String behind = after < octets.length() ? octets.substring((int) after) : "";
    if (after <= octets.length() && !behind.startsWith(end) && !end.startsWith(behind)) {
      return ends("LOST", (int) after);
    }
    if (after + end.length() > octets.length()) {
      return !failed && fails("CUT") && false;
    }
    String part = octets.substring(at, (int) after);
    if (!failed && isText && isUnreadable(part)) {
      failed = true;
      if (!fails("UNREADABLE")) {
        return false;
      }
    }
    at = (int) after + end.length();
    if (!failed && prefix.isEmpty()) {
      kept = read(part) + "|";
    } else if (!failed) {
      told.add(prefix + kept + (isText ? read(part) : part));
    }
    return true;
  }
}
