/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.netty.inbound;

import io.netty.buffer.ByteBuf;
import io.utflow.codec.BomPolicy;
import io.utflow.codec.DecoderSpec;
import io.utflow.codec.TextEncoding;
import io.utflow.codec.atonce.AtOnceReader;
import io.utflow.codec.stage.Stages;
import java.lang.ref.WeakReference;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Reads whole messages of UTF-8 that are short and well-formed, as most are, without a stage for
 * each: one of the thread does, for it keeps nothing of them.
 */
public final class ShortMessages {
  /** Held weakly, as the bytes that {@link ReceivedBytes} copies. */
  private static final ThreadLocal<WeakReference<AtOnceReader<String>>> STAGE = new ThreadLocal<>();

  private ShortMessages() {}

  /**
   * The text of {@code message}, which is taken; null if it is long, empty or ill-formed, and then
   * nothing is taken.
   */
  public static @Nullable String read(ByteBuf message) {
    int begin = message.readerIndex();
    AtOnceReader<String> stage = stageOfThread();
    String text = ReceivedBytes.readAtOnce(message, stage);
    if (text != null && !stage.readsAtOnce()) {
      // The end of the message cuts a character, which the stage now waits for.
      STAGE.remove();
      message.readerIndex(begin);
      return null;
    }
    return text;
  }

  private static AtOnceReader<String> stageOfThread() {
    WeakReference<AtOnceReader<String>> held = STAGE.get();
    AtOnceReader<String> stage = held == null ? null : held.get();
    if (stage == null) {
      DecoderSpec spec = DecoderSpec.of(TextEncoding.UTF_8).bom(BomPolicy.KEEP);
      stage = Objects.requireNonNull(AtOnceReader.of(Stages.decode(spec)));
      STAGE.set(new WeakReference<>(stage));
    }
    return stage;
  }
}
