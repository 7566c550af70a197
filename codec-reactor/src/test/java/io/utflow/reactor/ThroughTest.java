package io.utflow.reactor;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.netty.buffer.ByteBuf;
import io.netty.util.IllegalReferenceCountException;
import io.utflow.codec.DecoderSpec;
import io.utflow.codec.TextEncoding;
import io.utflow.codec.stage.LineBreaks;
import io.utflow.codec.stage.LineSpec;
import io.utflow.codec.stage.Stage;
import io.utflow.codec.stage.Stages;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Hooks;

/** A stage of the user's own on every facade: what it yields, throws and owns. */
class ThroughTest {
  private static final DecoderSpec UTF_8 = DecoderSpec.of(TextEncoding.UTF_8);
  private static final byte[] FRAMES = latin1("\3abc\0\1d\5efghi\2jk");

  static List<Surface<?>> surfaces() {
    return Surface.all();
  }

  private static byte[] latin1(String text) {
    return text.getBytes(StandardCharsets.ISO_8859_1);
  }

  /** The example: a byte that says a length, and so many bytes of Latin-1. */
  private static class Frames implements Stage<ByteBuffer, String> {
    private final StringBuilder frame = new StringBuilder();
    private ByteBuffer input = ByteBuffer.allocate(0);
    private int missing = -1;

    @Override
    public void offer(ByteBuffer next) {
      assertThat(input.hasRemaining()).as("bytes left over").isFalse();
      input = next;
    }

    @Override
    public void endOfInput() {}

    @Override
    public String poll() {
      while (missing != 0 && input.hasRemaining()) {
        int value = input.get() & 0xFF;
        if (missing < 0) {
          missing = value;
        } else {
          frame.append((char) value);
          missing--;
        }
      }
      if (missing != 0) {
        return null;
      }
      String whole = frame.toString();
      frame.setLength(0);
      missing = -1;
      return whole;
    }

    @Override
    public void close() {}
  }

  /** As {@link Frames}, and tells how it is used. */
  private static final class Counted extends Frames {
    private int polls;
    private int closes;

    @Override
    public String poll() {
      polls++;
      return super.poll();
    }

    @Override
    public void close() {
      closes++;
    }
  }

  @ParameterizedTest
  @MethodSource("surfaces")
  <B> void aStageOfTheUsersOwnRunsOverEveryKindOfBuffer(Surface<B> surface) {
    for (List<byte[]> cut : Buffered.everyCut(FRAMES)) {
      for (long demand : new long[] {1, 3, Long.MAX_VALUE}) {
        Counted stage = new Counted();
        Delivery<B> delivery = new Delivery<>(surface, cut);
        Flux<String> frames = delivery.flux().transform(Seams.of(surface).through(() -> stage));
        assertThat(DecodingTest.collect(frames, demand))
            .containsExactly("abc", "", "d", "efghi", "jk");
        assertThat(stage.closes).isOne();
        assertThat(delivery.referencesLeft()).hasSize(cut.size()).containsOnly(0);
      }
    }
  }

  @ParameterizedTest
  @MethodSource("surfaces")
  <B> void aChainIsOneStage(Surface<B> surface) {
    LineSpec lf = LineSpec.of(LineBreaks.LF);
    byte[] bytes = "data: a\ndata: \u00E9\n\ndata: \u20AC\n\n".getBytes(StandardCharsets.UTF_8);
    for (List<byte[]> cut : Buffered.everyCut(bytes)) {
      for (long demand : new long[] {1, Long.MAX_VALUE}) {
        Delivery<B> delivery = new Delivery<>(surface, cut);
        Flux<String> events =
            delivery
                .flux()
                .transform(
                    Seams.of(surface)
                        .through(() -> Stages.lines(UTF_8, lf).then(new BlankLineEnds())));
        assertThat(DecodingTest.collect(events, demand))
            .containsExactly("data: a|data: \u00E9", "data: \u20AC");
        assertThat(delivery.referencesLeft()).containsOnly(0);
      }
    }
  }

