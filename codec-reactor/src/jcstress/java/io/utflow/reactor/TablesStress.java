/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.reactor;

import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;
import static org.openjdk.jcstress.annotations.Expect.FORBIDDEN;

import io.utflow.charsets.table.CharacterTable;
import io.utflow.codec.DecoderSpec;
import io.utflow.codec.TextEncoding;
import io.utflow.codec.pool.Pool;
import io.utflow.codec.pool.Pooled;
import io.utflow.codec.stage.RecordSpec;
import io.utflow.codec.stage.Stage;
import io.utflow.codec.stage.Stages;
import java.nio.ByteBuffer;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.II_Result;
import org.openjdk.jcstress.infra.results.I_Result;

/** What threads share: pools, and tables that are made when they are first asked for. */
public class TablesStress {
  private TablesStress() {}

  /** What is lent; a plain field, as those of workspaces are. */
  public static final class Lent extends Pooled {
    int written;
  }

  /** Two threads and one that is free: one of them has it, the other another. */
  @JCStressTest
  @Outcome(id = "1", expect = ACCEPTABLE, desc = "Each has one of its own.")
  @Outcome(expect = FORBIDDEN)
  @State
  public static class BorrowAgainstBorrow {
    private final Pool<Lent> pool = new Pool<>(Lent::new, 2);
    private Lent one;
    private Lent other;

    public BorrowAgainstBorrow() {
      pool.giveBack(pool.borrow());
    }

    @Actor
    public void first() {
      one = pool.borrow();
    }

    @Actor
    public void second() {
      other = pool.borrow();
    }

    @Arbiter
    public void look(I_Result result) {
      result.r1 = one == other ? 2 : 1;
    }
  }

  /** Whoever has it next sees what was done to it. */
  @JCStressTest
  @Outcome(id = "1", expect = ACCEPTABLE, desc = "All was seen, or another was lent.")
  @Outcome(expect = FORBIDDEN)
  @State
  public static class BorrowAgainstGivingBack {
    private final Pool<Lent> pool = new Pool<>(Lent::new, 2);
    private final Lent lent = pool.borrow();

    @Actor
    public void giveBack() {
      lent.written = 1;
      pool.giveBack(lent);
    }

    @Actor
    public void borrow(I_Result result) {
      Lent next = pool.borrow();
      result.r1 = next == lent ? next.written : 1;
    }
  }

  /** A page of the characters of a charset, which two threads ask for first. */
  @JCStressTest
  @Outcome(id = "66, 67", expect = ACCEPTABLE, desc = "Both read what the page holds.")
  @Outcome(expect = FORBIDDEN)
  @State
  public static class FirstPageOfCharacters {
    private final CharacterTable table = new CharacterTable(scalar -> scalar + 1);

    @Actor
    public void first(II_Result result) {
      result.r1 = table.get('A');
    }

    @Actor
    public void second(II_Result result) {
      result.r2 = table.get('B');
    }
  }

  /** The delimiters of a spec in an encoding, which two threads use first. */
  @JCStressTest
  @Outcome(id = "3, 3", expect = ACCEPTABLE, desc = "Both have all records.")
  @Outcome(expect = FORBIDDEN)
  @State
  public static class FirstUseOfDelimiters {
    private static final DecoderSpec UTF_8 = DecoderSpec.of(TextEncoding.UTF_8);
    private final RecordSpec records = RecordSpec.delimitedBy("|", "ab");

    private int read() {
      Stage<ByteBuffer, String> stage = Stages.records(UTF_8, records);
      stage.offer(ByteBuffer.wrap("x|yabz|".getBytes(StandardCharsets.US_ASCII)));
      int count = 0;
      for (String record; (record = stage.poll()) != null; ) {
        count += record.length();
      }
      return count;
    }

    @Actor
    public void first(II_Result result) {
      result.r1 = read();
    }

    @Actor
    public void second(II_Result result) {
      result.r2 = read();
    }
  }

  /** An encoding by its name: two threads are given one object. The next name each time. */
  @JCStressTest
  @Outcome(id = "1", expect = ACCEPTABLE, desc = "One encoding.")
  @Outcome(expect = FORBIDDEN)
  @State
  public static class FirstUseOfANameBySomeThreads {
    private static final List<String> NAMES = List.copyOf(Charset.availableCharsets().keySet());
    private static final AtomicInteger NEXT = new AtomicInteger();

    private final String name = NAMES.get(Math.floorMod(NEXT.getAndIncrement(), NAMES.size()));
    private Object one;
    private Object other;

    @Actor
    public void first() {
      one = TextEncoding.find(name);
    }

    @Actor
    public void second() {
      other = TextEncoding.find(name);
    }

    @Arbiter
    public void look(I_Result result) {
      result.r1 = one.equals(other) ? 1 : 2;
    }
  }
}
