package io.utflow.examples.transcode;

import io.utflow.codec.TextEncoding;
import java.util.List;
import java.util.stream.Stream;

/** What {@code --list} lists. */
final class Encodings {
  static final List<String> NAMES =
      Stream.of(
              TextEncoding.UTF_8,
              TextEncoding.UTF_16,
              TextEncoding.UTF_16BE,
              TextEncoding.UTF_16LE,
              TextEncoding.UTF_32,
              TextEncoding.UTF_32BE,
              TextEncoding.UTF_32LE)
          .map(TextEncoding::name)
          .toList();

  private Encodings() {}
}