  /** Joins lines up to an empty one. */
  private static final class BlankLineEnds implements Stage<String, String> {
    private final List<String> lines = new ArrayList<>();
    private boolean ended;

    @Override
    public void offer(String line) {
      ended = line.isEmpty();
      if (!ended) {
        lines.add(line);
      }
    }

    @Override
    public void endOfInput() {}

    @Override
    public String poll() {
      if (!ended) {
        return null;
      }
      ended = false;
      String event = String.join("|", lines);
      lines.clear();
      return event;
    }

    @Override
    public void close() {}
  }

  @Test
  void eachSubscriptionHasAStageOfItsOwn() {
    AtomicInteger made = new AtomicInteger();
    Flux<String> frames =
        Flux.fromIterable(Buffered.pieces(FRAMES, 1))
            .transform(
                ByteArrayText.through(
                    () -> {
                      made.incrementAndGet();
                      return new Frames();
                    }));
    assertThat(made).hasValue(0);
    for (int i = 1; i <= 3; i++) {
      assertThat(frames.collectList().block()).hasSize(5);
      assertThat(made).hasValue(i);
    }
  }

  private enum Where {
    OFFER,
    POLL,
    IS_SPENT,
    END,
    CLOSE
  }

  /** Each input is one output; throws where it is told to, at the second call. */
  private static final class Thrower implements Stage<ByteBuffer, String> {
    private final Where where;
    private int calls;
    private String text;

    Thrower(Where where) {
      this.where = where;
    }

    private void at(Where now) {
      boolean once = now == Where.END || now == Where.CLOSE;
      if (where == now && (once || ++calls == 2)) {
        throw new IllegalStateException("thrown at " + now);
      }
    }

    @Override
    public void offer(ByteBuffer input) {
      at(Where.OFFER);
      text = StandardCharsets.ISO_8859_1.decode(input).toString();
    }

    @Override
    public void endOfInput() {
      at(Where.END);
    }

    @Override
    public String poll() {
      String output = text;
      if (output != null) {
        at(Where.POLL);
      }
      text = null;
      return output;
    }

    @Override
    public boolean isSpent() {
      at(Where.IS_SPENT);
      return true;
    }

    @Override
    public void close() {
      at(Where.CLOSE);
    }
  }

  @ParameterizedTest
  @MethodSource("surfaces")
  <B> void whatTheStageThrowsEndsTheStreamBehindTheOutputsBeforeIt(Surface<B> surface) {
    List<byte[]> pieces = List.of(latin1("a"), latin1("b"), latin1("c"));
    for (Where where : Where.values()) {
      for (long demand : new long[] {1, Long.MAX_VALUE}) {
        Delivery<B> delivery = new Delivery<>(surface, pieces);
        List<String> received = new ArrayList<>();
        List<Throwable> dropped = new ArrayList<>();
        Collector<String> collector = new Collector<>(demand, received::add);
        Hooks.onErrorDropped(dropped::add);
        try {
          delivery
              .flux()
              .transform(Seams.of(surface).through(() -> new Thrower(where)))
              .subscribe(collector);
        } finally {
          Hooks.resetOnErrorDropped();
        }
        String message = "thrown at " + where;
        if (where == Where.CLOSE) {
          assertThat(collector.completed()).isTrue();
          assertThat(dropped).singleElement().extracting(Throwable::getMessage).isEqualTo(message);
        } else {
          assertThat(collector.error()).hasMessage(message);
          assertThat(dropped).isEmpty();
        }
        switch (where) {
          case OFFER, POLL -> assertThat(String.join("", received)).isEqualTo("a");
          case IS_SPENT -> assertThat(String.join("", received)).isEqualTo("ab");
          default -> assertThat(String.join("", received)).isEqualTo("abc");
        }
        assertThat(delivery.referencesLeft()).isSubsetOf(0);
      }
    }
  }

