/**
 * Channel handlers for text whose bytes arrive cut anywhere. Each handler serves one channel: make
 * one in the channel initializer, from a {@link io.utflow.codec.DecoderSpec} that all channels
 * share.
 */
@org.jspecify.annotations.NullMarked
package io.utflow.netty;
