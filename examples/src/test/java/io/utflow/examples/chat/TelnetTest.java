/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.examples.chat;

import static java.nio.charset.StandardCharsets.UTF_16LE;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.channel.embedded.EmbeddedChannel;
import io.utflow.codec.TextEncoding;
import io.utflow.codec.testing.Cuts;
import io.utflow.codec.testing.Product;
import java.io.ByteArrayOutputStream;
import java.nio.charset.Charset;
import java.time.Duration;
import java.util.HexFormat;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Commands of telnet, and lines that are not UTF-8, wherever they are cut. */
class TelnetTest {
  private final Room room = new Room();

  private EmbeddedChannel enter() {
    EmbeddedChannel channel = new EmbeddedChannel();
    LineCodec.addTo(channel.pipeline());
    channel.pipeline().addLast(new ChatMember(room, Duration.ofMinutes(1)));
    channel.pipeline().fireChannelActive();
    return channel;
  }

  private static byte[] sent(EmbeddedChannel member) {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    for (ByteBuf next; (next = member.readOutbound()) != null; next.release()) {
      byte[] some = new byte[next.readableBytes()];
      next.getBytes(next.readerIndex(), some);
      bytes.writeBytes(some);
    }
    return bytes.toByteArray();
  }

  /** What a member in UTF-8 hears of what another sends, for every cut. */
  private void assertHeard(byte[] bytes, String heard) {
    for (List<byte[]> pieces : Cuts.hostile(bytes)) {
      EmbeddedChannel reader = enter();
      EmbeddedChannel writer = enter();
      sent(reader);
      pieces.forEach(piece -> writer.writeInbound(Unpooled.copiedBuffer(piece)));
      String text = new String(sent(reader), UTF_8).replaceAll("(?m)^<guest[0-9]+> ", "");
      assertThat(text)
          .as("%s pieces of %s", pieces.size(), HexFormat.of().formatHex(bytes))
          .isEqualTo(heard);
      writer.finishAndReleaseAll();
      reader.finishAndReleaseAll();
    }
  }

  /** RFC 854: an offer, a command, a subnegotiation with IAC IAC and LF in it, IAC IAC in text. */
  @ParameterizedTest
  @CsvSource({
    "FFFD01 61 0A, a",
    "61 FFF1 62 0A, ab",
    "FFFA18 00 0A FFFF 0A FFF0 C3A9 0A, é",
    "FFFA18 FFFF 61 FFF0 62 0A, b",
    "FFFB1F FFFA1F 0050 0018 FFF0 78 0A, x",
    "61 FFFF 0A, aÿ",
    "FFEC 61 FFED FFEE 62 FFEF 0A, ab",
    "FFFC03 E9 0A, é",
    "E9 20 80 0A, é €",
    "FF20 FF 0A, ÿ ÿ",
    "FF20 FFFD 0A, ÿ ÿý",
    "C3A9 0D0A, é",
    "61 00 62 0D00, a\u2400b",
    "FFFB03 C3A9 0D00, é",
    "EFBBBF C3A9 0A, é"
  })
  void commandsAreRemovedAndALineIsUtf8OrElseLatin1(String hex, String line) {
    assertHeard(HexFormat.of().parseHex(hex.replace(" ", "")), line + "\r\n");
  }

  @Test
  void eachLineIsJudgedAlone() {
    assertHeard(HexFormat.of().parseHex("C3A90AE90AC3A90A"), "é\r\né\r\né\r\n");
  }

  /** A telnet doubles FF in every charset; another client sends the letter. */
  @Test
  void behindACharsetTheClientDecides() {
    Charset cyrillic = Charset.forName("windows-1251");
    String text = "моя ряд\u044F\u0440\n";
    byte[] raw = text.getBytes(cyrillic);
    ByteArrayOutputStream doubled = new ByteArrayOutputStream();
    for (byte b : raw) {
      doubled.write(b);
      if (b == -1) {
        doubled.write(b);
      }
    }
    for (String first : List.of("", "FFFB18")) {
      ByteArrayOutputStream telnet = new ByteArrayOutputStream();
      telnet.writeBytes(HexFormat.of().parseHex(first));
      telnet.writeBytes("/charset windows-1251\n".getBytes(UTF_8));
      telnet.writeBytes(doubled.toByteArray());
      assertHeard(telnet.toByteArray(), "моя рядяр\r\n");
    }
    ByteArrayOutputStream nc = new ByteArrayOutputStream();
    nc.writeBytes("/charset windows-1251\n".getBytes(UTF_8));
    nc.writeBytes(raw);
    assertHeard(nc.toByteArray(), "моя рядяр\r\n");
  }

