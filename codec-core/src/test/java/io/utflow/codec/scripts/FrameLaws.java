/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.codec.scripts;

import static io.utflow.codec.scripts.StreamLaws.require;

import io.utflow.codec.DecoderSpec;
import io.utflow.codec.IllFormedTextException;
import io.utflow.codec.scripts.Action.Kind;
import io.utflow.codec.scripts.Setup.Key;
import io.utflow.codec.stage.ByteStage;
import io.utflow.codec.stage.FrameBounds;
import io.utflow.codec.stage.FrameException;
import io.utflow.codec.stage.FrameException.Reason;
import io.utflow.codec.stage.FrameResult;
import io.utflow.codec.stage.FrameStage;
import io.utflow.codec.stage.Stages;
import io.utflow.codec.stage.TooLongPolicy;
import io.utflow.codec.stage.WholeFrame;
import io.utflow.codec.testing.ReferenceFrames;
import io.utflow.codec.testing.ReferenceFrames.End;
import io.utflow.codec.testing.ReferenceFrames.Frame;
import io.utflow.codec.testing.ReferenceFrames.Framing;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;

/** Frames: each as it is alone, by {@link ReferenceFrames} and a stage that reads nothing else. */
final class FrameLaws {
  private static final FrameResult<String, String> RESULT =
      new FrameResult<>() {
        @Override
        public String output(String output) {
          return output;
        }

        @Override
        public String end(FrameBounds bounds) {
          return ended(bounds.byteOffset(), bounds.length());
        }

        @Override
        public String failed(FrameException failure) {
          return FrameLaws.failed(failure.reason(), failure.byteOffset(), failure.getCause());
        }
      };

  private FrameLaws() {}

  private static String ended(long begin, long length) {
    return "[end " + begin + "+" + length + "]";
  }

  private static String failed(Reason reason, long at, @Nullable Throwable cause) {
    return "[" + reason + " " + at + (cause == null ? "" : " " + cause) + "]";
  }

  // The surfaces.

  /** Fails where a setup is refused. */
  private static void requireReader(Setup setup) {
    setup.frameReader(0, new Transcript()).close();
  }

  static Subject found(Setup setup, Transcript told) {
    requireReader(setup);
    return Staged.ofBytes(
        Stages.frames(
            setup.framing().finder(setup.encoding(Key.FROM)),
            at -> setup.frameReader(at, told),
            RESULT,
            setup.number(Key.FRAME_MAX)),
        setup,
        told);
  }

  static Subject whole(Setup setup, Transcript told) {
    return Staged.ofBytes(wholeStage(setup, told), setup, told);
  }

  private static ByteStage<String> wholeStage(Setup setup, Transcript told) {
    return Stages.wholeFrames(
        setup.framing().finder(setup.encoding(Key.FROM)),
        new Element(setup, told),
        setup.number(Key.FRAME_MAX),
        TooLongPolicy.valueOf(setup.get(Key.TOO_LONG)));
  }

  private record Element(Setup setup, Transcript told) implements WholeFrame<String> {
    @Override
    public String read(ByteBuffer bytes, FrameBounds bounds, boolean truncated) {
      String text = WholeFrame.text(setup.decoderSpec(told)).read(bytes, bounds, truncated);
      return element(text, bounds.byteOffset(), bounds.length(), truncated);
    }

    @Override
    public String failed(FrameException failure) {
      return FrameLaws.failed(failure.reason(), failure.byteOffset(), failure.getCause());
    }
  }

  /** What {@link ReferenceFrames#announced} knows how to read. */
  private static String element(String text, long begin, long length, boolean truncated) {
    return text + "@" + begin + "+" + length + (truncated ? "~" : "");
  }

  static Subject driven(Setup setup, Transcript told) {
    requireReader(setup);
    return new Driven(Stages.frames(RESULT, setup.number(Key.FRAME_MAX)), setup, told);
  }

