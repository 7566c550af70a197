/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.spring;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.netty.buffer.ByteBuf;
import io.utflow.codec.IllFormedTextException;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.function.Function;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.reactivestreams.Publisher;
import org.springframework.core.codec.DecodingException;
import org.springframework.core.codec.EncodingException;
import org.springframework.core.io.buffer.DataBuffer;
import org.springframework.core.io.buffer.DataBufferUtils;
import org.springframework.core.io.buffer.DefaultDataBufferFactory;
import org.springframework.web.reactive.socket.CloseStatus;
import org.springframework.web.reactive.socket.WebSocketHandler;
import org.springframework.web.reactive.socket.WebSocketMessage;
import org.springframework.web.reactive.socket.WebSocketSession;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;
import reactor.core.publisher.Sinks;
import reactor.test.StepVerifier;

/** What a well-formed session asks of the session behind it, in which order, and who owns what. */
class WellFormedSessionTest {
  private static final byte[] ILL_FORMED = {'a', 'b', (byte) 0xFF};

  /** What was called, and what the source saw. */
  private final List<String> calls = new ArrayList<>();

  private final List<ByteBuf> counted = new ArrayList<>();

  private static byte[] utf8(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }

  private WebSocketMessage message(WebSocketMessage.Type type, Buffers kind, byte[] payload) {
    return new WebSocketMessage(type, kind.buffer(payload, counted));
  }

  /** A session that delivers these, as a server would: its owner releases none of them. */
  private WebSocketSession delivering(Flux<WebSocketMessage> messages, Mono<Void> closed) {
    return new WellFormedSession(
        (WebSocketSession)
            Proxy.newProxyInstance(
                getClass().getClassLoader(),
                new Class<?>[] {WebSocketSession.class},
                (proxy, method, arguments) ->
                    switch (method.getName()) {
                      case "receive" -> messages.doOnCancel(() -> calls.add("cancel"));
                      case "close" ->
                          closed.doFirst(() -> calls.add("close " + ((CloseStatus) arguments[0])));
                      case "bufferFactory" -> DefaultDataBufferFactory.sharedInstance;
                      default -> throw new AssertionError(method);
                    }));
  }

  @ParameterizedTest
  @EnumSource
  void aMessageIsDeliveredAsItIs(Buffers kind) {
    List<WebSocketMessage> all = new ArrayList<>();
    for (WebSocketMessage.Type type : WebSocketMessage.Type.values()) {
      all.add(message(type, kind, utf8("a\u4E2D\uFEFF")));
    }
    all.add(message(WebSocketMessage.Type.BINARY, kind, ILL_FORMED));
    all.add(message(WebSocketMessage.Type.TEXT, kind, utf8("")));
    StepVerifier.create(delivering(Flux.fromIterable(all), Mono.empty()).receive())
        .expectNextSequence(all)
        .verifyComplete();
    assertThat(calls).isEmpty();
    for (WebSocketMessage message : all) {
      assertThat(message.getPayload().readPosition()).isZero();
      DataBufferUtils.release(message.getPayload());
    }
    assertThat(counted).allSatisfy(buffer -> assertThat(buffer.refCnt()).isZero());
  }

  /** The close goes first: at a cancel a server may close with a status of its own. */
  @ParameterizedTest
  @EnumSource
  void anIllFormedMessageIsClosedThenCancelledThenFails(Buffers kind) {
    WebSocketMessage first = message(WebSocketMessage.Type.TEXT, kind, utf8("ok"));
    WebSocketMessage illFormed = message(WebSocketMessage.Type.TEXT, kind, ILL_FORMED);
    WebSocketMessage behind = message(WebSocketMessage.Type.TEXT, kind, utf8("behind"));
    Sinks.Many<WebSocketMessage> source = Sinks.many().unicast().onBackpressureBuffer();
    for (WebSocketMessage each : List.of(first, illFormed, behind)) {
      source.tryEmitNext(each).orThrow();
    }
    StepVerifier.create(
            delivering(source.asFlux(), Mono.empty())
                .receive()
                .doOnError(failure -> calls.add("failure")))
        .expectNext(first)
        .verifyErrorSatisfies(
            failure ->
                assertThat(failure)
                    .isInstanceOf(DecodingException.class)
                    .hasMessageContaining("INVALID_BYTE at byte 2 of UTF-8 text: FF")
                    .hasCauseInstanceOf(IllFormedTextException.class));
    assertThat(calls).containsExactly("close " + CloseStatus.BAD_DATA, "cancel", "failure");
    // Whoever has sent the messages releases them, as it does where all is well.
    for (WebSocketMessage each : List.of(first, illFormed, behind)) {
      DataBufferUtils.release(each.getPayload());
    }
    assertThat(counted).allSatisfy(buffer -> assertThat(buffer.refCnt()).isZero());
  }

