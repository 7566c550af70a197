/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.codec.sse;

import static org.assertj.core.api.Assertions.assertThat;

import io.utflow.codec.stage.ByteStage;
import io.utflow.codec.testing.BufferKind;
import io.utflow.codec.testing.Cuts;
import io.utflow.codec.testing.Product;
import io.utflow.codec.testing.Vectors;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Event streams, cut everywhere, in every kind of buffer, against the standard. */
class EventVectorsTest {
  private static final List<EventVector> VECTORS =
      Vectors.load("events-own.jsonl", EventVector.class);

  /** What streams of random tests are made of. */
  private static final String[] PARTS = {
    "\r",
    "\n",
    "\r\n",
    "\n\n",
    "\r\r",
    "\r\n\r\n",
    "data",
    "event",
    "id",
    "retry",
    "foo",
    ":",
    ": ",
    " ",
    "\0",
    "\uFEFF",
    "7",
    "x",
    "\u00E9\u20AC",
    "\uD83D\uDE00"
  };

  @ParameterizedTest
  @EnumSource
  void theVectorsHoweverTheyAreCut(BufferKind kind) {
    for (EventVector vector : VECTORS) {
      for (List<byte[]> pieces : Cuts.hostile(Events.utf8(vector.stream()))) {
        assertThat(Events.run(EventSpec.DEFAULT, kind, pieces))
            .as("%s %s, cut %s", vector.id(), vector.note(), Cuts.describe(pieces))
            .isEqualTo(vector.events());
      }
    }
  }

  /** The reference of the random tests is held to the same vectors. */
  @Test
  void theReferenceAgrees() {
    assertThat(VECTORS).hasSizeGreaterThan(50);
    for (EventVector vector : VECTORS) {
      assertThat(ReferenceEvents.of(vector.stream()))
          .as("%s %s", vector.id(), vector.note())
          .isEqualTo(vector.events());
    }
  }

  /** Promptness, too: with each byte all events are out that the stream so far has. */
  @Test
  void randomStreamsByteByByte() {
    Random random = new Random(19);
    for (int i = 0; i < Product.sampled(1000); i++) {
      String text = randomStream(random);
      ByteStage<ServerSentEvent> stage = Events.stage(EventSpec.DEFAULT);
      List<ServerSentEvent> events = new ArrayList<>();
      for (int at = 0; at < text.length(); at = text.offsetByCodePoints(at, 1)) {
        String character = text.substring(at, text.offsetByCodePoints(at, 1));
        for (byte b : Events.utf8(character)) {
          stage.offer(ByteBuffer.wrap(new byte[] {b}));
          events.addAll(Events.drain(stage));
        }
        String soFar = text.substring(0, at + character.length());
        assertThat(events).as("%s", hex(soFar)).isEqualTo(ReferenceEvents.of(soFar));
      }
    }
  }

  @ParameterizedTest
  @EnumSource
  void randomStreamsInRandomPieces(BufferKind kind) {
    Random random = new Random(20);
    for (int i = 0; i < Product.sampled(2000); i++) {
      String text = randomStream(random);
      List<byte[]> pieces = Cuts.random(Events.utf8(text), random);
      assertThat(Events.run(EventSpec.DEFAULT, kind, pieces))
          .as("%s, cut %s", hex(text), Cuts.describe(pieces))
          .isEqualTo(ReferenceEvents.of(text));
    }
  }

  private static String randomStream(Random random) {
    StringBuilder text = new StringBuilder();
    for (int parts = random.nextInt(30); parts > 0; parts--) {
      text.append(PARTS[random.nextInt(PARTS.length)]);
      if (random.nextInt(4) == 0) {
        text.append("data: x\n");
      }
    }
    return text.toString();
  }

  private static String hex(String text) {
    StringBuilder hex = new StringBuilder();
    text.chars().forEach(c -> hex.append(String.format("%04X ", c)));
    return hex.toString();
  }
}