  /** FF and a byte that would be a command are two letters before anything shows a telnet. */
  @Test
  void behindACharsetTheFirstLettersMayLookLikeACommand() {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    bytes.writeBytes("/charset windows-1251\n".getBytes(UTF_8));
    bytes.writeBytes("\u044F\u0440\u044F\u044D\u044F\n".getBytes(Charset.forName("windows-1251")));
    assertHeard(bytes.toByteArray(), "\u044F\u0440\u044F\u044D\u044F\r\n");
  }

  /** The charset that is named last decides, also for what has come in one packet with its name. */
  @Test
  void behindASecondCharsetTheClientDecidesAgain() {
    ByteArrayOutputStream named = new ByteArrayOutputStream();
    named.writeBytes("/charset windows-1251\na\n/charset UTF-16LE\n".getBytes(UTF_8));
    named.writeBytes("\uFFFF\u4EFF\uFF0C\uFFFD\n".getBytes(UTF_16LE));
    assertHeard(named.toByteArray(), "a\r\n\uFFFF\u4EFF\uFF0C\uFFFD\r\n");
  }

  /** It may be the begin of a command, and is a letter where none comes. */
  @Test
  void theLastByteOfAConnectionMayBeFf() {
    EmbeddedChannel reader = enter();
    EmbeddedChannel writer = enter();
    sent(reader);
    writer.writeInbound(Unpooled.copiedBuffer("/charset windows-1252\na", UTF_8));
    writer.writeInbound(Unpooled.copiedBuffer(new byte[] {-1}));
    writer.finishAndReleaseAll();
    assertThat(new String(sent(reader), UTF_8)).endsWith("> a\u00FF\r\n");
    reader.finishAndReleaseAll();
  }

  @Test
  void aMarkOfUtf16IsNoCommand() {
    assertHeard(
        "\uFEFF\u4EFF\uFF0C\uFFFF\uF0FF\n".getBytes(UTF_16LE), "\u4EFF\uFF0C\uFFFF\uF0FF\r\n");
    ByteArrayOutputStream named = new ByteArrayOutputStream();
    named.writeBytes("/charset UTF-16LE\n".getBytes(UTF_8));
    named.writeBytes("\u4EFF\uFF0C\uFFFD\n".getBytes(UTF_16LE));
    assertHeard(named.toByteArray(), "\u4EFF\uFF0C\uFFFD\r\n");
  }

  @Test
  void aLineIsBoundInBytes() {
    EmbeddedChannel reader = enter();
    EmbeddedChannel writer = enter();
    sent(reader);
    sent(writer);
    for (int i = 0; i < 100; i++) {
      writer.writeInbound(Unpooled.copiedBuffer("x".repeat(1000), UTF_8));
    }
    writer.writeInbound(Unpooled.copiedBuffer("\nshort\n", UTF_8));
    assertThat(new String(sent(writer), UTF_8))
        .isEqualTo("* That line was too long, and is left out.\r\n");
    assertThat(new String(sent(reader), UTF_8)).endsWith("> short\r\n");
    assertThat(new String(sent(reader), UTF_8)).isEmpty();
    writer.finishAndReleaseAll();
    reader.finishAndReleaseAll();
  }

  /** A start that may be that of a mark is text where the connection ends. */
  @ParameterizedTest
  @CsvSource({"FE, þ", "FF, ÿ", "EFBB, ï»"})
  void aConnectionMayEndBehindHalfAMark(String hex, String line) {
    EmbeddedChannel reader = enter();
    EmbeddedChannel writer = enter();
    sent(reader);
    writer.writeInbound(Unpooled.copiedBuffer(HexFormat.of().parseHex(hex)));
    writer.finishAndReleaseAll();
    assertThat(new String(sent(reader), UTF_8)).endsWith("> " + line + "\r\n");
    reader.finishAndReleaseAll();
  }

  /** All names are taken; the answer is written in the charset, or else in UTF-8. */
  @Test
  void everyCharsetIsTaken() {
    for (String name : Product.sampled(TextEncoding.names(), 4)) {
      EmbeddedChannel writer = enter();
      sent(writer);
      writer.writeInbound(Unpooled.copiedBuffer("/charset " + name + "\n", UTF_8));
      assertThat(new String(sent(writer), UTF_8)).as(name).startsWith("* From here on ");
      assertThat(writer.isOpen()).as(name).isTrue();
      writer.finishAndReleaseAll();
    }
  }

  /** Back and forth between charsets with shifts, in one packet. */
  @Test
  void charsetsWithShiftsFollowEachOther() {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    bytes.writeBytes("/charset ISO-2022-JP\n".getBytes(UTF_8));
    bytes.writeBytes("日本\n/charset x-IBM930\n".getBytes(Charset.forName("ISO-2022-JP")));
    bytes.writeBytes("日本A\n/charset UTF-16LE\n".getBytes(Charset.forName("x-IBM930")));
    bytes.writeBytes("世界\n".getBytes(UTF_16LE));
    assertHeard(bytes.toByteArray(), "日本\r\n日本A\r\n世界\r\n");
  }
}
