/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.spring;

import io.utflow.codec.BomPolicy;
import io.utflow.codec.DecoderSpec;
import io.utflow.codec.EncoderSpec;
import io.utflow.codec.IllFormedSequence;
import io.utflow.codec.IllFormedTextException;
import io.utflow.codec.MalformedPolicy;
import io.utflow.codec.TextEncoding;
import io.utflow.codec.TextValidator;
import java.nio.ByteBuffer;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.reactivestreams.Publisher;
import org.springframework.core.codec.DecodingException;
import org.springframework.core.io.buffer.DataBuffer;
import org.springframework.core.io.buffer.DataBufferFactory;
import org.springframework.web.reactive.socket.CloseStatus;
import org.springframework.web.reactive.socket.HandshakeInfo;
import org.springframework.web.reactive.socket.WebSocketMessage;
import org.springframework.web.reactive.socket.WebSocketSession;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;
import reactor.core.publisher.SynchronousSink;

/** A session whose text messages are well-formed, those received and those that it makes. */
final class WellFormedSession implements WebSocketSession {
  private static final DecoderSpec RECEIVED =
      DecoderSpec.of(TextEncoding.UTF_8).bom(BomPolicy.KEEP);
  private static final EncoderSpec SENT =
      EncoderSpec.of(TextEncoding.UTF_8).onMalformed(MalformedPolicy.REPORT);

  private final WebSocketSession session;

  WellFormedSession(WebSocketSession session) {
    this.session = session;
  }

  @Override
  public Flux<WebSocketMessage> receive() {
    return Flux.defer(() -> new Receiving().messages());
  }

  /** One subscription to the messages. */
  private final class Receiving {
    /** The failure that the peer has caused; after it nothing is delivered. */
    private @Nullable DecodingException failure;

    /** After the last message, for at a close the server may end the messages at once. */
    Flux<WebSocketMessage> messages() {
      return session.receive().handle(this::deliver).concatWith(Mono.defer(this::last));
    }

    /** The source of the message owns it, also if it is not delivered. */
    private void deliver(WebSocketMessage message, SynchronousSink<WebSocketMessage> receiver) {
      Optional<IllFormedSequence> illFormed =
          message.getType() == WebSocketMessage.Type.TEXT
              ? firstIllFormed(message.getPayload())
              : Optional.empty();
      if (illFormed.isEmpty()) {
        receiver.next(message);
        return;
      }
      IllFormedTextException cause = new IllFormedTextException(illFormed.get(), "");
      failure = new DecodingException("Text decoding error: " + cause.getMessage(), cause);
      // Before the source is cancelled, at which reactor-netty closes with a status of its own.
      session
          .close(CloseStatus.BAD_DATA)
          .contextWrite(receiver.contextView())
          .subscribe(closed -> {}, notClosed -> {});
      receiver.complete();
    }

    private Mono<WebSocketMessage> last() {
      return failure == null ? Mono.empty() : Mono.error(failure);
    }
  }

  private static Optional<IllFormedSequence> firstIllFormed(DataBuffer payload) {
    TextValidator validator = RECEIVED.newValidator();
    try (DataBuffer.ByteBufferIterator parts = payload.readableByteBuffers()) {
      while (parts.hasNext()) {
        validator.validate(parts.next(), false);
      }
    }
    return validator.validate(ByteBuffer.allocate(0), true);
  }

  @Override
  public WebSocketMessage textMessage(String payload) {
    byte[] utf8;
    try {
      utf8 = SENT.encode(payload);
    } catch (IllFormedTextException e) {
      throw StringBodyEncoder.illFormed(e);
    }
    return new WebSocketMessage(WebSocketMessage.Type.TEXT, bufferFactory().wrap(utf8));
  }

  @Override
  public String getId() {
    return session.getId();
  }

  @Override
  public HandshakeInfo getHandshakeInfo() {
    return session.getHandshakeInfo();
  }

  @Override
  public DataBufferFactory bufferFactory() {
    return session.bufferFactory();
  }

  @Override
  public Map<String, Object> getAttributes() {
    return session.getAttributes();
  }

  @Override
  public Mono<Void> send(Publisher<WebSocketMessage> messages) {
    return session.send(messages);
  }

  @Override
  public boolean isOpen() {
    return session.isOpen();
  }

  @Override
  public Mono<Void> close(CloseStatus status) {
    return session.close(status);
  }

  @Override
  public Mono<CloseStatus> closeStatus() {
    return session.closeStatus();
  }

  @Override
  public WebSocketMessage binaryMessage(Function<DataBufferFactory, DataBuffer> payload) {
    return session.binaryMessage(payload);
  }

  @Override
  public WebSocketMessage pingMessage(Function<DataBufferFactory, DataBuffer> payload) {
    return session.pingMessage(payload);
  }

  @Override
  public WebSocketMessage pongMessage(Function<DataBufferFactory, DataBuffer> payload) {
    return session.pongMessage(payload);
  }

  @Override
  public String toString() {
    return "WellFormed[" + session + "]";
  }
}
