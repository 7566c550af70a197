/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.benchmarks;

import io.utflow.benchmarks.text.Pieces;
import io.utflow.benchmarks.text.Script;
import io.utflow.codec.kernel.choice.Kernels;
import java.nio.charset.Charset;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Level;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Warmup;

/**
 * A subject on a kind of text, one fork each, a few of them unless others are chosen with {@code
 * -p}. Before the measurement the subject reads all the kinds: code compiled for one text alone is
 * faster than any server sees.
 *
 * <p>With {@code -prof gc} the bytes allocated are those for a whole stream, 65,536 chars of text.
 */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.MICROSECONDS)
@Warmup(iterations = 3, time = 1)
@Measurement(iterations = 5, time = 1)
@Fork(2)
public class DecodeBenchmark {
  private static final int CHARS = 1 << 16;
  private static final int ROUNDS_OF_ALL = 200;

  /** The contender that reads. */
  @Param({
    "UTFLOW_CHARS",
    "JDK_DECODER",
    "UTFLOW_HANDLER_DIRECT",
    "NETTY_STRING_DECODER_DIRECT",
    "UTFLOW_SPRING_LINES_DIRECT",
    "SPRING_STRING_DECODER_DIRECT"
  })
  public Contender subject = Contender.UTFLOW_CHARS;

  /** The kind of text. */
  @Param({"ASCII", "THREE_BYTE", "MIXED"})
  public Script script = Script.MIXED;

  /** The encoding of the text. */
  @Param({"UTF-8"})
  public String charset = "UTF-8";

  /** Bytes a piece. */
  @Param({"8192"})
  public int pieceSize = 8192;

  private Subject opened = pieces -> 0;
  private Pieces pieces = Pieces.of("", Charset.defaultCharset(), 1);

  /** Opens the subject and lets it read every kind of text. */
  @Setup(Level.Trial)
  public void open() throws InterruptedException {
    Kernels.awaitChoice();
    Charset cs = Charset.forName(charset);
    opened = subject.open(cs);
    for (Script any : Script.values()) {
      Pieces others = Pieces.of(any.text(CHARS), cs, pieceSize);
      for (int i = 0; i < ROUNDS_OF_ALL; i++) {
        opened.read(others);
      }
    }
    pieces = Pieces.of(script.text(CHARS), cs, pieceSize);
  }

  /** One stream. */
  @Benchmark
  public long read() {
    return opened.read(pieces);
  }
}