  /** Each line of bytes is driven as a frame; the end cuts the last. */
  private record Driven(FrameStage<String, String> stage, Setup setup, Transcript told)
      implements Subject {
    @Override
    public void offer(byte[] bytes) {
      int from = 0;
      for (int i = 0; i <= bytes.length; i++) {
        boolean ends = i < bytes.length && bytes[i] == '\n';
        if (ends || i == bytes.length) {
          content(Arrays.copyOfRange(bytes, from, i), ends);
          from = i + 1;
        }
      }
    }

    private void content(byte[] content, boolean ends) {
      if (!stage.isInFrame() && (ends || content.length > 0)) {
        stage.begin(setup.frameReader(0, told));
      }
      if (content.length > 0) {
        stage.offer(setup.kind().of(content));
        drain();
      }
      if (ends) {
        stage.endFrame();
        drain();
      }
    }

    @Override
    public boolean poll() {
      String output = stage.poll();
      if (output != null) {
        told.output(output);
      }
      return output != null;
    }

    @Override
    public void end() {
      if (stage.isInFrame()) {
        stage.cutFrame(cut());
        drain();
      }
      stage.endOfInput();
    }

    @Override
    public void note() {
      told.end(stage.resolvedEncoding(), -1);
    }
  }

  private static Throwable cut() {
    return new java.io.EOFException("of the test");
  }

  // A frame alone.

  /** What comes of a frame that is read by a stage of its own. */
  private static final class Alone {
    final List<String> outputs = new ArrayList<>();
    final Transcript told = new Transcript();
    private final ByteStage<String> reader;
    private final long begin;
    private final boolean hasState;
    private boolean hasFailed;

    Alone(Setup setup, long begin, byte[] content) {
      this.begin = begin;
      this.hasState = hasState(setup);
      this.reader = setup.frameReader(begin, told);
      int length = Math.min(content.length, setup.number(Key.FRAME_MAX));
      if (length > 0) {
        read(() -> reader.offer(ByteBuffer.wrap(content, 0, length)));
      }
      if (length < content.length) {
        fail(Reason.TOO_LONG, null);
      }
    }

    private void read(Runnable call) {
      try {
        call.run();
        String output;
        while ((output = reader.poll()) != null) {
          outputs.add(output);
        }
      } catch (RuntimeException e) {
        fail(Reason.UNREADABLE, e);
      }
    }

    void fail(Reason reason, @Nullable Throwable cause) {
      if (!hasFailed) {
        hasFailed = true;
        outputs.add(failed(reason, begin, cause));
      }
    }

    void end(long length) {
      if (!hasFailed) {
        read(reader::endOfInput);
      }
      if (!hasFailed) {
        outputs.add(ended(begin, length));
      }
    }

    /** What a line that is a frame announces to {@link Framing#RESP}. */
    OptionalLong announced(boolean isEmpty) {
      end(0);
      List<String> lines = outputs.subList(0, outputs.size() - 1);
      if (hasFailed || lines.size() > 1 || lines.isEmpty() && !isEmpty) {
        return isEmpty && !hasFailed && lines.isEmpty()
            ? OptionalLong.empty()
            : OptionalLong.of(-1);
      }
      OptionalLong length =
          lines.isEmpty() ? OptionalLong.empty() : ReferenceFrames.announced(lines.get(0));
      boolean lies = length.isPresent() && (hasState || !told.sequences().isEmpty());
      return lies ? OptionalLong.of(-1) : length;
    }
  }

  /** Whether no length is taken from lines: other characters may have the bytes of digits. */
  private static boolean hasState(Setup setup) {
    try {
      return DecoderSpec.of(setup.encoding(Key.FROM)).startingAt(1).firstByte() != 1;
    } catch (IllegalStateException e) {
      return e.getMessage().contains("has state");
    }
  }

