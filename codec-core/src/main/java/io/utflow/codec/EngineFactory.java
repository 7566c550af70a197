package io.utflow.codec;

import io.utflow.codec.engine.CodeUnits;
import io.utflow.codec.engine.Engines;
import io.utflow.codec.engine.SegmentDecoder;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/** What stages decode with. */
final class EngineFactory implements Engines.Factory {
  @Override
  public SegmentDecoder segments(
      DecoderSpec spec, @Nullable CodeUnits source, char mark, Predicate<String> conflicts) {
    return new SegmentLoop(spec, source, mark, conflicts);
  }

  @Override
  public CodeUnits units(DecoderSpec spec) {
    return CodeUnitLoop.of(spec);
  }

  @Override
  public boolean splitsUnits(DecoderSpec spec) {
    return CodeUnitLoop.isFor(spec);
  }
}
