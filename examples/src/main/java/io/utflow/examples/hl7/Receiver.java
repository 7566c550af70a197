/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.examples.hl7;

import io.micrometer.core.instrument.MeterRegistry;
import java.util.Optional;
import java.util.function.Function;
import reactor.core.publisher.Mono;

/** Answers frames: reads a message, has it stored, and says that it was. Thread-safe. */
final class Receiver {
  private final MessageReader reader;
  private final Function<ReceivedMessage, Mono<Void>> store;
  private final MeterRegistry registry;

  /**
   * @param store completes when the message is safe; only then the sender is told so
   */
  Receiver(
      MessageReader reader, Function<ReceivedMessage, Mono<Void>> store, MeterRegistry registry) {
    this.reader = reader;
    this.store = store;
    this.registry = registry;
  }

  /** The answer, framed. It never fails: what cannot be stored is answered with AE. */
  Mono<byte[]> answer(MllpFrame frame) {
    return Mono.defer(
        () -> {
          ReceivedMessage message = reader.read(frame);
          if (message.refusal().isPresent()) {
            return Mono.just(answer(message, message.refusal()));
          }
          return store
              .apply(message)
              .then(Mono.fromSupplier(() -> answer(message, Optional.empty())))
              .onErrorResume(failure -> Mono.just(answer(message, Optional.of(notStored()))));
        });
  }

  private static Refusal notStored() {
    return Refusal.error(
        "", 207, "Application internal error", "the message could not be stored; send it again");
  }

  private byte[] answer(ReceivedMessage message, Optional<Refusal> refusal) {
    registry
        .counter(
            "messages",
            "answer",
            refusal.map(Refusal::code).orElse("AA"),
            "condition",
            refusal.map(why -> "" + why.condition()).orElse("0"))
        .increment();
    return Acknowledgment.of(message, refusal, reader.names());
  }
}