  static void alone(Script script) {
    if (!script.has(Kind.END)) {
      return;
    }
    Setup setup = script.setup();
    Transcript told = Runner.run(script);
    List<String> actual = new ArrayList<>(told.outputs());
    if (told.thrown() instanceof FrameException lost) {
      actual.add(failed(lost.reason(), lost.byteOffset(), null));
    }
    List<String> expected =
        switch (setup.surface()) {
          case FRAMES -> streamed(setup, script.bytes());
          case WHOLE_FRAMES -> whole(setup, script.bytes());
          default -> driven(setup, script.bytes());
        };
    boolean lists = setup.surface() == Surface.WHOLE_FRAMES;
    String among = lists ? actual.toString() : String.join("", actual);
    String alone = lists ? expected.toString() : String.join("", expected);
    require(
        among.equals(alone),
        "among others [%s], alone [%s]",
        Transcript.escape(among),
        Transcript.escape(alone));
  }

  private static List<String> streamed(Setup setup, byte[] stream) {
    List<String> all = new ArrayList<>();
    int max = setup.number(Key.FRAME_MAX);
    List<Frame> frames =
        ReferenceFrames.of(
            setup.framing(), stream, line -> new Alone(setup, 0, line).announced(line.length == 0));
    for (Frame frame : frames) {
      boolean isTooLong = frame.announced() > max;
      if (isTooLong) {
        all.add(failed(Reason.TOO_LONG, frame.begin(), null));
      }
      if (!isTooLong && (frame.end() != End.LOST || frame.announced() >= 0)) {
        all.addAll(read(setup, frame));
      }
      if (frame.end() == End.LOST) {
        all.add(failed(Reason.LOST, frame.after(), null));
      }
    }
    return all;
  }

  private static List<String> read(Setup setup, Frame frame) {
    Alone alone = new Alone(setup, frame.begin(), frame.content());
    switch (frame.end()) {
      case ENDED -> alone.end(frame.content().length);
      case CUT -> alone.fail(Reason.CUT, null);
      case BROKEN -> alone.fail(Reason.BROKEN, null);
      case LOST -> {}
    }
    return alone.outputs;
  }

  private static List<String> driven(Setup setup, byte[] stream) {
    List<String> all = new ArrayList<>();
    String text = new String(stream, StandardCharsets.ISO_8859_1);
    int from = 0;
    for (int end; (end = text.indexOf('\n', from)) >= 0; from = end + 1) {
      Alone alone = new Alone(setup, 0, Arrays.copyOfRange(stream, from, end));
      alone.end(end - from);
      all.addAll(alone.outputs);
    }
    if (from < stream.length) {
      Alone alone = new Alone(setup, 0, Arrays.copyOfRange(stream, from, stream.length));
      alone.fail(Reason.CUT, cut());
      all.addAll(alone.outputs);
    }
    return all;
  }

  private static List<String> whole(Setup setup, byte[] stream) {
    List<String> all = new ArrayList<>();
    for (Frame frame :
        ReferenceFrames.of(setup.framing(), stream, line -> wholeAnnounces(setup, line))) {
      if (frame.end() == End.LOST) {
        boolean fails = frame.announced() > setup.number(Key.FRAME_MAX);
        if (fails && setup.get(Key.TOO_LONG).equals("FAIL")) {
          all.add(failed(Reason.TOO_LONG, frame.begin(), null));
        }
        all.add(failed(Reason.LOST, frame.after(), null));
      } else {
        String element = element(setup, frame);
        if (element != null) {
          all.add(element);
        }
      }
    }
    return all;
  }

  private static OptionalLong wholeAnnounces(Setup setup, byte[] line) {
    if (line.length > setup.number(Key.FRAME_MAX)) {
      return OptionalLong.of(-1);
    }
    try {
      Transcript told = new Transcript();
      String text = setup.decoderSpec(told).decode(line);
      OptionalLong length = ReferenceFrames.announced(element(text, 0, 0, false));
      boolean lies = length.isPresent() && (hasState(setup) || !told.sequences().isEmpty());
      return lies ? OptionalLong.of(-1) : length;
    } catch (IllFormedTextException e) {
      return line.length == 0 ? OptionalLong.empty() : OptionalLong.of(-1);
    }
  }

