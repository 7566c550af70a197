/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.conformance.drivers;

import io.utflow.codec.DecoderSpec;
import io.utflow.codec.TextDecoder;
import io.utflow.codec.TextEncoding;
import io.utflow.codec.io.LineReader;
import io.utflow.codec.io.TextReader;
import io.utflow.codec.sse.EventSpec;
import io.utflow.codec.sse.EventStages;
import io.utflow.codec.sse.ServerSentEvent;
import io.utflow.codec.stage.ByteStage;
import io.utflow.codec.stage.LineBreaks;
import io.utflow.codec.stage.LineSpec;
import io.utflow.codec.stage.Stages;
import io.utflow.conformance.DecoderUnderTest;
import io.utflow.conformance.Job;
import io.utflow.conformance.PieceDecoder;
import io.utflow.conformance.Place;
import io.utflow.flow.StageProcessor;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Flow;
import org.jspecify.annotations.Nullable;

/** Utflow without an adapter, as a reader, and in a {@code Flow}. */
final class UtflowStages {
  private UtflowStages() {}

  static List<DecoderUnderTest> all() {
    return List.of(
        DecoderUnderTest.of(
            "Utflow, TextDecoder",
            (job, name) -> job == Job.TEXT ? new OneDecoder(encoding(name)) : null),
        DecoderUnderTest.of("Utflow, stages", (job, name) -> new OneStage(stage(job, name))),
        new Readers("Utflow, TextReader and LineReader", UtflowStages::reader),
        DecoderUnderTest.of("Utflow, Flow", (job, name) -> new OneProcessor(stage(job, name))));
  }

  /** What the standards call so: of the web's encodings the web's reading. */
  static TextEncoding encoding(String name) {
    return name.startsWith("UTF-") ? TextEncoding.forName(name) : TextEncoding.forWebLabel(name);
  }

  static LineBreaks breaks(Job job) {
    return switch (job) {
      case LINES_LF -> LineBreaks.LF_ONLY;
      case LINES_LF_OR_CRLF -> LineBreaks.LF_OR_CRLF;
      case LINES_ANY -> LineBreaks.ANY;
      default -> throw new IllegalArgumentException(job + " has no lines");
    };
  }

  static String output(ServerSentEvent event) {
    return event.type() + "\n" + event.id().orElse("") + "\n" + event.data();
  }

  private static ByteStage<?> stage(Job job, String name) {
    DecoderSpec spec = DecoderSpec.of(encoding(name));
    return switch (job) {
      case TEXT -> Stages.decode(spec);
      case EVENTS -> EventStages.decode(spec, EventSpec.DEFAULT);
      default -> Stages.lines(spec, LineSpec.of(breaks(job)));
    };
  }

  private static Readers.@Nullable Source reader(Job job, String name, InputStream in) {
    DecoderSpec spec = DecoderSpec.of(encoding(name));
    return switch (job) {
      case TEXT -> Readers.chars(new TextReader(in, spec));
      case EVENTS -> null;
      default -> new LineReader(in, spec, LineSpec.of(breaks(job)))::readLine;
    };
  }

  private static String asText(Object output) {
    return output instanceof ServerSentEvent event ? output(event) : output.toString();
  }

  /** The coder itself. */
  private static final class OneDecoder implements PieceDecoder {
    private final List<Place> illFormed = new ArrayList<>();
    private final TextDecoder decoder;

    OneDecoder(TextEncoding encoding) {
      decoder =
          DecoderSpec.of(encoding)
              .observer(
                  sequence ->
                      illFormed.add(new Place((int) sequence.byteOffset(), sequence.length())))
              .newDecoder();
    }

    @Override
    public List<String> piece(byte[] bytes) {
      return nonEmpty(decoder.decode(bytes));
    }

    @Override
    public List<String> end() {
      return nonEmpty(decoder.finish());
    }

    private static List<String> nonEmpty(String text) {
      return text.isEmpty() ? List.of() : List.of(text);
    }

    @Override
    public int pendingBytes() {
      return decoder.pendingBytes();
    }

    @Override
    public List<Place> illFormed() {
      return illFormed;
    }
  }

  /** A stage, offered and polled. */
  private record OneStage(ByteStage<?> stage) implements PieceDecoder {
    @Override
    public List<String> piece(byte[] bytes) {
      stage.offer(ByteBuffer.wrap(bytes));
      return polled();
    }

    @Override
    public List<String> end() {
      stage.endOfInput();
      return polled();
    }

    private List<String> polled() {
      List<String> outputs = new ArrayList<>();
      for (Object output = stage.poll(); output != null; output = stage.poll()) {
        outputs.add(asText(output));
      }
      return outputs;
    }

    @Override
    public void close() {
      stage.close();
    }
  }

  /** A processor whose subscriber asks for all. */
  private static final class OneProcessor implements PieceDecoder, Flow.Subscriber<Object> {
    private final StageProcessor<ByteBuffer, ?> processor;
    private final List<String> outputs = new ArrayList<>();
    private @Nullable Throwable failure;

    OneProcessor(ByteStage<?> stage) {
      processor = new StageProcessor<>(stage);
      processor.subscribe(this);
      processor.onSubscribe(
          new Flow.Subscription() {
            @Override
            public void request(long n) {}

            @Override
            public void cancel() {}
          });
    }

    @Override
    public List<String> piece(byte[] bytes) throws Exception {
      processor.onNext(ByteBuffer.wrap(bytes));
      return taken();
    }

    @Override
    public List<String> end() throws Exception {
      processor.onComplete();
      return taken();
    }

    private List<String> taken() throws Exception {
      if (failure != null) {
        throw new Exception(failure);
      }
      List<String> taken = List.copyOf(outputs);
      outputs.clear();
      return taken;
    }

    @Override
    public void onSubscribe(Flow.Subscription subscription) {
      subscription.request(Long.MAX_VALUE);
    }

    @Override
    public void onNext(Object output) {
      outputs.add(asText(output));
    }

    @Override
    public void onError(Throwable thrown) {
      failure = thrown;
    }

    @Override
    public void onComplete() {}
  }
}
