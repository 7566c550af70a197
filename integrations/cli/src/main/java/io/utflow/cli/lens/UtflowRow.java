/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.cli.lens;

import io.utflow.codec.IllFormedSequence;
import io.utflow.codec.IllFormedTextException;
import io.utflow.codec.TextDecoder;
import io.utflow.codec.TextEncoding;
import io.utflow.codec.stage.ByteStage;
import io.utflow.codec.stage.Stages;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Utflow's decoder and Utflow's lines over one stream, piece after piece. */
final class UtflowRow implements AutoCloseable {
  private static final HexFormat HEX = HexFormat.ofDelimiter(" ").withUpperCase();

  /** More lines or ill-formed sequences of one piece are counted, and not kept. */
  private static final int LISTED = 50;

  private final List<FoundIllFormed> illFormed = new ArrayList<>();
  private final List<String> lines = new ArrayList<>();
  private int illFormedCount;
  private int lineCount;
  private final TextDecoder decoder;
  private final ByteStage<String> stage;
  private @Nullable String failure;
  private boolean linesFailed;

  UtflowRow(Settings settings) {
    decoder = settings.spec().observer(found -> keep(found, settings.malformed())).newDecoder();
    stage = Stages.lines(settings.spec(), settings.lines());
  }

  /** Decodes the next piece; after a failure, nothing. */
  Answer.Row receive(byte[] piece, boolean endOfInput) {
    illFormed.clear();
    lines.clear();
    illFormedCount = 0;
    lineCount = 0;
    splitLines(piece, endOfInput);
    if (failure != null) {
      return Answer.Row.of("", failure);
    }
    try {
      return Answer.Row.of(decoder.decode(ByteBuffer.wrap(piece), endOfInput), null);
    } catch (IllFormedTextException e) {
      failure = e.sequence().toString();
      return Answer.Row.of(e.decodedPrefix(), failure);
    }
  }

  private void splitLines(byte[] piece, boolean endOfInput) {
    if (linesFailed) {
      return;
    }
    try {
      stage.offer(ByteBuffer.wrap(piece));
      drainLines();
      if (endOfInput) {
        stage.endOfInput();
        drainLines();
      }
    } catch (IllFormedTextException e) {
      linesFailed = true; // The row of the text says what it was.
    }
  }

  private void drainLines() {
    for (@Nullable String line = stage.poll(); line != null; line = stage.poll()) {
      lineCount++;
      if (lines.size() < LISTED) {
        lines.add(Answer.Row.of(line, null).text());
      }
    }
  }

  private void keep(IllFormedSequence found, IllFormedChoice choice) {
    illFormedCount++;
    if (illFormed.size() < LISTED) {
      illFormed.add(FoundIllFormed.of(found, choice));
    }
  }

  int illFormedCount() {
    return illFormedCount;
  }

  int lineCount() {
    return lineCount;
  }

  /** The first of the ill-formed sequences that the last piece decided. */
  List<FoundIllFormed> illFormed() {
    return illFormed;
  }

  /** The first of the lines that the last piece completed, each shortened as a row is. */
  List<String> lines() {
    return lines;
  }

  long position() {
    return decoder.position();
  }

  Optional<TextEncoding> resolvedEncoding() {
    return decoder.resolvedEncoding();
  }

  /** The bytes that wait, in hexadecimal: they are the last that were received. */
  String pending(byte[] bytes, int received) {
    int count = failure == null ? decoder.pendingBytes() : 0;
    return HEX.formatHex(Arrays.copyOfRange(bytes, received - count, received));
  }

  @Override
  public void close() {
    stage.close();
  }
}
