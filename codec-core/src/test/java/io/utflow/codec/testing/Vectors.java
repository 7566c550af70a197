/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.codec.testing;

import com.fasterxml.jackson.databind.MappingIterator;
import com.fasterxml.jackson.databind.json.JsonMapper;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;

/** Loads conformance vectors, one JSON object a line. */
public final class Vectors {
  private static final String FOLDER = "/io/utflow/conformance/";
  private static final JsonMapper JSON = new JsonMapper();

  private Vectors() {}

  /** Read once, for many classes ask for them. */
  private static final class Decode {
    static final List<DecodeVector> ALL = List.copyOf(readDecode());
  }

  /** Every decode vector there is, of the encodings there are. */
  public static List<DecodeVector> decode() {
    return Decode.ALL;
  }

  private static List<DecodeVector> readDecode() {
    List<DecodeVector> vectors = new ArrayList<>();
    vectors.addAll(load("decode-own.jsonl", DecodeVector.class));
    vectors.addAll(load("bom-own.jsonl", DecodeVector.class));
    vectors.addAll(loadShared("decode-suites.jsonl", DecodeVector.class));
    return vectors;
  }

  /** The vectors of a file that is published with the tests. */
  public static <T> List<T> load(String file, Class<T> type) {
    try (InputStream in =
        Objects.requireNonNull(Vectors.class.getResourceAsStream(FOLDER + file), file)) {
      return read(in, type);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /**
   * The vectors of a file that may not be published: those of {@code shared/conformance}, beside
   * the project or above it. Empty where there is no such folder.
   */
  public static <T> List<T> loadShared(String file, Class<T> type) {
    Optional<Path> path = findShared(file);
    if (path.isEmpty()) {
      return List.of();
    }
    try (InputStream in = Files.newInputStream(path.get())) {
      return read(in, type);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static Optional<Path> findShared(String file) {
    for (Path dir = Path.of("").toAbsolutePath(); dir != null; dir = dir.getParent()) {
      Path candidate = dir.resolve("shared").resolve("conformance").resolve(file);
      if (Files.isRegularFile(candidate)) {
        return Optional.of(candidate);
      }
    }
    return Optional.empty();
  }

  private static <T> List<T> read(InputStream in, Class<T> type) throws IOException {
    try (MappingIterator<T> lines = JSON.readerFor(type).readValues(in)) {
      return lines.readAll();
    }
  }
}
