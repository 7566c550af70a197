/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.benchmarks.text;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;

/**
 * Real words of a language, the frequent ones first, drawn at random as a language draws them: the
 * weight of a word is one over its rank (Zipf), so a processor cannot learn their order. They stand
 * in {@code words/NAME.txt}.
 */
final class Words {
  /** Added to the rank: with it the most frequent word is some five in a hundred, as in English. */
  private static final double SHIFT = 2.7;

  private final List<String> words;
  private final double[] upTo;

  private Words(List<String> words) {
    this.words = words;
    this.upTo = new double[words.size()];
    double sum = 0;
    for (int rank = 0; rank < upTo.length; rank++) {
      sum += 1 / (rank + SHIFT);
      upTo[rank] = sum;
    }
  }

  /** The words of the resource of this name. */
  static Words of(String name) {
    try (InputStream in = Words.class.getResourceAsStream("words/" + name + ".txt")) {
      if (in == null) {
        throw new IllegalArgumentException("no words/" + name + ".txt");
      }
      String all = new String(in.readAllBytes(), StandardCharsets.UTF_8);
      return new Words(List.of(all.strip().split("\\s+")));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  String draw(SplittableRandom random) {
    int found = Arrays.binarySearch(upTo, random.nextDouble(upTo[upTo.length - 1]));
    return words.get(found < 0 ? ~found : found);
  }
}