  @Test
  void aSupplierThatThrowsOrAnswersNullFailsTheSubscriptionWithAMessage() {
    Flux<byte[]> source = Flux.just(FRAMES);
    List<Throwable> errors = new ArrayList<>();
    source.transform(ByteArrayText.<String>through(() -> null)).subscribe(frame -> {}, errors::add);
    source
        .transform(
            ByteArrayText.<String>through(
                () -> {
                  throw new IllegalStateException("no stage today");
                }))
        .transform(frames -> frames.map(String::length))
        .subscribe(frame -> {}, errors::add);
    assertThat(errors)
        .extracting(Throwable::getMessage)
        .containsExactly("the supplier of stages answered null", "no stage today");
    assertThatThrownBy(() -> ByteArrayText.through(null)).hasMessage("stages");
    assertThatThrownBy(() -> ByteArrayText.through(Frames::new, null)).hasMessage("release");
  }

  @ParameterizedTest
  @MethodSource("surfaces")
  <B> void aStageThatYieldsNothingTakesAllAndCompletes(Surface<B> surface) {
    for (long demand : new long[] {1, Long.MAX_VALUE}) {
      Delivery<B> delivery = new Delivery<>(surface, Buffered.pieces(FRAMES, 3));
      Flux<Object> nothing =
          delivery.flux().transform(Seams.of(surface).through(() -> new Answering<>(null)));
      assertThat(DecodingTest.collect(nothing, demand)).isEmpty();
      assertThat(delivery.referencesLeft()).containsOnly(0);
    }
  }

  @ParameterizedTest
  @MethodSource("surfaces")
  <B> void aStageThatYieldsForEverIsPolledNoMoreThanOneAhead(Surface<B> surface) {
    Delivery<B> delivery = new Delivery<>(surface, List.of(FRAMES));
    Answering<String> stage = new Answering<>("again");
    delivery
        .flux()
        .transform(Seams.of(surface).through(() -> stage))
        .take(5, true)
        .subscribe(text -> {});
    assertThat(stage.polls).isBetween(5, 6);
    assertThat(delivery.referencesLeft()).isSubsetOf(0);
  }

  /** Looks at no input, and always yields the same. */
  private static final class Answering<O> implements Stage<ByteBuffer, O> {
    private final O answer;
    private int polls;

    Answering(O answer) {
      this.answer = answer;
    }

    @Override
    public void offer(ByteBuffer input) {}

    @Override
    public void endOfInput() {}

    @Override
    public O poll() {
      polls++;
      return answer;
    }

    @Override
    public void close() {}
  }

  @ParameterizedTest
  @MethodSource("surfaces")
  <B> void outputsThatAreNotDeliveredAreReleasedOnce(Surface<B> surface) {
    for (long demand : new long[] {1, 2, Long.MAX_VALUE}) {
      for (int taken = 0; taken <= 5; taken++) {
        List<ByteBuf> made = new ArrayList<>();
        List<ByteBuf> received = new ArrayList<>();
        Delivery<B> delivery = new Delivery<>(surface, Buffered.pieces(FRAMES, 4));
        Collector<ByteBuf> collector = new Collector<>(demand, received::add);
        int last = taken;
        delivery
            .flux()
            .transform(
                Seams.of(surface)
                    .through(() -> new Frames().then(new Copies(made)), ByteBuf::release))
            .doOnNext(frame -> cancelAt(last, received.size() + 1, collector))
            .subscribe(collector);
        collector.cancel();
        received.forEach(ByteBuf::release);
        assertThat(made).extracting(ByteBuf::refCnt).isSubsetOf(0);
        assertThat(delivery.referencesLeft()).isSubsetOf(0);
      }
    }
  }

  private static void cancelAt(int last, int now, Collector<?> collector) {
    if (now == last) {
      collector.cancel();
    }
  }

  /** Text to buffers that are counted. */
  private static final class Copies implements Stage<String, ByteBuf> {
    private final List<ByteBuf> made;
    private String text;

    Copies(List<ByteBuf> made) {
      this.made = made;
    }

