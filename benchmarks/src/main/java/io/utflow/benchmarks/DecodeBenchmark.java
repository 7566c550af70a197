package io.utflow.benchmarks;

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
 * Every subject on every kind of text. Before the measurement the subject reads all the others:
 * code compiled for one text alone is faster than any server sees.
 */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.MICROSECONDS)
@Warmup(iterations = 3, time = 1)
@Measurement(iterations = 5, time = 1)
@Fork(3)
public class DecodeBenchmark {
  private static final int CHARS = 1 << 16;
  private static final int ROUNDS_OF_ALL = 200;

  /** Who reads. */
  @Param public Subjects subject = Subjects.UTFLOW_CHARS;

  /** What is read. */
  @Param public Script script = Script.MIXED;

  /** In which encoding. */
  @Param({"UTF-8"})
  public String charset = "UTF-8";

  /** Bytes a piece. */
  @Param({"64", "256", "1460", "8192", "65536"})
  public int pieceSize = 8192;

  private Subject opened = pieces -> 0;
  private Pieces pieces = Pieces.of("", Charset.defaultCharset(), 1);

  /** Opens the subject and lets it read every kind of text. */
  @Setup(Level.Trial)
  public void open() {
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
