/* SPDX-License-Identifier: Apache-2.0 */
package consumer;

import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.netty.buffer.Unpooled;
import io.netty.channel.embedded.EmbeddedChannel;
import io.utflow.codec.DecoderSpec;
import io.utflow.codec.TextDecoder;
import io.utflow.codec.TextEncoding;
import io.utflow.codec.Utflow;
import io.utflow.codec.stage.LineBreaks;
import io.utflow.codec.stage.LineSpec;
import io.utflow.codec.stage.Stages;
import io.utflow.files.FileText;
import io.utflow.flow.StageProcessor;
import io.utflow.guard.TextGuard;
import io.utflow.icu.GraphemeStage;
import io.utflow.micrometer.UtflowMeters;
import io.utflow.netty.TextStreamDecoder;
import io.utflow.reactor.ByteArrayText;
import io.utflow.spring.CodecSpec;
import io.utflow.spring.UtflowCodecs;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.core.ResolvableType;
import org.springframework.core.io.buffer.DefaultDataBufferFactory;
import org.springframework.http.MediaType;
import reactor.adapter.JdkFlowAdapter;
import reactor.core.publisher.Flux;

/** Decodes text that was cut inside a character, with each module, and says what became of it. */
public final class Main {
  private static final byte[] BYTES = {'a', (byte) 0xE2, (byte) 0x82, (byte) 0xAC, 'b'};
  private static final List<byte[]> PIECES =
      List.of(Arrays.copyOf(BYTES, 2), Arrays.copyOfRange(BYTES, 2, BYTES.length));

  private Main() {}

  public static void main(String[] arguments) {
    say("core", core());
    say("charsets", charsets());
    say("netty", netty());
    say("reactor", reactor());
    say("files", files());
    say("flow", flow());
    say("guard", guard());
    say("icu", icu());
    say("micrometer", micrometer());
    say("spring", spring());
    say("boot", boot());
    say("recipes", recipes());
    say("kernel", Utflow.kernel());
    say("module", String.valueOf(DecoderSpec.class.getModule().getName()));
  }

  private static void say(String what, String text) {
    System.out.println(what + "=" + text.replace("\u20AC", "EURO"));
  }

  private static String core() {
    TextDecoder decoder = DecoderSpec.of(TextEncoding.UTF_8).newDecoder();
    StringBuilder text = new StringBuilder();
    PIECES.forEach(piece -> text.append(decoder.decode(ByteBuffer.wrap(piece), false)));
    return text.toString();
  }

  /** The module that reads it is named nowhere here: it is found as a service. */
  private static String charsets() {
    byte[] euro = {'a', (byte) 0x80, 'b'};
    return DecoderSpec.of(TextEncoding.forName("windows-1252")).decode(euro);
  }

  private static String netty() {
    EmbeddedChannel channel = new EmbeddedChannel(new TextStreamDecoder(TextEncoding.UTF_8));
    PIECES.forEach(piece -> channel.writeInbound(Unpooled.wrappedBuffer(piece)));
    channel.finish();
    StringBuilder text = new StringBuilder();
    for (Object piece = channel.readInbound(); piece != null; piece = channel.readInbound()) {
      text.append(piece);
    }
    return text.toString();
  }

  private static String reactor() {
    return Flux.fromIterable(PIECES)
        .transform(ByteArrayText.decode(TextEncoding.UTF_8))
        .reduce("", String::concat)
        .block();
  }

  private static String files() {
    try {
      Path file = Files.createTempFile("lines", null);
      Files.write(file, BYTES);
      String line =
          FileText.lines(
                  file, DecoderSpec.of(TextEncoding.UTF_8), LineSpec.of(LineBreaks.LF_OR_CRLF))
              .blockFirst()
              .text();
      Files.delete(file);
      return line;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static String flow() {
    StageProcessor<ByteBuffer, String> text =
        new StageProcessor<>(Stages.decode(DecoderSpec.of(TextEncoding.UTF_8)));
    JdkFlowAdapter.publisherToFlowPublisher(Flux.fromIterable(PIECES).map(ByteBuffer::wrap))
        .subscribe(text);
    return JdkFlowAdapter.flowPublisherToFlux(text).reduce("", String::concat).block();
  }

  private static String guard() {
    return TextGuard.forTerminals().guard("a\u001B[m");
  }

  private static String icu() {
    GraphemeStage clusters = GraphemeStage.clusters();
    clusters.offer("e\u0301b");
    clusters.endOfInput();
    int count = 0;
    while (clusters.poll() != null) {
      count++;
    }
    return count + " clusters";
  }

  private static String micrometer() {
    SimpleMeterRegistry registry = new SimpleMeterRegistry();
    UtflowMeters.of(registry).decoding(DecoderSpec.of(TextEncoding.UTF_8)).decode(BYTES);
    return registry.get("utflow.bytes").counter().count() + " bytes";
  }

  private static String spring() {
    return UtflowCodecs.decoder(CodecSpec.DEFAULT)
        .decode(
            Flux.fromIterable(PIECES).map(DefaultDataBufferFactory.sharedInstance::wrap),
            ResolvableType.forClass(String.class),
            MediaType.TEXT_PLAIN,
            null)
        .reduce("", String::concat)
        .block();
  }

  private static String boot() {
    try (ConfigurableApplicationContext context = BootApplication.start()) {
      String text = context.getBean(CodecSpec.class).decoder().decode(BYTES);
      MeterRegistry registry = context.getBean(MeterRegistry.class);
      return text + ", " + registry.get("utflow.bytes").counters().size() + " counters";
    }
  }

  private static String recipes() {
    return ClassLoader.getSystemResource("META-INF/rewrite/utflow.yml") == null ? "none" : "found";
  }
}