    @Override
    public void offer(String input) {
      text = input;
    }

    @Override
    public void endOfInput() {}

    @Override
    public ByteBuf poll() {
      if (text == null) {
        return null;
      }
      made.add(Surface.pooledDirect().of().apply(latin1(text)));
      text = null;
      return made.get(made.size() - 1);
    }

    @Override
    public void close() {}
  }

  @ParameterizedTest
  @MethodSource("surfaces")
  <B> void aBufferGoesWithItsLastOutput(Surface<B> surface) {
    for (long demand : new long[] {1, Long.MAX_VALUE}) {
      Delivery<B> delivery = new Delivery<>(surface, List.of(latin1("abc"), latin1("def")));
      List<Integer> references = new ArrayList<>();
      Collector<String> collector =
          new Collector<>(
              demand,
              text -> {
                List<B> delivered = delivery.delivered();
                references.add(
                    surface.references().applyAsInt(delivered.get(delivered.size() - 1)));
              });
      delivery.flux().transform(surface.decode().apply(UTF_8)).subscribe(collector);
      assertThat(collector.completed()).isTrue();
      assertThat(references).hasSizeGreaterThanOrEqualTo(2).endsWith(0);
    }
  }

  @Test
  void aStageThatSaysThatAnInputIsSpentIsPolledOnceForIt() {
    for (boolean tells : new boolean[] {true, false}) {
      for (long demand : new long[] {1, Long.MAX_VALUE}) {
        PollCounter stage = new PollCounter(tells);
        Flux<String> text =
            Flux.fromIterable(List.of(latin1("a"), latin1("b"), latin1("c")))
                .transform(ByteArrayText.through(() -> stage));
        assertThat(DecodingTest.collect(text, demand)).containsExactly("a", "b", "c");
        // Besides, before the first input and at the end.
        assertThat(stage.polls).isEqualTo(tells ? 3 + 2 : 3 + 3 + 2);
      }
    }
  }

  /** Decodes; counts, and may hide that it knows when an input is spent. */
  private static final class PollCounter implements Stage<ByteBuffer, String> {
    private final Stage<ByteBuffer, String> chunks = Stages.chunks(UTF_8);
    private final boolean tells;
    private int polls;

    PollCounter(boolean tells) {
      this.tells = tells;
    }

    @Override
    public void offer(ByteBuffer input) {
      chunks.offer(input);
    }

    @Override
    public void endOfInput() {
      chunks.endOfInput();
    }

    @Override
    public String poll() {
      polls++;
      return chunks.poll();
    }

    @Override
    public boolean isSpent() {
      return tells && chunks.isSpent();
    }

    @Override
    public void close() {
      chunks.close();
    }
  }

  @Test
  void aReleaseThatFailsWithTheLastOutputComesBehindIt() {
    for (long demand : new long[] {1, Long.MAX_VALUE}) {
      ByteBuf buffer = Surface.pooledDirect().of().apply(latin1("abc"));
      List<String> received = new ArrayList<>();
      Collector<String> collector = new Collector<>(demand, received::add);
      Flux.just(buffer)
          .transform(ByteBufText.through(() -> new Thief(buffer)))
          .subscribe(collector);
      assertThat(received).containsExactly("stolen");
      assertThat(collector.error())
          .isInstanceOf(IllegalReferenceCountException.class)
          .hasMessageContaining("receive().retain()");
    }
  }

  /** Releases a buffer that is the operator's. */
  private static final class Thief implements Stage<ByteBuffer, String> {
    private final ByteBuf buffer;
    private boolean fed;

    Thief(ByteBuf buffer) {
      this.buffer = buffer;
    }

    @Override
    public void offer(ByteBuffer input) {
      fed = true;
    }

    @Override
    public void endOfInput() {}

    @Override
    public String poll() {
      if (!fed) {
        return null;
      }
      fed = false;
      buffer.release();
      return "stolen";
    }

    @Override
    public boolean isSpent() {
      return !fed;
    }

    @Override
    public void close() {}
  }
}
