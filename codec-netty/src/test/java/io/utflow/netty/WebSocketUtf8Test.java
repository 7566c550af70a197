/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.netty;

import static org.assertj.core.api.Assertions.assertThat;

import io.netty.channel.embedded.EmbeddedChannel;
import io.netty.handler.codec.http.websocketx.CloseWebSocketFrame;
import io.netty.handler.codec.http.websocketx.ContinuationWebSocketFrame;
import io.netty.handler.codec.http.websocketx.TextWebSocketFrame;
import io.utflow.codec.testing.Cuts;
import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.nio.charset.CharsetDecoder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * What sections 6.3 to 6.23 of the Autobahn suite ask for, by the kinds of sequences that it has:
 * RFC 6455, §8.1, fails the connection with 1007 at the first byte that proves text ill-formed.
 */
@Tag("long")
class WebSocketUtf8Test extends HandlerTest {
  private static final int[] SURROGATES = {0xD800, 0xDB7F, 0xDB80, 0xDBFF, 0xDC00, 0xDF80, 0xDFFF};

  private static final int[] LAST_OF_EACH_LENGTH = {
    0x7F, 0x7FF, 0xFFFF, 0x1FFFFF, 0x3FFFFFF, Integer.MAX_VALUE
  };

  private static final List<byte[]> COMPLETIONS = completions();

  /** By the pattern of the first UTF-8, of up to six bytes, whether the value needs them or not. */
  private static byte[] pattern(int value, int length) {
    byte[] bytes = new byte[length];
    for (int i = length - 1; i > 0; i--) {
      bytes[i] = (byte) (0x80 | value >>> 6 * (length - 1 - i) & 0x3F);
    }
    bytes[0] = (byte) (0xFF00 >> length | value >>> 6 * (length - 1));
    return bytes;
  }

  private static byte[] join(byte[]... parts) {
    byte[] all = {};
    for (byte[] part : parts) {
      int before = all.length;
      all = Arrays.copyOf(all, before + part.length);
      System.arraycopy(part, 0, all, before, part.length);
    }
    return all;
  }

  static List<String> sequences() {
    List<byte[]> all = new ArrayList<>();
    byte[] space = {' '};
    byte[] incomplete = {};
    byte[] continuations = {};
    for (int lead = 0x80; lead <= 0xFF; lead++) {
      byte[] one = {(byte) lead};
      all.add(one);
      all.add(join(one, space));
      continuations = lead < 0xC0 ? join(continuations, one) : continuations;
    }
    all.add(continuations);
    all.add(Samples.hex("FE FE FF FF"));
    for (int length = 2; length <= 6; length++) {
      byte[] last = pattern(LAST_OF_EACH_LENGTH[length - 1], length);
      byte[] first = pattern(LAST_OF_EACH_LENGTH[length - 2] + 1, length);
      byte[] overlong = pattern(LAST_OF_EACH_LENGTH[length - 2], length);
      byte[] nul = pattern(0, length);
      all.addAll(List.of(first, last, overlong, nul, pattern('/', length)));
      byte[] cutNul = Arrays.copyOf(nul, length - 1);
      byte[] cutLast = Arrays.copyOf(last, length - 1);
      all.addAll(List.of(cutNul, cutLast));
      incomplete = join(incomplete, cutNul, cutLast);
    }
    all.add(incomplete);
    for (int surrogate : SURROGATES) {
      all.add(pattern(surrogate, 3));
      for (int other : SURROGATES) {
        all.add(join(pattern(surrogate, 3), pattern(other, 3)));
      }
    }
    for (int boundary : new int[] {0xD7FF, 0xE000, 0xFFF9, 0xFFFD, 0xFDD0, 0x24B62, 0x110000}) {
      all.add(pattern(boundary, boundary < 0x10000 ? 3 : 4));
    }
    for (int plane = 0; plane <= 0x10; plane++) {
      int last = plane << 16 | 0xFFFF;
      all.add(pattern(last, plane == 0 ? 3 : 4));
      all.add(pattern(last - 1, plane == 0 ? 3 : 4));
    }
    byte[] greek = Samples.utf8("\u03BA\u1F79\u03C3\u03BC\u03B5");
    for (int length = 0; length <= greek.length; length++) {
      all.add(Arrays.copyOf(greek, length));
    }
    return all.stream().map(HexFormat.of()::formatHex).distinct().toList();
  }

  /** How many bytes prove that no text begins with them; 0 if none do. */
  private static int proof(byte[] bytes) {
    for (int length = 1; length <= bytes.length; length++) {
      byte[] start = Arrays.copyOf(bytes, length);
      if (COMPLETIONS.stream().noneMatch(rest -> isText(join(start, rest)))) {
        return length;
      }
    }
    return 0;
  }

  /** Up to three bytes, among which some complete whatever can be completed. */
  private static List<byte[]> completions() {
    List<byte[]> all = new ArrayList<>(List.of(new byte[0]));
    for (int from = 0; all.get(from).length < 3; from++) {
      for (int next : new int[] {0x80, 0x90, 0xA0, 0xBF}) {
        all.add(join(all.get(from), new byte[] {(byte) next}));
      }
    }
    return all;
  }

  /** By the JDK. */
  private static boolean isText(byte[] bytes) {
    CharsetDecoder decoder = StandardCharsets.UTF_8.newDecoder();
    CharBuffer text = CharBuffer.allocate(bytes.length + 1);
    return !decoder.decode(ByteBuffer.wrap(bytes), text, true).isError();
  }

  @ParameterizedTest
  @MethodSource("sequences")
  void theConnectionFailsAtTheByteThatProvesItOrNever(String hex) {
    byte[] bytes = join(Samples.utf8("a"), HexFormat.of().parseHex(hex), Samples.utf8("b"));
    assertFailsWhereProved(bytes, Cuts.bytewise(bytes));
    byte[] atTheEnd = Arrays.copyOf(bytes, bytes.length - 1);
    for (int cut = 0; cut <= atTheEnd.length; cut++) {
      assertFailsWhereProved(atTheEnd, Cuts.inTwo(atTheEnd, cut));
    }
  }

  private void assertFailsWhereProved(byte[] message, List<byte[]> pieces) {
    EmbeddedChannel channel = new EmbeddedChannel(new WebSocketTextDecoder(), new Recorder());
    int proof = proof(message);
    int sent = 0;
    for (int i = 0; i < pieces.size() && channel.isActive(); i++) {
      boolean last = i == pieces.size() - 1;
      channel.writeInbound(
          i == 0
              ? new TextWebSocketFrame(last, 0, buffers.of(pieces.get(i)))
              : new ContinuationWebSocketFrame(last, 0, buffers.of(pieces.get(i))));
      sent += pieces.get(i).length;
      boolean failed = proof > 0 && proof <= sent || last && !isText(message);
      assertThat(channel.isActive()).isEqualTo(!failed);
    }
    CloseWebSocketFrame close = channel.readOutbound();
    assertThat(close == null).isEqualTo(isText(message));
    if (close != null) {
      assertThat(close.statusCode()).isEqualTo(1007);
      close.release();
    }
    channel.finishAndReleaseAll();
  }
}
