/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.netty;

import static org.assertj.core.api.Assertions.assertThat;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufAllocator;
import io.netty.buffer.UnpooledByteBufAllocator;
import io.netty.buffer.UnpooledHeapByteBuf;
import io.netty.channel.ChannelHandler;
import io.netty.channel.embedded.EmbeddedChannel;
import io.utflow.codec.EncoderSpec;
import io.utflow.codec.TextEncoding;
import io.utflow.codec.stage.LineBreaks;
import io.utflow.codec.stage.LineSpec;
import io.utflow.codec.stage.RecordSpec;
import io.utflow.netty.Recorder.Bytes;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** A handler that is removed reads what it hands over while it still holds the buffer. */
class HandOverTest extends DecoderTest {
  private static final byte[] BEGIN = "ab\n".getBytes(StandardCharsets.UTF_8);
  private static final byte[] REST = "what follows\n".repeat(3).getBytes(StandardCharsets.UTF_8);

  static Stream<ChannelHandler> handlers() {
    EncoderSpec utf8 = EncoderSpec.of(TextEncoding.UTF_8).pieceBytes(BEGIN.length + 1);
    return Stream.of(
        new TextLineDecoder(UTF_8, LineSpec.of(LineBreaks.LF_OR_CRLF)),
        new TextRecordDecoder(UTF_8, RecordSpec.delimitedBy("\n")),
        new TextStreamDecoder(UTF_8.pieceChars(BEGIN.length)),
        new TextStreamTranscoder(UTF_8, utf8));
  }

  @ParameterizedTest
  @MethodSource("handlers")
  void whatIsHandedOverIsReadBeforeTheRelease(ChannelHandler handler) {
    Recorder recorder = new Recorder().onFirstRead((ctx, first) -> ctx.pipeline().remove(handler));
    EmbeddedChannel channel = new EmbeddedChannel(handler, recorder);
    ByteBuf received = new Erased(UnpooledByteBufAllocator.DEFAULT);
    channel.writeInbound(received.writeBytes(BEGIN).writeBytes(REST));
    channel.finish();
    Object rest = recorder.events().get(1);
    assertThat(rest).isInstanceOf(Bytes.class);
    assertThat(rest.toString()).contains(HexFormat.of().formatHex(REST, 1, REST.length));
    assertThat(received.refCnt()).isZero();
  }

  /** Its memory has another content when it is released, as memory from a pool may. */
  private static final class Erased extends UnpooledHeapByteBuf {
    Erased(ByteBufAllocator allocator) {
      super(allocator, BEGIN.length + REST.length, Integer.MAX_VALUE);
    }

    @Override
    protected void freeArray(byte[] array) {
      Arrays.fill(array, (byte) '#');
      super.freeArray(array);
    }
  }
}
