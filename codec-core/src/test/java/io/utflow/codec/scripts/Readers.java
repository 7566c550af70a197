/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.codec.scripts;

import io.utflow.codec.io.IllFormedIOException;
import io.utflow.codec.io.LineReader;
import io.utflow.codec.io.TextReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** The readers as subjects: they read when all is offered, from a source that gives each offer. */
final class Readers {
  private Readers() {}

  /** Gives each piece to a read of its own. */
  private static final class Pieces extends InputStream {
    private final List<byte[]> pieces = new ArrayList<>();
    private int index;
    private byte[] piece = {};
    private int at;

    private boolean next() {
      while (at == piece.length && index < pieces.size()) {
        piece = pieces.get(index++);
        at = 0;
      }
      return at < piece.length;
    }

    @Override
    public int read() {
      return next() ? piece[at++] & 0xFF : -1;
    }

    @Override
    public int read(byte[] to, int from, int length) {
      if (!next()) {
        return -1;
      }
      int count = Math.min(length, piece.length - at);
      System.arraycopy(piece, at, to, from, count);
      at += count;
      return count;
    }
  }

  private interface Reading {
    void all() throws IOException;
  }

  private record Reader(Pieces in, Reading reading, Transcript told) implements Subject {
    @Override
    public void offer(byte[] bytes) {
      in.pieces.add(bytes);
    }

    @Override
    public boolean poll() {
      return false;
    }

    @Override
    public void end() {
      try {
        reading.all();
      } catch (IllFormedIOException e) {
        throw e.sequence().toException();
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }

    @Override
    public void note() {
      told.end(Optional.empty(), -1);
    }
  }

  static Subject text(Setup setup, Transcript told) {
    int room = setup.number(Setup.Key.ROOM);
    Pieces in = new Pieces();
    TextReader reader = new TextReader(in, setup.decoderSpec(told));
    return new Reader(
        in,
        () -> {
          char[] chars = new char[Math.max(1, room)];
          for (int count; (count = reader.read(chars, 0, chars.length)) >= 0; ) {
            told.output(new String(chars, 0, count));
          }
        },
        told);
  }

  static Subject lines(Setup setup, Transcript told) {
    Pieces in = new Pieces();
    LineReader reader = new LineReader(in, setup.decoderSpec(told), setup.lineSpec(told));
    return new Reader(
        in,
        () -> {
          for (String line; (line = reader.readLine()) != null; ) {
            told.output(line);
          }
        },
        told);
  }
}