  private static @Nullable String element(Setup setup, Frame frame) {
    int length = frame.content().length;
    int max = setup.number(Key.FRAME_MAX);
    String policy = setup.get(Key.TOO_LONG);
    boolean isTooLong = length > max || frame.announced() > max;
    if (isTooLong && !policy.equals("TRUNCATE")) {
      return policy.equals("FAIL") ? failed(Reason.TOO_LONG, frame.begin(), null) : null;
    }
    boolean isOpen = length > 0 || frame.announced() >= 0 || setup.framing() == Framing.MLLP;
    if (frame.end() == End.CUT && !(isOpen && policy.equals("TRUNCATE"))) {
      return failed(Reason.CUT, frame.begin(), null);
    }
    if (frame.end() == End.BROKEN) {
      return failed(Reason.BROKEN, frame.begin(), null);
    }
    boolean truncated = length > max || frame.end() == End.CUT;
    byte[] kept = Arrays.copyOf(frame.content(), Math.min(length, max));
    try {
      DecoderSpec spec = setup.decoderSpec(new Transcript()).countingFrom(frame.begin());
      // A character that the bound cuts is left out.
      String text = spec.newDecoder().decode(ByteBuffer.wrap(kept), length <= max);
      return element(text, frame.begin(), length, truncated);
    } catch (IllFormedTextException e) {
      return failed(Reason.UNREADABLE, frame.begin(), e);
    }
  }

  // What is handed over.

  /** Of frames of which each is one element, and without a bound. */
  static void taken(Script script) {
    Setup setup = script.setup().without(Key.FRAME_MAX).without(Key.TOO_LONG);
    int take = script.indexOf(Kind.TAKE);
    List<Frame> frames =
        ReferenceFrames.of(setup.framing(), script.bytes(), line -> wholeAnnounces(setup, line));
    if (take < 0 || frames.stream().anyMatch(frame -> frame.end() == End.LOST)) {
      return;
    }
    byte[] offered = script.bytes(0, take);
    ByteStage<String> stage = wholeStage(setup, new Transcript());
    int polled = 0;
    boolean isDrained = true;
    for (int i = 0; i < take; i++) {
      Action action = script.actions().get(i);
      if (action.is(Kind.OFFER)) {
        stage.offer(setup.kind().of(action.bytes()));
        isDrained = false;
      }
      boolean drains = action.is(Kind.OFFER) && !script.actions().get(i + 1).is(Kind.POLL);
      int most = drains ? Integer.MAX_VALUE : action.count();
      for (int k = 0; k < most && !isDrained; k++) {
        isDrained = stage.poll() == null;
        polled += isDrained ? 0 : 1;
      }
    }
    int from = polled == 0 ? 0 : (int) frames.get(polled - 1).after();
    String rest =
        new String(offered, StandardCharsets.ISO_8859_1).substring(Math.min(from, offered.length));
    String expected = isDrained ? unannounced(setup.framing(), offered, rest) : rest;
    String taken = new String(stage.takeUndelivered(), StandardCharsets.ISO_8859_1);
    require(
        taken.equals(expected),
        "handed over [%s] behind %d outputs, left were [%s]",
        Transcript.escape(taken),
        polled,
        Transcript.escape(expected));
  }

  /** Without what stands before the open frame and is known to belong to none. */
  private static String unannounced(Framing framing, byte[] offered, String rest) {
    return switch (framing) {
      case MLLP ->
          rest.substring(rest.indexOf('\u000B') < 0 ? rest.length() : rest.indexOf(11) + 1);
      case SYSLOG ->
          offered.length > 0 && offered[0] >= '1' && offered[0] <= '9'
              ? rest.replaceFirst("^[1-9][0-9]{0,9} ", "")
              : withoutEmptyLines(rest);
      default -> rest;
    };
  }

  private static String withoutEmptyLines(String rest) {
    int at = 0;
    for (int next; (next = emptyLine(rest, at)) > at; ) {
      at = next;
    }
    return rest.substring(at);
  }

  /** Behind the empty line that stands there. */
  private static int emptyLine(String rest, int at) {
    int end = rest.startsWith("\r", at) ? at + 1 : at;
    return rest.startsWith("\n", end) || rest.startsWith("\0", end) ? end + 1 : at;
  }
}
