/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.benchmarks.chart;

import io.netty.buffer.Unpooled;
import io.netty.channel.ChannelHandler;
import io.netty.channel.embedded.EmbeddedChannel;
import io.netty.handler.codec.string.StringDecoder;
import io.utflow.codec.TextEncoding;
import io.utflow.netty.TextStreamDecoder;
import java.awt.Color;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;

/**
 * Draws the outputs of two decoders for cut characters, for light and dark pages. The decoders make
 * the text of the picture.
 *
 * <p>Argument: the folder of the pictures.
 */
public final class CutPicture {
  static final String TEXT = "n\u00E9 \uD83D\uDE00";

  /** The byte offsets at which the network has cut. */
  static final List<Integer> CUTS = List.of(2, 6);

  static final String TITLE = "A text in three buffers, cut inside two of its characters";

  private static final int LEFT = 150;
  private static final int BYTE = 62;
  private static final int GAP = 34;
  private static final int BOX = 44;
  private static final int WIDTH = LEFT + 8 * BYTE + 2 * GAP + 12;
  private static final int HEIGHT = 282;

  private final Palette palette;
  private final StringBuilder svg = new StringBuilder();

  private CutPicture(Palette palette) {
    this.palette = palette;
  }

  /** Draws. */
  public static void main(String[] arguments) throws IOException {
    for (Palette palette : Palette.values()) {
      Path file = Path.of(arguments[0], "cut-" + palette.label() + ".svg");
      Files.writeString(file, new CutPicture(palette).draw());
    }
  }

  /** The buffers, as they are sent. */
  static List<byte[]> pieces() {
    byte[] bytes = TEXT.getBytes(StandardCharsets.UTF_8);
    List<byte[]> pieces = new ArrayList<>();
    int from = 0;
    for (int cut : CUTS) {
      pieces.add(Arrays.copyOfRange(bytes, from, cut));
      from = cut;
    }
    pieces.add(Arrays.copyOfRange(bytes, from, bytes.length));
    return pieces;
  }

  static List<String> utflow() {
    return decoded(new TextStreamDecoder(TextEncoding.UTF_8));
  }

  static List<String> stringDecoder() {
    return decoded(new StringDecoder(StandardCharsets.UTF_8));
  }

  /** The outputs of a handler for each buffer. */
  private static List<String> decoded(ChannelHandler decoder) {
    EmbeddedChannel channel = new EmbeddedChannel(decoder);
    List<String> texts = new ArrayList<>();
    for (byte[] piece : pieces()) {
      channel.writeInbound(Unpooled.wrappedBuffer(piece));
      StringBuilder text = new StringBuilder();
      for (String each = channel.readInbound(); each != null; each = channel.readInbound()) {
        text.append(each);
      }
      texts.add(text.toString());
    }
    channel.finishAndReleaseAll();
    return texts;
  }

  /** All that the picture tells. */
  static String description() {
    List<String> sent = pieces().stream().map(CutPicture::hex).toList();
    return "Sent: "
        + String.join(" | ", sent)
        + ". Utflow hands on: "
        + String.join(" | ", utflow())
        + ". Netty's StringDecoder hands on: "
        + String.join(" | ", stringDecoder())
        + ".";
  }

  /** The bytes in hexadecimal. */
  static String hex(byte[] bytes) {
    List<String> all = new ArrayList<>();
    for (byte each : bytes) {
      all.add(String.format(Locale.ROOT, "%02X", each));
    }
    return String.join(" ", all);
  }

  private String draw() {
    add(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" role=\"img\" width=\"%d\" height=\"%d\" ",
        WIDTH, HEIGHT);
    add("viewBox=\"0 0 %d %d\" font-family=\"sans-serif\" font-size=\"16\">\n", WIDTH, HEIGHT);
    add("<title>%s</title>\n<desc>%s</desc>\n", TITLE, description());
    add("<rect width=\"100%%\" height=\"100%%\" fill=\"%s\"/>\n", css(palette.page));
    characters();
    label(82, "sent");
    label(166, "Utflow");
    label(244, "StringDecoder");
    int start = 0;
    for (byte[] piece : pieces()) {
      for (int i = 0; i < piece.length; i++) {
        box(x(start + i) + 2, 54, BYTE - 4, palette.grid);
        text(
            x(start + i) + BYTE / 2, 82, "monospace", String.format(Locale.ROOT, "%02X", piece[i]));
      }
      start += piece.length;
    }
    for (int cut : CUTS) {
      int middle = x(cut) - GAP / 2;
      add("<line x1=\"%d\" y1=\"42\" x2=\"%d\" y2=\"%d\" ", middle, middle, HEIGHT - 12);
      add("stroke=\"%s\" stroke-width=\"2\" stroke-dasharray=\"6 4\"/>\n", css(palette.text));
    }
    handedOn(138, utflow());
    handedOn(216, stringDecoder());
    return svg.append("</svg>\n").toString();
  }

  /** A bracket over the bytes of each character. */
  private void characters() {
    int at = 0;
    for (int scalar : TEXT.codePoints().toArray()) {
      String character = Character.toString(scalar);
      int length = character.getBytes(StandardCharsets.UTF_8).length;
      int from = x(at) + 6;
      int to = x(at + length - 1) + BYTE - 6;
      add("<path d=\"M%d 48v-8H%dv8\" fill=\"none\" ", from, to);
      add("stroke=\"%s\" stroke-width=\"2\"/>\n", css(palette.text));
      text((from + to) / 2, 30, "sans-serif", character.isBlank() ? "space" : character);
      at += length;
    }
  }

  private void handedOn(int y, List<String> texts) {
    int at = 0;
    for (int i = 0; i < texts.size(); i++) {
      int length = pieces().get(i).length;
      int width = length * BYTE - 4;
      box(x(at) + 2, y, width, palette.text);
      text(x(at) + 2 + width / 2, y + 28, "sans-serif", "\u201C" + texts.get(i) + "\u201D");
      at += length;
    }
  }

  /** Where byte {@code i} begins; after each cut there is a gap. */
  private static int x(int i) {
    int gaps = (int) CUTS.stream().filter(cut -> cut <= i).count();
    return LEFT + i * BYTE + gaps * GAP;
  }

  private void label(int y, String label) {
    add("<text x=\"12\" y=\"%d\" font-weight=\"bold\" fill=\"%s\">", y, css(palette.text));
    add("%s</text>\n", label);
  }

  private void box(int x, int y, int width, Color line) {
    add("<rect x=\"%d\" y=\"%d\" width=\"%d\" height=\"%d\" rx=\"4\" ", x, y, width, BOX);
    add("fill=\"none\" stroke=\"%s\" stroke-width=\"1.5\"/>\n", css(line));
  }

  private void text(int x, int y, String font, String text) {
    add("<text x=\"%d\" y=\"%d\" text-anchor=\"middle\" font-family=\"%s\" ", x, y, font);
    add("font-size=\"18\" fill=\"%s\">%s</text>\n", css(palette.text), text);
  }

  private static String css(Color color) {
    return String.format(Locale.ROOT, "#%06X", color.getRGB() & 0xFFFFFF);
  }

  private void add(String format, Object... arguments) {
    svg.append(String.format(Locale.ROOT, format, arguments));
  }
}
