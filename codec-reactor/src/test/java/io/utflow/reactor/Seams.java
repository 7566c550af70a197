package io.utflow.reactor;

import io.netty.buffer.ByteBuf;
import io.utflow.codec.DecoderSpec;
import io.utflow.codec.stage.LinePosition;
import io.utflow.codec.stage.LineSpec;
import io.utflow.codec.stage.LocatedLine;
import io.utflow.codec.stage.RecordSpec;
import io.utflow.codec.stage.Stage;
import java.nio.ByteBuffer;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.Supplier;
import org.springframework.core.io.buffer.DataBuffer;
import reactor.core.publisher.Flux;

/** The facade of a {@link Surface}: what runs the stages of a user, and lines with offsets. */
interface Seams<B> {
  <O> Function<Flux<? extends B>, Flux<O>> through(Supplier<? extends Stage<ByteBuffer, O>> stages);

  <O> Function<Flux<? extends B>, Flux<O>> through(
      Supplier<? extends Stage<ByteBuffer, O>> stages, Consumer<? super O> release);

  Function<Flux<? extends B>, Flux<LocatedLine>> lines(DecoderSpec spec, LineSpec lines);

  Function<Flux<? extends B>, Flux<LocatedLine>> lines(
      DecoderSpec spec, LineSpec lines, LinePosition from);

  Function<Flux<? extends B>, Flux<LocatedLine>> records(DecoderSpec spec, RecordSpec records);

  @SuppressWarnings("unchecked")
  static <B> Seams<B> of(Surface<B> surface) {
    B buffer = surface.of().apply(new byte[1]);
    try {
      return (Seams<B>)
          (buffer instanceof ByteBuf
              ? new OfByteBufs()
              : buffer instanceof DataBuffer
                  ? new OfDataBuffers()
                  : buffer instanceof ByteBuffer ? new OfByteBuffers() : new OfArrays());
    } finally {
      Buffered.release(buffer);
    }
  }

  /** ByteBufText. */
  final class OfByteBufs implements Seams<ByteBuf> {
    @Override
    public <O> Function<Flux<? extends ByteBuf>, Flux<O>> through(
        Supplier<? extends Stage<ByteBuffer, O>> stages) {
      return ByteBufText.through(stages);
    }

    @Override
    public <O> Function<Flux<? extends ByteBuf>, Flux<O>> through(
        Supplier<? extends Stage<ByteBuffer, O>> stages, Consumer<? super O> release) {
      return ByteBufText.through(stages, release);
    }

    @Override
    public Function<Flux<? extends ByteBuf>, Flux<LocatedLine>> lines(
        DecoderSpec spec, LineSpec lines) {
      return ByteBufText.locatedLines(spec, lines);
    }

    @Override
    public Function<Flux<? extends ByteBuf>, Flux<LocatedLine>> lines(
        DecoderSpec spec, LineSpec lines, LinePosition from) {
      return ByteBufText.locatedLines(spec, lines, from);
    }

    @Override
    public Function<Flux<? extends ByteBuf>, Flux<LocatedLine>> records(
        DecoderSpec spec, RecordSpec records) {
      return ByteBufText.locatedRecords(spec, records);
    }
  }

  /** DataBufferText. */
  final class OfDataBuffers implements Seams<DataBuffer> {
    @Override
    public <O> Function<Flux<? extends DataBuffer>, Flux<O>> through(
        Supplier<? extends Stage<ByteBuffer, O>> stages) {
      return DataBufferText.through(stages);
    }

    @Override
    public <O> Function<Flux<? extends DataBuffer>, Flux<O>> through(
        Supplier<? extends Stage<ByteBuffer, O>> stages, Consumer<? super O> release) {
      return DataBufferText.through(stages, release);
    }

    @Override
    public Function<Flux<? extends DataBuffer>, Flux<LocatedLine>> lines(
        DecoderSpec spec, LineSpec lines) {
      return DataBufferText.locatedLines(spec, lines);
    }

    @Override
    public Function<Flux<? extends DataBuffer>, Flux<LocatedLine>> lines(
        DecoderSpec spec, LineSpec lines, LinePosition from) {
      return DataBufferText.locatedLines(spec, lines, from);
    }

    @Override
    public Function<Flux<? extends DataBuffer>, Flux<LocatedLine>> records(
        DecoderSpec spec, RecordSpec records) {
      return DataBufferText.locatedRecords(spec, records);
    }
  }

  /** ByteBufferText. */
  final class OfByteBuffers implements Seams<ByteBuffer> {
    @Override
    public <O> Function<Flux<? extends ByteBuffer>, Flux<O>> through(
        Supplier<? extends Stage<ByteBuffer, O>> stages) {
      return ByteBufferText.through(stages);
    }

    @Override
    public <O> Function<Flux<? extends ByteBuffer>, Flux<O>> through(
        Supplier<? extends Stage<ByteBuffer, O>> stages, Consumer<? super O> release) {
      return ByteBufferText.through(stages, release);
    }

    @Override
    public Function<Flux<? extends ByteBuffer>, Flux<LocatedLine>> lines(
        DecoderSpec spec, LineSpec lines) {
      return ByteBufferText.locatedLines(spec, lines);
    }

    @Override
    public Function<Flux<? extends ByteBuffer>, Flux<LocatedLine>> lines(
        DecoderSpec spec, LineSpec lines, LinePosition from) {
      return ByteBufferText.locatedLines(spec, lines, from);
    }

    @Override
    public Function<Flux<? extends ByteBuffer>, Flux<LocatedLine>> records(
        DecoderSpec spec, RecordSpec records) {
      return ByteBufferText.locatedRecords(spec, records);
    }
  }

  /** ByteArrayText. */
  final class OfArrays implements Seams<byte[]> {
    @Override
    public <O> Function<Flux<? extends byte[]>, Flux<O>> through(
        Supplier<? extends Stage<ByteBuffer, O>> stages) {
      return ByteArrayText.through(stages);
    }

    @Override
    public <O> Function<Flux<? extends byte[]>, Flux<O>> through(
        Supplier<? extends Stage<ByteBuffer, O>> stages, Consumer<? super O> release) {
      return ByteArrayText.through(stages, release);
    }

    @Override
    public Function<Flux<? extends byte[]>, Flux<LocatedLine>> lines(
        DecoderSpec spec, LineSpec lines) {
      return ByteArrayText.locatedLines(spec, lines);
    }

    @Override
    public Function<Flux<? extends byte[]>, Flux<LocatedLine>> lines(
        DecoderSpec spec, LineSpec lines, LinePosition from) {
      return ByteArrayText.locatedLines(spec, lines, from);
    }

    @Override
    public Function<Flux<? extends byte[]>, Flux<LocatedLine>> records(
        DecoderSpec spec, RecordSpec records) {
      return ByteArrayText.locatedRecords(spec, records);
    }
  }
}
