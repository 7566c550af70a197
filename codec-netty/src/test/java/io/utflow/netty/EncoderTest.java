/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.netty;

import io.netty.channel.embedded.EmbeddedChannel;
import io.utflow.codec.EncoderSpec;
import io.utflow.codec.MalformedPolicy;
import io.utflow.codec.TextEncoding;

/** What tests of the encoder share. */
abstract class EncoderTest extends HandlerTest {
  static final EncoderSpec UTF_8 = EncoderSpec.of(TextEncoding.UTF_8);
  static final EncoderSpec REPORTING = UTF_8.onMalformed(MalformedPolicy.REPORT);
  static final String REPLACEMENT = "efbfbd";

  final Sent sent = new Sent();

  final EmbeddedChannel channel(EncoderSpec spec) {
    return new EmbeddedChannel(sent, new TextStreamEncoder(spec), recorder);
  }
}
