/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.codec.scripts;

import io.utflow.codec.packing.Packing;
import io.utflow.codec.sse.EventStages;
import io.utflow.codec.stage.OutputBuffers;
import io.utflow.codec.stage.Stages;
import java.util.function.BiFunction;

/** The ways through the library. */
enum Surface {
  DECODER_BUFFER(Coders::decodingBuffers, false),
  DECODER_STRING(Coders::decodingStrings, false),
  DECODER_PIECES(Coders::decodingPieces, false),
  CHUNKS((s, t) -> Staged.ofBytes(Stages.decode(s.decoderSpec(t)), s, t), false),
  CHUNKS_AT_ONCE((s, t) -> Staged.atOnce(Stages.decode(s.decoderSpec(t)), s, t), false),
  WHOLE_TEXT(
      (s, t) -> Staged.ofBytes(Stages.text(s.decoderSpec(t), s.number(Setup.Key.MAX)), s, t),
      false),
  LINES((s, t) -> Staged.ofBytes(Stages.lines(s.decoderSpec(t), s.lineSpec(t)), s, t), true),
  LINES_AT_ONCE((s, t) -> Staged.atOnce(Stages.lines(s.decoderSpec(t), s.lineSpec(t)), s, t), true),
  LOCATED_LINES(
      (s, t) -> Staged.ofBytes(Stages.locatedLines(s.decoderSpec(t), s.lineSpec(t)), s, t), true),
  RECORDS((s, t) -> Staged.ofBytes(Stages.records(s.decoderSpec(t), s.recordSpec(t)), s, t), true),
  EVENTS(
      (s, t) -> Staged.ofBytes(EventStages.decode(s.decoderSpec(t), s.eventSpec(t)), s, t), true),
  DETECTED_CHUNKS((s, t) -> Staged.ofBytes(Stages.decode(s.detection(t)), s, t), false),
  DETECTED_LINES((s, t) -> Staged.ofBytes(Stages.lines(s.detection(t), s.lineSpec(t)), s, t), true),
  VALIDATOR(Coders::validating, false),
  VALIDATE_STAGE((s, t) -> Staged.ofBytes(Stages.validate(s.decoderSpec(t)), s, t), false),
  TRANSCODER(Coders::transcoding, false),
  TRANSCODE_STAGE(
      (s, t) ->
          Staged.ofBytes(
              Stages.transcode(
                  s.decoderSpec(t), s.encoderSpec(new Transcript()), OutputBuffers.onHeap()),
              s,
              t),
      false),
  TEXT_READER(Readers::text, false),
  LINE_READER(Readers::lines, true),
  ENCODER(Coders::encoding, false),
  ENCODE_STAGE(
      (s, t) -> Staged.ofText(Stages.encode(s.encoderSpec(t), OutputBuffers.onHeap()), t), false),
  UNPACK_PERCENT((s, t) -> unpacking(Packing.PERCENT, s, t), false),
  UNPACK_BACKSLASH((s, t) -> unpacking(Packing.BACKSLASH_LONG, s, t), false),
  UNPACK_REFERENCES((s, t) -> unpacking(Packing.REFERENCES, s, t), false),
  PACK((s, t) -> Staged.ofText(Packing.PERCENT.packer(), t), false),
  FRAMES(FrameLaws::found, false),
  WHOLE_FRAMES(FrameLaws::whole, true),
  DRIVEN_FRAMES(FrameLaws::driven, false),
  COUNTED_TEXTS(CountedLaws::stage, true);

  private final BiFunction<Setup, Transcript, Subject> maker;
  private final boolean lists;

  Surface(BiFunction<Setup, Transcript, Subject> maker, boolean lists) {
    this.maker = maker;
    this.lists = lists;
  }

  private static Subject unpacking(Packing packing, Setup setup, Transcript told) {
    return Staged.ofText(
        packing.onMalformed(Setup.malformed(setup.get(Setup.Key.MALFORMED))).unpacker(), told);
  }

  /** Whether it reads UTF-16 code units. */
  boolean readsText() {
    return compareTo(ENCODER) >= 0 && !readsFrames();
  }

  boolean readsFrames() {
    return compareTo(FRAMES) >= 0;
  }

  boolean isReader() {
    return this == TEXT_READER || this == LINE_READER;
  }

  boolean writes() {
    return this == TRANSCODER || this == TRANSCODE_STAGE || this == ENCODER || this == ENCODE_STAGE;
  }

  boolean detects() {
    return this == DETECTED_CHUNKS || this == DETECTED_LINES;
  }

  /** Opens a stream. */
  Subject open(Setup setup, Transcript told) {
    if (lists) {
      told.listsOutputs();
    }
    try {
      return maker.apply(setup, told);
    } catch (IllegalArgumentException e) {
      throw new Refused(e);
    }
  }

  /** The setup is refused, so it says nothing about a law. */
  static final class Refused extends RuntimeException {
    private static final long serialVersionUID = 1L;

    Refused(IllegalArgumentException cause) {
      super(cause);
    }
  }
}
