/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.codec.stage;

import static io.utflow.codec.stage.DetectionTest.through;
import static org.assertj.core.api.Assertions.assertThat;

import io.utflow.codec.DecoderSpec;
import io.utflow.codec.TextEncoding;
import io.utflow.codec.testing.BufferKind;
import io.utflow.codec.testing.Cuts;
import io.utflow.codec.testing.ReferenceEncoder;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Beginnings of real files: titles, tables, frames, numbers that are filled up with zeros. */
class DetectedOpeningsTest {
  private static final DecoderSpec UTF_8 = DecoderSpec.of(TextEncoding.UTF_8);
  private static final List<TextEncoding> UTF_16 =
      List.of(TextEncoding.UTF_16BE, TextEncoding.UTF_16LE);

  /** A greeting, and the head of a file. */
  private static final List<Detection> WINDOWS =
      List.of(Detection.unmarkedElse(UTF_8), Detection.unmarkedElse(UTF_8).window(4096));

  private static TextEncoding find(Detection detection, byte[] all) {
    return detection.detect(ByteBuffer.wrap(all), true).encoding();
  }

  /** In both byte orders, for every cut. */
  private static void isFoundOut(String text) {
    for (TextEncoding encoding : UTF_16) {
      byte[] all = ReferenceEncoder.encode(encoding, text);
      for (Detection detection : WINDOWS) {
        assertThat(find(detection, all)).as("%s in %s", text, encoding).isEqualTo(encoding);
        for (List<byte[]> cut : List.of(Cuts.bytewise(all), Cuts.inTwo(all, 5))) {
          ByteStage<String> stage = Stages.decode(detection);
          assertThat(String.join("", through(stage, cut, BufferKind.DIRECT))).isEqualTo(text);
        }
      }
    }
  }

  /** The first blank or end of line stands behind the greeting, if there is one. */
  @ParameterizedTest
  @ValueSource(
      strings = {
        "人工智能技术在医疗影像诊断领域的应用研究进展",
        "国务院总理在政府工作报告中提出今年发展主要预期目标是",
        "中华人民共和国国务院令第五百九十三号公布",
        "本协议由以下双方于北京市朝阳区签订并自签字之日起生效",
        "为进一步规范公司财务管理工作提高资金使用效率",
        "请各部门负责人于本周五下午三点前将工作总结提交至办公室",
        "系统检测到您的账户存在异常登录行为请及时修改密码",
        "甲方应当按照合同约定的时间和方式向乙方支付货款",
        "根据国家统计局发布的数据显示上半年居民消费价格",
        "用户名密码错误请重新输入或者联系管理员",
        "春眠不觉晓处处闻啼鸟夜来风雨声花落知多少",
        "订单编号商品名称数量单价金额收货地址联系电话",
        "独立行政法人情報処理推進機構",
      })
  void ideographsWithoutBlanks(String text) {
    isFoundOut(text);
  }

  @Test
  void everyBeginningOfChineseThatFillsTheGreetingIsFoundOut() {
    String text = "国务院总理在政府工作报告中提出今年发展主要预期目标是国内生产总值增长百分之五左右";
    for (int begin = 0; begin + 12 < text.length(); begin++) {
      for (TextEncoding encoding : UTF_16) {
        byte[] all = ReferenceEncoder.encode(encoding, text.substring(begin, begin + 12));
        assertThat(find(WINDOWS.get(0), all)).as("from %d", begin).isEqualTo(encoding);
      }
    }
  }

  /** Their first bytes look like a legacy encoding; the end of the line tells. */
  @ParameterizedTest
  @ValueSource(strings = {"数据库设计文档\r\n\r\n第一章 总则\r\n", "消息队列设计\r\n一、", "汽车租赁合同\r\n"})
  void bytesThatAreNoUtf8AreNotUtf8TooEarly(String text) {
    isFoundOut(text);
  }

  /** A unit that is repeated is as likely in the other order. */
  @ParameterizedTest
  @ValueSource(
      strings = {
        "★★★★★ Great",
        "☆☆☆☆☆",
        "✅✅✅✅✅ all tests",
        "000000000000;Smith",
        "0000000000000001,Anna",
        "0000",
        "0x0000000000401136 in main ()",
        "00000000-0000-0000-0000-000000000000",
        "\t\t\t\t\t\t\t\t\t\t\t\tx",
        "\n\n\n\n\n\n\n\n\n\n\n\n",
        "────────────",
        "────────────────────\r\nHello\r\n",
        "┌───────────┬─────┐\r\n",
        "==================== Part\r\n",
        "aaaaaaaaaaaa",
      })
  void repeatedCharactersKeepTheirOrder(String text) {
    isFoundOut(text);
  }

  /** Its end tells, if it is looked at. */
  @Test
  void aLongRunWaitsForItsEnd() {
    String text = "%".repeat(40) + "\r\nabc";
    for (TextEncoding encoding : UTF_16) {
      byte[] all = ReferenceEncoder.encode(encoding, text);
      assertThat(find(WINDOWS.get(1), all)).isEqualTo(encoding);
    }
  }

  /** One half of their letters is CR or FF, the other mostly ASCII. */
  @ParameterizedTest
  @ValueSource(
      strings = {
        "മനുഷ്യരെല്ലാവരും",
        "തിരുവനന്തപുരം",
        "മലയാളം",
        "ప్రతిపత్తి",
        "హైదరాబాదు",
        "ఆంధ్ర ప్రదేశ్"
      })
  void malayalamAndTelugu(String text) {
    isFoundOut(text);
  }

  /** Columns of one letter, as some write them; all bytes are ASCII. */
  @ParameterizedTest
  @ValueSource(
      strings = {
        "Y\rN\rY\rY\rN\rY\r",
        "1\r2\r3\r4\r5\r6\r",
        "a\fb\fc\fd\fe\f",
        "a\tb\tc\td\te\t",
        "a\nb\nc\nd\ne\n",
        "(\n.\n(\n8\nM\n",
        "-\r\n+\r\n-\r\n+\r\n",
        "\r\r\r\r\r\r\r\r",
        "a\r\r-\r\r+\r\r",
        "-\rab\r-\r-\f-\f",
      })
  void columnsStayUtf8(String text) {
    byte[] all = text.getBytes(StandardCharsets.US_ASCII);
    for (Detection detection : WINDOWS) {
      for (int length = 0; length <= all.length; length++) {
        byte[] begun = Arrays.copyOf(all, length);
        assertThat(find(detection, begun)).as("%d bytes", length).isEqualTo(TextEncoding.UTF_8);
      }
    }
  }
}
