/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.cli.tail;

import io.utflow.cli.Printable;
import io.utflow.cli.source.Found;
import io.utflow.cli.source.From;
import io.utflow.cli.source.Told;
import io.utflow.codec.BomPolicy;
import io.utflow.codec.DecoderSpec;
import io.utflow.codec.IllFormedSequence;
import io.utflow.codec.TextDecoder;
import io.utflow.codec.TextEncoding;
import io.utflow.codec.stage.ByteStage;
import io.utflow.codec.stage.Stages;
import java.io.PrintWriter;
import java.nio.ByteBuffer;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Decodes a log that grows. Where {@code --from} leaves the encoding open and the log has been
 * ASCII so far, the bytes that are appended decide it.
 */
final class LogText {
  private final String name;
  private final From from;
  private final PrintWriter err;
  private final Told told;

  /** What is known of the log that is read; with ASCII alone it is still open. */
  private Found found;

  private TextDecoder decoder;

  /** Decodes while the encoding is open, instead of the decoder. */
  private @Nullable ByteStage<String> open;

  private boolean isFinal;
  private boolean endsLine;
  private boolean isIllFormedTold;

  /**
   * @param found how the log is encoded, by its first bytes
   * @param lines where reading begins, and how
   */
  LogText(String name, From from, Found found, LastLines lines, PrintWriter err) {
    this.name = name;
    this.from = from;
    this.found = found;
    this.err = err;
    told = new Told(err);
    told.of(name, found);
    decoder = decoder(lines.decoder(), lines.start());
    if (isOpen()) {
      open = open(lines.start() == 0);
    }
  }

  private boolean isOpen() {
    return from.legacy().isPresent() && found.why() == Found.Why.ASCII;
  }

  /** Where nothing but UTF-8 is looked for, the first bytes that are not are told. */
  private TextDecoder decoder(DecoderSpec spec, long start) {
    boolean mayBeAnother =
        from.declared().isEmpty()
            && (found.why() == Found.Why.ASCII || found.why() == Found.Why.WELL_FORMED_UTF_8);
    Consumer<IllFormedSequence> observer = sequence -> tellIllFormed(start + sequence.byteOffset());
    return (mayBeAnother ? spec.observer(observer) : spec).newDecoder();
  }

  private void tellIllFormed(long offset) {
    if (!isIllFormedTold) {
      err.println(
          "%s: not UTF-8 at byte %d; read as UTF-8, name it by --from NAME"
              .formatted(Printable.of(name), offset));
    }
    isIllFormedTold = true;
  }

  private ByteStage<String> open(boolean isStart) {
    isFinal = false;
    return Stages.decode(
        from.afterAscii(
            isStart,
            now -> {
              isFinal = true;
              found = now;
              told.of(name, now);
            }));
  }

  /** Takes the next bytes, and returns the text that is decided. */
  String decode(ByteBuffer bytes) {
    endsLine = bytes.get(bytes.limit() - 1) == '\n';
    if (open == null) {
      return decoder.decode(bytes, false);
    }
    open.offer(bytes);
    return polled(open);
  }

  /**
   * Nothing has been appended for a while: a line that is complete is not withheld until more
   * characters confirm its encoding. Two characters of GBK may look like UTF-8, so later lines are
   * judged anew.
   */
  String idle() {
    if (open == null || isFinal || !endsLine) {
      return "";
    }
    endsLine = false; // Not again while nothing comes.
    open.endOfInput();
    String text = polled(open);
    open = open(false);
    return text;
  }

  /** The rest of the text. */
  String finish() {
    if (open == null) {
      return decoder.finish();
    }
    open.endOfInput();
    return polled(open);
  }

  /**
   * Goes on with another file in the place of the log. It is in the same encoding, unless it begins
   * with a byte order mark or the bytes beyond ASCII are to decide.
   */
  void beginAgain() {
    boolean isUnicode =
        found.why() == Found.Why.BYTE_ORDER_MARK || found.why() == Found.Why.CODE_UNITS;
    if (from.legacy().isPresent() && !isUnicode) {
      open = open(true);
    } else {
      TextEncoding encoding = found.encoding();
      open = null;
      decoder = decoder(DecoderSpec.of(encoding).bom(BomPolicy.SNIFF), 0);
    }
  }

  private static String polled(ByteStage<String> stage) {
    StringBuilder text = new StringBuilder();
    for (String piece = stage.poll(); piece != null; piece = stage.poll()) {
      text.append(piece);
    }
    return text.toString();
  }
}
