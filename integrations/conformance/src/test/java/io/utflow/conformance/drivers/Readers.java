/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.conformance.drivers;

import io.utflow.conformance.Answer;
import io.utflow.conformance.DecoderUnderTest;
import io.utflow.conformance.Job;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.Reader;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Decoders that pull bytes from a stream, and block. An output belongs to the piece that was read
 * last when it came.
 */
final class Readers implements DecoderUnderTest {
  /** Makes a source of outputs over a stream; null at the end. */
  interface Opener {
    @Nullable Source open(Job job, String encoding, InputStream in) throws IOException;
  }

  /** Yields outputs; null at the end. */
  interface Source {
    @Nullable String next() throws IOException;
  }

  private final String name;
  private final Opener opener;

  Readers(String name, Opener opener) {
    this.name = name;
    this.opener = opener;
  }

  static DecoderUnderTest ofTheJdk() {
    return new Readers(
        "JDK " + Runtime.version().feature() + " InputStreamReader, BufferedReader",
        (job, encoding, in) -> {
          if (job != Job.TEXT && job != Job.LINES_ANY) {
            return null;
          }
          Reader reader = new InputStreamReader(in, CharsetDecoders.charsetOfTheJdk(encoding));
          return job == Job.TEXT ? chars(reader) : new BufferedReader(reader)::readLine;
        });
  }

  /** Text as it comes, by the arrays of a program. */
  static Source chars(Reader reader) {
    char[] chars = new char[64];
    return () -> {
      int read = reader.read(chars, 0, chars.length);
      return read < 0 ? null : new String(chars, 0, read);
    };
  }

  @Override
  public String name() {
    return name;
  }

  @Override
  public @Nullable Answer run(Job job, String encoding, List<byte[]> pieces) {
    List<List<String>> outputs =
        Stream.generate(() -> (List<String>) new ArrayList<String>())
            .limit(pieces.size() + 1L)
            .toList();
    Inputs in = new Inputs(pieces);
    try {
      Source source = opener.open(job, encoding, in);
      if (source == null) {
        return null;
      }
      for (String output = source.next(); output != null; output = source.next()) {
        outputs.get(in.last()).add(output);
      }
      return new Answer(outputs, null, null, null);
    } catch (IOException e) {
      return new Answer(outputs, null, null, e.toString());
    }
  }
}
