/* SPDX-License-Identifier: Apache-2.0 */
/**
 * Channel handlers for text, however the network cuts its bytes. Each handler serves one channel:
 * make one in the channel initializer, from a {@link io.utflow.codec.DecoderSpec} that all channels
 * share. {@link io.utflow.netty.TextStreamDecoder} tells what all of them do with buffers,
 * ill-formed text, the end of a channel and a removal.
 */
@org.jspecify.annotations.NullMarked
package io.utflow.netty;
