/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.cli.lens;

import io.utflow.codec.TextEncoding;
import java.nio.charset.Charset;
import java.nio.charset.IllegalCharsetNameException;
import java.nio.charset.UnsupportedCharsetException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Iterator;
import java.util.List;
import java.util.NoSuchElementException;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The pieces of a document, each given to Utflow and to the usual decoders when it is asked for,
 * and after the last the end of the input.
 */
final class PieceRun implements Iterator<Answer.Piece>, AutoCloseable {
  private static final byte[] NOTHING = {};

  private final int run;
  private final Pieces pieces;
  private final UtflowRow utflow;
  private final List<UsualDecoder> usual;
  private int next;

  /**
   * A run that begins at a piece. The decoders get all bytes before it as one piece: Utflow's state
   * does not depend on the cuts, and the state of the others does not outlast a piece, or gathers
   * bytes.
   */
  PieceRun(int run, Pieces pieces, Settings settings, int from) {
    if (from < 0 || from > pieces.count()) {
      throw new IllegalArgumentException("there is no piece " + from);
    }
    this.run = run;
    this.pieces = pieces;
    this.utflow = new UtflowRow(settings);
    this.usual =
        charset(settings.textEncoding()).stream()
            .flatMap(
                charset -> UsualDecoder.KINDS.stream().map(kind -> kind.maker().apply(charset)))
            .toList();
    this.next = from;
    if (from > 0) {
      byte[] before = Arrays.copyOf(pieces.bytes(), pieces.from(from));
      utflow.receive(before, false);
      usual.forEach(each -> each.receive(before.clone()));
    }
  }

  /** The charset of the usual decoders for the encoding, if this JVM has one with that name. */
  static Optional<Charset> charset(TextEncoding encoding) {
    for (String name : List.of(encoding.name(), encoding.nameForPeers())) {
      try {
        return Optional.of(Charset.forName(name));
      } catch (UnsupportedCharsetException | IllegalCharsetNameException e) {
        // The next name, or none.
      }
    }
    return Optional.empty();
  }

  @Override
  public boolean hasNext() {
    return next <= pieces.count();
  }

  @Override
  public Answer.Piece next() {
    if (!hasNext()) {
      throw new NoSuchElementException();
    }
    int index = next++;
    boolean atEnd = index == pieces.count();
    int to = pieces.to(index);
    byte[] piece = atEnd ? NOTHING : pieces.piece(index);
    List<Answer.Row> rows = new ArrayList<>();
    rows.add(utflow.receive(piece, atEnd));
    for (UsualDecoder each : usual) {
      UsualDecoder.Output output = atEnd ? each.end() : each.receive(piece.clone());
      rows.add(Answer.Row.of(output.text(), output.failure()));
    }
    @Nullable String encoding = utflow.resolvedEncoding().map(TextEncoding::name).orElse(null);
    return new Answer.Piece(
        run,
        index,
        pieces.from(index),
        to,
        atEnd,
        utflow.pending(pieces.bytes(), to),
        utflow.position(),
        encoding,
        utflow.lineCount(),
        List.copyOf(utflow.lines()),
        utflow.illFormedCount(),
        List.copyOf(utflow.illFormed()),
        rows);
  }

  @Override
  public void close() {
    utflow.close();
    usual.forEach(UsualDecoder::close);
  }
}
