/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.reactor;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufAllocator;
import io.utflow.codec.DecoderSpec;
import io.utflow.codec.EncoderSpec;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.function.BiFunction;
import java.util.function.Function;
import org.springframework.core.io.buffer.DataBuffer;
import org.springframework.core.io.buffer.DataBufferFactory;
import org.springframework.core.io.buffer.DefaultDataBufferFactory;
import org.springframework.core.io.buffer.NettyDataBufferFactory;
import reactor.core.publisher.Flux;

/** A facade that yields bytes, with the surface whose buffers it reads and writes. */
record OutputFacade<B>(
    String name,
    KindOfBuffer<B> surface,
    Function<EncoderSpec, Function<Flux<? extends CharSequence>, Flux<B>>> encode,
    BiFunction<DecoderSpec, EncoderSpec, Function<Flux<? extends B>, Flux<B>>> transcode) {

  /** Each with the defaults of its short forms. */
  static List<OutputFacade<?>> all() {
    return List.of(
        new OutputFacade<byte[]>(
            "byte[]", surface("byte[]"), ByteArrayText::encode, ByteArrayText::transcode),
        new OutputFacade<ByteBuffer>(
            "ByteBuffer",
            surface("heap ByteBuffer"),
            ByteBufferText::encode,
            ByteBufferText::transcode),
        new OutputFacade<ByteBuf>(
            "ByteBuf", KindOfBuffer.pooledDirect(), ByteBufText::encode, ByteBufText::transcode),
        new OutputFacade<ByteBuf>(
            "composite ByteBuf",
            KindOfBuffer.composite(),
            ByteBufText::encode,
            ByteBufText::transcode),
        new OutputFacade<DataBuffer>(
            "DataBuffer",
            surface("default DataBuffer"),
            DataBufferText::encode,
            DataBufferText::transcode));
  }

  /** With buffers of this allocator: both facades that take one, or a factory over one. */
  static List<OutputFacade<?>> of(ByteBufAllocator allocator) {
    DataBufferFactory factory = new NettyDataBufferFactory(allocator);
    return List.of(
        new OutputFacade<ByteBuf>(
            "ByteBuf",
            KindOfBuffer.pooledDirect(),
            spec -> ByteBufText.encode(spec, allocator),
            (from, to) -> ByteBufText.transcode(from, to, allocator)),
        of("Netty DataBuffer", factory));
  }

  static OutputFacade<DataBuffer> of(DefaultDataBufferFactory factory) {
    return of("default DataBuffer", factory);
  }

  private static OutputFacade<DataBuffer> of(String surface, DataBufferFactory factory) {
    return new OutputFacade<DataBuffer>(
        surface,
        surface(surface),
        spec -> DataBufferText.encode(spec, factory),
        (from, to) -> DataBufferText.transcode(from, to, factory));
  }

  @SuppressWarnings("unchecked")
  private static <B> KindOfBuffer<B> surface(String name) {
    return (KindOfBuffer<B>)
        KindOfBuffer.all().stream().filter(s -> s.name().equals(name)).findFirst().orElseThrow();
  }

  @Override
  public String toString() {
    return name;
  }
}
