/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.examples.demo;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.util.ReferenceCountUtil;
import io.utflow.codec.TextEncoding;
import java.net.SocketAddress;
import java.nio.ByteOrder;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

class LoopbackTest {
  private static final Duration PATIENCE = Duration.ofMinutes(2);
  private static final Document DOCUMENT = new Document("notes", "\uD834\uDD1E ♪ für Elise\n");

  private static Loopback loopback;

  @BeforeAll
  static void start() {
    loopback = new Loopback();
  }

  @AfterAll
  static void stop() {
    loopback.close();
  }

  private static Trial trial(Cutting cutting) {
    return Trial.of(DOCUMENT, TextEncoding.UTF_8, ByteOrder.BIG_ENDIAN, cutting);
  }

  @Test
  void theWaysThatForgetTheCutLoseJustTheCharactersThatWereCut() {
    Trial trial = trial(Cutting.every(1));
    Tally tally = trial.judge(loopback.decode(trial).block(PATIENCE));
    assertThat(tally.isFaithful()).isTrue();
    assertThat(tally.charactersCut()).isEqualTo(3);
    assertThat(tally.lostByStringDecoder()).isEqualTo(3);
    assertThat(tally.lostByAsString()).isEqualTo(3);
  }

  @Test
  void aWrongTextIsNotFaithful() {
    Trial trial = trial(Cutting.every(2));
    Map<DecodingSetup, String> decoded = loopback.decode(trial).block(PATIENCE);
    for (DecodingSetup utflow :
        List.of(DecodingSetup.UTFLOW_ON_NETTY, DecodingSetup.UTFLOW_ON_REACTOR)) {
      String right = decoded.put(utflow, "wrong");
      assertThat(trial.judge(decoded).isFaithful()).as("%s", utflow).isFalse();
      decoded.put(utflow, right);
    }
    assertThat(trial.judge(decoded).isFaithful()).isTrue();
  }

  @Test
  void aPieceThatArrivesCutIsNoticed() {
    int twice = 2 * NettyServer.RECEIVE_BUFFER;
    SocketAddress port = loopback.netty.listen(pipeline -> {});
    assertThatThrownBy(
            () -> loopback.sender.send(port, new byte[twice], new int[] {twice}).block(PATIENCE))
        .hasMessageContaining("a piece of 8192 bytes arrived as 4096");
  }

  @Test
  void aServerThatHangsUpIsNoticed() {
    SocketAddress port = loopback.netty.listen(pipeline -> pipeline.addFirst(new HangUp()));
    assertThatThrownBy(
            () -> loopback.sender.send(port, new byte[2], new int[] {1, 2}).block(PATIENCE))
        .hasMessageContaining("before the last piece");
  }

  private static final class HangUp extends ChannelInboundHandlerAdapter {
    @Override
    public void channelRead(ChannelHandlerContext ctx, Object message) {
      ReferenceCountUtil.release(message);
      ctx.close();
    }
  }

  @Test
  void malformedStreamsAreDiagnosedAsTheyMustBe() {
    for (MalformedStream stream : MalformedStream.EXAMPLES) {
      MalformedStream.Findings findings = stream.send(loopback);
      assertThat(findings.areAsExpected()).as("%s", findings).isTrue();
      assertThat(stream.isReplacedIn(findings.reportedOnNetty())).isFalse();
      assertThat(stream.isReportedIn(findings.replacedOnReactor())).isFalse();
      Diagnosis silent = new Diagnosis(findings.replacedOnNetty().text(), List.of(), false);
      assertThat(stream.isReplacedIn(silent)).isFalse();
    }
  }
}
