package io.utflow.codec;

import io.utflow.codec.kernel.Kernel;
import java.nio.ByteBuffer;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Tells whether one stream of bytes, cut anywhere, is well-formed text, without decoding it.
 * Mutable, one per stream, for one thread at a time. The policy of its spec is ignored, the first
 * ill-formed sequence ends it.
 */
public final class TextValidator extends DecodingLoop {
  private static final MalformedRule REPORT = (MalformedRule) MalformedPolicy.REPORT;

  private @Nullable IllFormedSequence first;

  TextValidator(DecoderSpec spec) {
    super(spec, REPORT);
  }

  /**
   * Reads all of {@code in}. A sequence cut by its end is judged with the next call, or as
   * truncated if {@code endOfInput}.
   *
   * @param in the next bytes of the stream, read from its position to its limit
   * @param endOfInput whether the stream ends with {@code in}
   * @return the first ill-formed sequence of the stream, with which {@code in} is used up; once it
   *     is there, the answer of every later call. The observer is told once.
   * @throws IllegalStateException if the stream has ended, or its observer has thrown, or calls
   *     this
   */
  public Optional<IllFormedSequence> validate(ByteBuffer in, boolean endOfInput) {
    CodingListener listener = listener();
    return listener == null
        ? judge(in, endOfInput)
        : told(listener, () -> judge(in, endOfInput), judged -> 0);
  }

  private Optional<IllFormedSequence> judge(ByteBuffer in, boolean endOfInput) {
    if (!isReported()) {
      read(in, endOfInput);
    }
    if (first != null) {
      in.position(in.limit());
    }
    return illFormedSequence();
  }

  private void read(ByteBuffer in, boolean endOfInput) {
    Workspace w = Workspace.borrow();
    try {
      run(in, endOfInput, w);
    } catch (Throwable e) {
      if (first == null) {
        first = failedAt();
      }
      if (!isReported()) {
        // Thrown by the observer, of whatever text.
        throw e;
      }
    } finally {
      w.giveBack();
    }
  }

  /**
   * The first ill-formed sequence of the stream, if it is known: also when {@link #validate} threw
   * because the observer did.
   *
   * @return the sequence, empty if there was none yet
   */
  public Optional<IllFormedSequence> illFormedSequence() {
    return Optional.ofNullable(first);
  }

  @Override
  public void reset() {
    super.reset();
    first = null;
  }

  @Override
  void convert(Workspace w, Kernel kernel) {
    w.pos += kernel.wellFormedPrefix(w.src, w.pos, w.end);
  }

  @Override
  boolean accept(Workspace w, int scalar) {
    return true;
  }
}
