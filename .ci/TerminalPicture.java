/* SPDX-License-Identifier: Apache-2.0 */

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/**
 * Draws lines of text as a terminal, in SVG that is dark by itself and so is readable on any page.
 * Arguments: the command, the file to write. Reads the lines from the standard input; this file is
 * run as it is, by {@code java .ci/TerminalPicture.java}.
 */
public final class TerminalPicture {
  private static final int CHAR_WIDTH = 8;
  private static final int LINE_HEIGHT = 19;
  private static final int MARGIN = 16;
  private static final int TITLE = 30;

  private TerminalPicture() {}

  public static void main(String[] arguments) throws IOException {
    String command = arguments[0];
    String input = new String(System.in.readAllBytes(), StandardCharsets.UTF_8);
    List<String> lines = input.stripTrailing().lines().toList();
    int width = 2 * MARGIN + 80 * CHAR_WIDTH;
    int height = TITLE + 2 * MARGIN + LINE_HEIGHT * (lines.size() + 1);
    StringBuilder svg = new StringBuilder();
    svg.append("<svg xmlns=\"http://www.w3.org/2000/svg\" role=\"img\" width=\"" + width + "\" ");
    svg.append("height=\"" + height + "\" viewBox=\"0 0 " + width + " " + height + "\">\n");
    svg.append("<title>What " + escaped(command) + " prints</title>\n");
    svg.append("<desc>" + escaped(String.join("\n", lines)) + "</desc>\n");
    svg.append("<rect width=\"100%\" height=\"100%\" rx=\"8\" fill=\"#161B22\" stroke=\"#57606A\"/>\n");
    for (int i = 0; i < 3; i++) {
      svg.append("<circle cx=\"" + (20 + 20 * i) + "\" cy=\"16\" r=\"5\" fill=\"#57606A\"/>\n");
    }
    svg.append("<g font-family=\"ui-monospace, Menlo, Consolas, 'DejaVu Sans Mono', monospace\" ");
    svg.append("font-size=\"13.3\" fill=\"#E6EDF3\">\n");
    int y = TITLE + MARGIN;
    line(svg, y, "$ " + command);
    for (String line : lines) {
      y += LINE_HEIGHT;
      line(svg, y, line);
    }
    svg.append("</g>\n</svg>\n");
    Files.writeString(Path.of(arguments[1]), svg);
  }

  /** The columns need their blanks, and Chromium keeps them only if the text itself says so. */
  private static void line(StringBuilder svg, int y, String line) {
    if (!line.isBlank()) {
      svg.append("<text x=\"" + MARGIN + "\" y=\"" + y + "\" xml:space=\"preserve\">");
      svg.append(escaped(line) + "</text>\n");
    }
  }

  /** As XML has it; controls, which it has not, as their pictures. */
  private static String escaped(String text) {
    StringBuilder escaped = new StringBuilder();
    for (char c : text.toCharArray()) {
      switch (c) {
        case '&' -> escaped.append("&amp;");
        case '<' -> escaped.append("&lt;");
        case '>' -> escaped.append("&gt;");
        case '"' -> escaped.append("&quot;");
        case '\n' -> escaped.append('\n');
        default -> escaped.append(c < ' ' ? (char) ('\u2400' + c) : c);
      }
    }
    return escaped.toString();
  }
}
