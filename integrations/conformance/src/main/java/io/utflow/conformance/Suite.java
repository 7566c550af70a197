/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.conformance;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Predicate;

/** Vectors, and the judgement of a decoder by them. Immutable. */
public final class Suite {
  /** The version of the vectors: it rises with each that is added, changed or gone. */
  public static final int VERSION = 1;

  private static final String[] FILES = {"text", "lines", "events"};

  private final List<ConformanceVector> vectors;

  private Suite(List<ConformanceVector> vectors) {
    this.vectors = List.copyOf(vectors);
  }

  /** {@return all vectors of this version} */
  public static Suite all() {
    List<ConformanceVector> vectors = new ArrayList<>();
    for (String file : FILES) {
      try (InputStream in = Suite.class.getResourceAsStream(file + ".jsonl");
          BufferedReader reader =
              new BufferedReader(
                  new InputStreamReader(
                      Objects.requireNonNull(in, file), StandardCharsets.US_ASCII))) {
        Map<String, Object> header = Json.object(Objects.requireNonNull(reader.readLine()));
        if (!Long.valueOf(VERSION).equals(header.get("version"))) {
          throw new IllegalStateException(file + ".jsonl is of another version: " + header);
        }
        reader.lines().map(Json::object).map(ConformanceVector::new).forEach(vectors::add);
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }
    return new Suite(vectors);
  }

  /**
   * {@return a suite with those of the vectors that pass}
   *
   * @param wanted whether a vector stays
   */
  public Suite only(Predicate<ConformanceVector> wanted) {
    return new Suite(vectors.stream().filter(wanted).toList());
  }

  /** {@return the vectors, in order} */
  public List<ConformanceVector> vectors() {
    return vectors;
  }

  /**
   * Judges a decoder by all vectors in whose job and encoding it takes part.
   *
   * @param decoder the decoder
   * @return the scores, and what failed
   */
  public Report judge(DecoderUnderTest decoder) {
    List<Verdict> verdicts = new ArrayList<>();
    for (ConformanceVector vector : vectors) {
      judge(vector, decoder).ifPresent(verdicts::add);
    }
    return new Report(decoder.name(), verdicts);
  }

  /**
   * Judges a decoder by one vector.
   *
   * @param vector the vector
   * @param decoder the decoder
   * @return what became of it; empty if the decoder takes no part in its job or encoding
   */
  public static Optional<Verdict> judge(ConformanceVector vector, DecoderUnderTest decoder) {
    return Optional.ofNullable(Judge.judge(vector, decoder));
  }
}