  /** As reactor-netty may do: the source ends while it is being closed. */
  @Test
  void aSourceThatEndsAtTheCloseHidesNothing() {
    Sinks.Many<WebSocketMessage> source = Sinks.unsafe().many().unicast().onBackpressureError();
    StepVerifier.create(
            delivering(source.asFlux(), Mono.fromRunnable(() -> source.tryEmitComplete().orThrow()))
                .receive())
        .then(
            () ->
                source
                    .tryEmitNext(message(WebSocketMessage.Type.TEXT, Buffers.HEAP, ILL_FORMED))
                    .orThrow())
        .verifyError(DecodingException.class);
  }

  @Test
  void aCloseThatFailsHidesNothing() {
    WebSocketMessage illFormed = message(WebSocketMessage.Type.TEXT, Buffers.HEAP, ILL_FORMED);
    StepVerifier.create(
            delivering(Flux.just(illFormed), Mono.error(new IllegalStateException("gone")))
                .receive())
        .verifyError(DecodingException.class);
  }

  @Test
  void unpairedSurrogatesAreRefused() {
    WebSocketSession session = delivering(Flux.empty(), Mono.empty());
    for (String text : List.of("", "a\u00E9\u4E2D\uD83D\uDE00", "\uFEFFm", "\uFFFD")) {
      WebSocketMessage message = session.textMessage(text);
      assertThat(message.getType()).isEqualTo(WebSocketMessage.Type.TEXT);
      byte[] bytes = new byte[message.getPayload().readableByteCount()];
      message.getPayload().read(bytes);
      assertThat(bytes).isEqualTo(utf8(text));
    }
    for (String text : List.of("\uD83D", "a\uDE00", "\uDE00\uD83D", "\uD83D\uD83D\uDE00")) {
      assertThatThrownBy(() -> session.textMessage(text))
          .isInstanceOf(EncodingException.class)
          .hasCauseInstanceOf(IllFormedTextException.class);
    }
  }

  /** All else is what the session behind it answers. */
  @Test
  void theRestIsTheSessionsOwn() throws ReflectiveOperationException {
    List<Object> answers = new ArrayList<>();
    Set<String> own = Set.of("receive", "textMessage", "toString");
    WebSocketSession behind =
        (WebSocketSession)
            Proxy.newProxyInstance(
                getClass().getClassLoader(),
                new Class<?>[] {WebSocketSession.class},
                (proxy, method, arguments) -> {
                  calls.add(method.getName() + Arrays.toString(arguments));
                  answers.add(answer(method.getReturnType()));
                  return answers.get(answers.size() - 1);
                });
    WebSocketSession session = new WellFormedSession(behind);
    List<String> called = new ArrayList<>();
    for (Method method : WebSocketSession.class.getMethods()) {
      if (!own.contains(method.getName()) && !method.isDefault()) {
        Object[] arguments =
            Arrays.stream(method.getParameterTypes())
                .map(WellFormedSessionTest::argument)
                .toArray();
        Object answer = call(session, method, arguments);
        called.add(method.getName() + Arrays.toString(arguments.length == 0 ? null : arguments));
        assertThat(answer).as("%s", method).isEqualTo(answers.get(answers.size() - 1));
      }
    }
    assertThat(calls).isEqualTo(called).hasSizeGreaterThan(8);
    assertThat(session).hasToString("WellFormed[null]");
    assertThat(UtflowWebSockets.wellFormed(own(List.of("chat"))))
        .hasToString("WellFormed[own]")
        .satisfies(handler -> assertThat(handler.getSubProtocols()).containsExactly("chat"));
  }

  private static Object call(WebSocketSession session, Method method, Object[] arguments)
      throws ReflectiveOperationException {
    try {
      return method.invoke(session, arguments);
    } catch (InvocationTargetException e) {
      throw new AssertionError(method.toString(), e.getCause());
    }
  }

  private static Object answer(Class<?> type) {
    if (type == boolean.class) {
      return Boolean.TRUE;
    }
    return type == Mono.class ? Mono.never() : null;
  }

  private static Object argument(Class<?> type) {
    if (type == CloseStatus.class) {
      return CloseStatus.GOING_AWAY;
    }
    return type == Publisher.class ? Flux.empty() : (Function<Object, DataBuffer>) factory -> null;
  }

  private static WebSocketHandler own(List<String> protocols) {
    return new WebSocketHandler() {
      @Override
      public List<String> getSubProtocols() {
        return protocols;
      }

      @Override
      public Mono<Void> handle(WebSocketSession session) {
        return Mono.empty();
      }

      @Override
      public String toString() {
        return "own";
      }
    };
  }
}
