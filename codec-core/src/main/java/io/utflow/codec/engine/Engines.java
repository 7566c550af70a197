package io.utflow.codec.engine;

import io.utflow.codec.DecoderSpec;
import java.util.Objects;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * Makes what stages decode with. The package of the specs does so, into which this one does not
 * see, and it says how before there is a spec.
 */
public final class Engines {
  private static volatile @Nullable Factory registered;

  private Engines() {}

  /** Makes them. */
  public interface Factory {
    /** As {@link SegmentDecoder#of}. */
    SegmentDecoder segments(
        DecoderSpec spec, @Nullable CodeUnits source, char mark, Predicate<String> conflicts);

    /** As {@link CodeUnits#of}. */
    CodeUnits units(DecoderSpec spec);

    /** As {@link CodeUnits#areSplit}. */
    boolean splitsUnits(DecoderSpec spec);
  }

  /** Says how they are made. */
  public static void register(Factory factory) {
    registered = factory;
  }

  static Factory factory() {
    return Objects.requireNonNull(registered);
  }
}
