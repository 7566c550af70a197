/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.codec.scripts;

import io.utflow.codec.scripts.Action.Kind;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** What holds of every script, and on which surfaces it is asked. */
enum Law {
  /** However a stream is cut, and whatever the room of the output: the transcript is the same. */
  CUTS(StreamLaws::cuts, EnumSet.allOf(Surface.class)),
  /**
   * Counters, listeners and bounds of what is pending agree with what was fed and what came out.
   */
  COUNTS(StreamLaws::counts, EnumSet.range(Surface.DECODER_BUFFER, Surface.ENCODE_STAGE)),
  /** Every surface reads what a decoder reads. */
  AS_DECODER(
      StreamLaws::asDecoder,
      EnumSet.of(
          Surface.DECODER_BUFFER,
          Surface.DECODER_PIECES,
          Surface.CHUNKS,
          Surface.CHUNKS_AT_ONCE,
          Surface.WHOLE_TEXT,
          Surface.LINES,
          Surface.LINES_AT_ONCE,
          Surface.RECORDS,
          Surface.TRANSCODER,
          Surface.TRANSCODE_STAGE,
          Surface.TEXT_READER,
          Surface.LINE_READER)),
  /** A transcoder is a decoder with an encoder behind it. */
  TRANSCODE(CodingLaws::transcode, EnumSet.of(Surface.TRANSCODER, Surface.TRANSCODE_STAGE)),
  /** What an encoder writes reads back, or is the stated replacement. */
  READ_BACK(CodingLaws::readBack, EnumSet.of(Surface.ENCODER)),
  /** {@code endOfInput()} is true exactly if only the end proved the sequence. */
  END_PROOF(
      CodingLaws::endProof,
      EnumSet.of(
          Surface.DECODER_BUFFER,
          Surface.DECODER_STRING,
          Surface.CHUNKS,
          Surface.TRANSCODER,
          Surface.VALIDATOR)),
  /** What no continuation could change is out. */
  PROMPT(CodingLaws::prompt, EnumSet.of(Surface.DECODER_STRING)),
  /** The text before an error comes first, then the error, once, then nothing. */
  PREFIX(
      StreamLaws::prefix,
      EnumSet.of(
          Surface.DECODER_BUFFER,
          Surface.DECODER_STRING,
          Surface.DECODER_PIECES,
          Surface.CHUNKS,
          Surface.TEXT_READER)),
  /** What is handed over, read by a fresh stage, is what one stage would have read. */
  TAKE(
      HandOverLaws::take,
      EnumSet.of(
          Surface.CHUNKS,
          Surface.WHOLE_TEXT,
          Surface.LINES,
          Surface.RECORDS,
          Surface.EVENTS,
          Surface.DETECTED_CHUNKS)),
  /** A stream that is switched is two streams. */
  SWITCH(HandOverLaws::switched, EnumSet.of(Surface.CHUNKS, Surface.LOCATED_LINES)),
  /** However a stream is cut that goes on in another encoding: the transcript is the same. */
  SWITCH_CUTS(
      HandOverLaws::switchedCuts,
      EnumSet.of(
          Surface.CHUNKS,
          Surface.WHOLE_TEXT,
          Surface.LINES,
          Surface.LOCATED_LINES,
          Surface.RECORDS,
          Surface.DETECTED_CHUNKS,
          Surface.DETECTED_LINES)),
  /** A coder that was reset is a new one. */
  RESET(
      HandOverLaws::reset,
      EnumSet.of(
          Surface.DECODER_BUFFER,
          Surface.DECODER_STRING,
          Surface.VALIDATOR,
          Surface.TRANSCODER,
          Surface.ENCODER)),
  /** Streams that take turns, or run within each other's observers, know nothing of each other. */
  TENANTS(HandOverLaws::tenants, EnumSet.range(Surface.DECODER_BUFFER, Surface.ENCODE_STAGE)),
  /** An observer that calls its own stream is refused, and the stream goes on. */
  WITHIN(
      HandOverLaws::within,
      EnumSet.of(
          Surface.DECODER_BUFFER,
          Surface.DECODER_PIECES,
          Surface.CHUNKS,
          Surface.LINES,
          Surface.RECORDS,
          Surface.EVENTS,
          Surface.TRANSCODER,
          Surface.VALIDATOR,
          Surface.TRANSCODE_STAGE)),
  /** Server-sent events are those of the standard. */
  EVENTS(EventLaws::events, EnumSet.of(Surface.EVENTS)),
  /** What is written as an event is read as that event. */
  EVENT_WRITE(EventLaws::written, EnumSet.of(Surface.EVENTS)),
  /** What becomes of a line that is too long or refused. */
  LINES(LineLaws::outcomes, EnumSet.of(Surface.LINES, Surface.LOCATED_LINES, Surface.RECORDS)),
  /** What is detected is what a look at the whole stream would tell. */
  DETECT(DetectLaws::detected, EnumSet.of(Surface.DETECTED_CHUNKS, Surface.DETECTED_LINES)),
  /** What comes of a frame is what comes of it alone. */
  FRAMES(FrameLaws::alone, EnumSet.range(Surface.FRAMES, Surface.DRIVEN_FRAMES)),
  /** What is handed over is what has not become an output. */
  FRAMES_TAKE(FrameLaws::taken, EnumSet.of(Surface.WHOLE_FRAMES)),
  /** Lines and what they announce are those of a model. */
  COUNTED(CountedLaws::asModel, EnumSet.of(Surface.COUNTED_TEXTS)),
  /** The splits of a file yield together what one stage yields. */
  SPLITS(FileSplitLaws::splits, EnumSet.of(Surface.CHUNKS, Surface.LOCATED_LINES, Surface.RECORDS));

  private final Consumer<Script> check;
  private final List<Surface> surfaces;

  Law(Consumer<Script> check, Set<Surface> surfaces) {
    this.check = check;
    this.surfaces = List.copyOf(surfaces);
  }

  List<Surface> surfaces() {
    return surfaces;
  }

  /** Which policies for ill-formed sequences a script of it has. */
  List<String> policies() {
    return switch (this) {
      case TAKE, DETECT, READ_BACK, EVENTS, EVENT_WRITE, PROMPT -> List.of("REPLACE");
      case END_PROOF, SWITCH, WITHIN, SPLITS -> List.of("REPLACE", "SKIP", "TEXT");
      case PREFIX -> List.of("REPORT", "TWO");
      case LINES -> List.of("REPLACE", "REPORT", "REPORT", "TWO");
      default -> List.of("REPLACE", "REPLACE", "REPORT", "SKIP", "TEXT", "TWO");
    };
  }

  /** What its scripts do besides offering, if anything. */
  @Nullable Kind special() {
    return switch (this) {
      case TAKE, FRAMES_TAKE -> Kind.TAKE;
      case SWITCH, SWITCH_CUTS -> Kind.SWITCH;
      case RESET -> Kind.RESET;
      default -> null;
    };
  }

  /** Throws a {@link Violation} if it does not hold of a script; a setup may be refused. */
  void check(Script script) {
    try {
      check.accept(script);
    } catch (Surface.Refused | Violation e) {
      throw e;
    } catch (RuntimeException | AssertionError e) {
      throw new Violation("throws " + e, e);
    }
  }

  /** What is wrong, or null. */
  static @Nullable Violation violation(Script script) {
    try {
      script.setup().law().check(script);
      return null;
    } catch (Surface.Refused e) {
      return null;
    } catch (Violation e) {
      return e;
    }
  }
}
