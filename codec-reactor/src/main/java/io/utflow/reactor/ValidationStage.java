package io.utflow.reactor;

import io.utflow.codec.DecoderSpec;
import io.utflow.codec.IllFormedSequence;
import io.utflow.codec.TextValidator;
import io.utflow.codec.stage.Stage;
import java.nio.ByteBuffer;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Passes each buffer on once its complete sequences are known to be well-formed; of the first that
 * holds an offence, what stands before it, and then the error. A sequence open at the end of a
 * buffer is judged with the next one, or as truncated at the end.
 */
final class ValidationStage<B> implements Stage<B, B> {
  private static final ByteBuffer NOTHING = ByteBuffer.allocate(0).asReadOnlyBuffer();

  private final Buffers<B> buffers;
  private final TextValidator validator;
  private @Nullable B held;
  private @Nullable IllFormedSequence offence;
  private @Nullable Throwable failure;
  private boolean ending;

  ValidationStage(Buffers<B> buffers, DecoderSpec spec) {
    this.buffers = buffers;
    // An observer that throws must not hide where the offence stands.
    this.validator = spec.observer(sequence -> note(sequence, spec)).newValidator();
  }

  private void note(IllFormedSequence sequence, DecoderSpec spec) {
    offence = sequence;
    spec.observer().ifPresent(observer -> observer.accept(sequence));
  }

  @Override
  public void offer(B input) {
    if (held != null) {
      throw new IllegalStateException("the previous input is not drained: poll until null");
    }
    held = input;
  }

  @Override
  public void endOfInput() {
    ending = true;
  }

  @Override
  public @Nullable B poll() {
    if (failure != null) {
      throw ValidationStage.<RuntimeException>unchecked(failure);
    }
    B buffer = held;
    if (buffer == null) {
      if (ending) {
        judge(NOTHING);
      }
      return null;
    }
    long taken = validator.position() + validator.pendingBytes();
    try {
      for (ByteBuffer view : buffers.views(buffer)) {
        judge(view);
      }
    } catch (Throwable e) { // An observer in Kotlin or Scala may throw what it does not declare.
      failure = e;
      long valid = offence == null ? 0 : offence.offset() - taken;
      if (valid <= 0) {
        throw e;
      }
      B prefix = buffers.prefix(buffer, (int) valid);
      held = null;
      return prefix;
    }
    held = null;
    return buffer;
  }

  private void judge(ByteBuffer bytes) {
    Optional<IllFormedSequence> found = validator.validate(bytes, ending);
    if (found.isPresent()) {
      throw found.get().toException();
    }
  }

  /** Throws the failure as it is, checked or not. */
  @SuppressWarnings("unchecked")
  private static <T extends Throwable> T unchecked(Throwable failure) throws T {
    throw (T) failure;
  }

  @Override
  public void close() {
    B buffer = held;
    held = null;
    if (buffer != null) {
      buffers.release(buffer);
    }
  }
}
