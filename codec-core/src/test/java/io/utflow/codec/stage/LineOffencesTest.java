package io.utflow.codec.stage;

import static org.assertj.core.api.Assertions.assertThat;

import io.utflow.codec.BomPolicy;
import io.utflow.codec.DecoderSpec;
import io.utflow.codec.IllFormedSequence;
import io.utflow.codec.MalformedPolicy;
import io.utflow.codec.TextEncoding;
import io.utflow.codec.stage.ReferenceSplitter.Part;
import io.utflow.codec.testing.BufferKind;
import io.utflow.codec.testing.Cuts;
import io.utflow.codec.testing.Encodings;
import io.utflow.codec.testing.Offence;
import io.utflow.codec.testing.PolicyCase;
import io.utflow.codec.testing.Reading;
import io.utflow.codec.testing.Reading.Token;
import io.utflow.codec.testing.ReferenceDecoder;
import io.utflow.codec.testing.ReferenceEncoder;
import io.utflow.codec.testing.TextSamples;
import java.io.ByteArrayOutputStream;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.Random;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Lines of ill-formed text: a stage that is given up behind any of them has told of no offence
 * behind it, and hands over the bytes behind it, whatever they are.
 */
class LineOffencesTest {
  private static final int ROUNDS = 500;

  private static final String[] PARTS = {
    "a", "a", "\u00E9", "\uD83D\uDE00", "\u2028", "\r", "\n", "\r\n", "\r\n"
  };

  /** Beginnings of one another, and one that goes on with what begins none. */
  private static final String[] DELIMITERS = {"\n", "\r\n", "\r\n\r\n", "\u00E9a", "\u00E9"};

  private static final List<PolicyCase> POLICIES = policies();

  /** One of each kind, and one by which every offence ends a line, the last one as well. */
  private static List<PolicyCase> policies() {
    List<PolicyCase> all = new ArrayList<>(PolicyCase.ALL);
    MalformedPolicy breaking = MalformedPolicy.replaceWith("\n");
    all.add(new PolicyCase("replaceWith(LF)", o -> "\n", Long.MAX_VALUE, handler -> breaking));
    return all;
  }

  static List<TextEncoding> encodings() {
    return Encodings.SCHEMES;
  }

  @ParameterizedTest
  @MethodSource("encodings")
  void behindALineNothingIsToldAndNoByteIsLost(TextEncoding encoding) {
    TextSamples samples = new TextSamples(12);
    Random random = samples.random();
    for (int round = 0; round < ROUNDS; round++) {
      // Now and then a window ends among the lines.
      String text = text(random, round % 40 == 0 ? 8160 + random.nextInt(40) : 0);
      byte[] bytes = samples.damaged(samples.damaged(ReferenceEncoder.encode(encoding, text)));
      randomStream(encoding, bytes, random).assertExactWhereverItIsGivenUp();
    }
  }

  /** Where a policy makes nothing of an offence, or text of its own, so that CR LF may arise. */
  @ParameterizedTest
  @MethodSource("encodings")
  void offencesInsideDelimitersAreExactToo(TextEncoding encoding) {
    TextSamples samples = new TextSamples(13);
    Random random = samples.random();
    // As many bytes as the longest code unit has; an offence in any encoding, whatever its length.
    String[] parts = {"a", "\r", "\n", "\r\n", "\u00E9", "offence", "offence"};
    for (int round = 0; round < ROUNDS; round++) {
      ByteArrayOutputStream text = new ByteArrayOutputStream();
      for (int i = 1 + random.nextInt(8); i > 0; i--) {
        String part = parts[random.nextInt(parts.length)];
        text.writeBytes(
            part.equals("offence")
                ? new byte[] {(byte) 0xDF, (byte) 0xDF, (byte) 0xDF, (byte) 0xDF}
                : ReferenceEncoder.encode(encoding, part));
      }
      randomStream(encoding, text.toByteArray(), random).assertExactWhereverItIsGivenUp();
    }
  }

  private static Stream randomStream(TextEncoding encoding, byte[] bytes, Random random) {
    int breaks = random.nextInt(LineBreaks.values().length + 1);
    return new Stream(
        encoding,
        POLICIES.get(random.nextInt(POLICIES.size())),
        breaks == LineBreaks.values().length ? null : LineBreaks.values()[breaks],
        random.nextBoolean(),
        BufferKind.values()[random.nextInt(BufferKind.values().length)],
        random.nextInt(3) == 0 ? Cuts.whole(bytes) : Cuts.random(bytes, random),
        random.nextBoolean(),
        bytes);
  }

  /** Also where the CR is the last that a window holds. */
  @ParameterizedTest
  @EnumSource
  void anOffenceBehindTheCarriageReturnThatEndsALineIsNotTold(BufferKind kind) {
    for (int length : new int[] {0, 1, 2045, 2046, 4094, 8190, 8191, 8192, 16383}) {
      String line = "\u00E9" + "\u0416".repeat(length);
      byte[] head = ReferenceEncoder.encode(TextEncoding.UTF_16BE, line + "\r");
      byte[] bytes = Arrays.copyOf(head, head.length + 4);
      bytes[head.length] = (byte) 0xDC;
      bytes[head.length + 3] = 'z';
      List<IllFormedSequence> told = new ArrayList<>();
      ByteStage<String> stage =
          Stages.lines(
              DecoderSpec.of(TextEncoding.UTF_16BE).observer(told::add),
              LineSpec.of(LineBreaks.ANY));
      stage.offer(kind.of(bytes));
      assertThat(stage.poll()).isEqualTo(line);
      assertThat(told).isEmpty();
      assertThat(stage.takeRest()).containsExactly(0xDC, 0, 0, 'z');
    }
  }

  private static String text(Random random, int before) {
    StringBuilder text = new StringBuilder(random.nextInt(4) == 0 ? "\uFEFF" : "");
    text.append("\u0416".repeat(before));
    for (int parts = random.nextInt(25); parts > 0; parts--) {
      text.append(PARTS[random.nextInt(PARTS.length)]);
    }
    return text.toString();
  }

  /**
   * One stream, cut one way, split one way.
   *
   * @param breaks null for records
   * @param endsWithLast whether the stage is told of the end before it drains the last piece
   */
  private record Stream(
      TextEncoding encoding,
      PolicyCase policy,
      @Nullable LineBreaks breaks,
      boolean keep,
      BufferKind kind,
      List<byte[]> pieces,
      boolean endsWithLast,
      byte[] bytes) {

    /** What the text of the stream is, and which byte each of its chars ends with. */
    private record Text(Reading reading, String chars, List<Integer> byteEnds, boolean fails) {}

    private Text read() {
      Reading all = ReferenceDecoder.read(encoding, BomPolicy.PER_ENCODING, bytes);
      boolean fails = all.offences().size() > policy.budget();
      Reading reading = fails ? all.upToOffence(policy.budget() + 1) : all;
      StringBuilder chars = new StringBuilder();
      List<Integer> byteEnds = new ArrayList<>();
      for (Token token : reading.tokens()) {
        boolean last = token == reading.tokens().get(reading.tokens().size() - 1);
        if (!(fails && last)) {
          Reading alone = new Reading(reading.resolved(), 0, List.of(token));
          chars.append(alone.text(policy.text()));
        }
        while (byteEnds.size() < chars.length()) {
          byteEnds.add(token.offset() + token.length());
        }
      }
      return new Text(reading, chars.toString(), byteEnds, fails);
    }

    private ByteStage<String> stage(@Nullable List<IllFormedSequence> told) {
      DecoderSpec spec =
          DecoderSpec.of(encoding)
              .onMalformed(policy.policy().apply(s -> policy.text().apply(Offence.of(s))));
      spec = told == null ? spec : spec.observer(told::add);
      return breaks == null
          ? Stages.records(
              spec,
              RecordSpec.delimitedBy(DELIMITERS).keepDelimiter(keep).maxLength(Integer.MAX_VALUE))
          : Stages.lines(
              spec, LineSpec.of(breaks).keepTerminator(keep).maxLength(Integer.MAX_VALUE));
    }

    void assertExactWhereverItIsGivenUp() {
      Text text = read();
      ReferenceSplitter splitter =
          breaks == null
              ? ReferenceSplitter.of(List.of(DELIMITERS))
              : ReferenceSplitter.of(breaks, !keep);
      List<Part> parts = new ArrayList<>(splitter.split(text.chars));
      if (text.fails) {
        parts.removeIf(part -> part.terminator().isEmpty());
      }
      for (int lines = 1; lines <= parts.size(); lines++) {
        List<IllFormedSequence> told = new ArrayList<>();
        giveUpBehind(lines, text, parts, told);
        assertTold(told, text, parts.get(lines - 1), this + " behind " + lines);
        giveUpBehind(lines, text, parts, null);
      }
    }

    /** If nobody is told of offences, they may be read ahead. */
    private void giveUpBehind(
        int lines, Text text, List<Part> parts, @Nullable List<IllFormedSequence> told) {
      ByteStage<String> stage = stage(told);
      List<String> out = new ArrayList<>();
      int offered = 0;
      int before = 0;
      for (int i = 0; i < pieces.size() && out.size() < lines; i++) {
        stage.offer(kind.of(pieces.get(i)));
        before = offered;
        offered += pieces.get(i).length;
        if (endsWithLast && i == pieces.size() - 1) {
          stage.endOfInput();
        }
        poll(stage, lines, out);
      }
      if (out.size() < lines) {
        before = offered;
        stage.endOfInput();
        poll(stage, lines, out);
      }
      String what = this + " behind " + lines + (told == null ? ", unobserved" : "");
      assertThat(out)
          .as(what)
          .isEqualTo(
              parts.subList(0, lines).stream()
                  .map(part -> part.text() + (keep ? part.terminator() : ""))
                  .toList());
      Part last = parts.get(lines - 1);
      String rest = HexFormat.of().formatHex(stage.takeRest());
      assertThat(rest).as(what).isIn(permittedRests(last, text, before, offered));
    }

    private static void poll(ByteStage<String> stage, int lines, List<String> out) {
      String line;
      while (out.size() < lines && (line = stage.poll()) != null) {
        out.add(line);
      }
    }

    /** Behind which byte the line and its terminator end. */
    private int endOf(Part line, Text text) {
      int chars = line.offset() + line.text().length() + line.terminator().length();
      return line.terminator().isEmpty() ? bytes.length : text.byteEnds.get(chars - 1);
    }

    /** All offences of the lines that are out, and no others but those that ended the last. */
    private void assertTold(List<IllFormedSequence> told, Text text, Part line, String what) {
      List<Offence> offences = text.reading.offences();
      int end = endOf(line, text);
      int least = (int) offences.stream().filter(o -> o.offset() < promptEnd(line, text)).count();
      int most = (int) offences.stream().filter(o -> o.offset() < end).count();
      while (most < offences.size() && endsTerminator(offences.get(most), line, text)) {
        most++;
      }
      assertThat(told.size()).as(what).isBetween(least, most);
      assertThat(Offence.of(told)).as(what).isEqualTo(offences.subList(0, told.size()));
    }

    /** The end of the line, or of the CR that ends it before its LF is seen. */
    private int promptEnd(Part line, Text text) {
      boolean prompt = !keep && (breaks == LineBreaks.ANY || breaks == LineBreaks.UNICODE);
      return prompt && line.terminator().equals("\r\n")
          ? text.byteEnds.get(line.offset() + line.text().length())
          : endOf(line, text);
    }

    /** Whether an offence tells that a terminator does not go on to a longer one. */
    private boolean endsTerminator(Offence offence, Part line, Text text) {
      int from = line.offset() + line.text().length();
      int to = (int) text.byteEnds.stream().filter(end -> end <= offence.offset()).count();
      String begun = to < from ? "" : text.chars.substring(from, to);
      List<String> longer =
          breaks == null ? List.of(DELIMITERS) : keep ? List.of("\r\n") : List.<String>of();
      return !line.terminator().isEmpty()
          && begun.startsWith(line.terminator())
          && longer.stream().anyMatch(d -> d.length() > begun.length() && d.startsWith(begun));
    }

    /**
     * The bytes behind the line. An LF behind the CR that ended it may be among them; offences left
     * out in text that waited for more, as part of a terminator, may not.
     */
    private List<String> permittedRests(Part line, Text text, int before, int offered) {
      List<String> permitted =
          new ArrayList<>(
              List.of(rest(endOf(line, text), offered), rest(promptEnd(line, text), offered)));
      StringBuilder kept = new StringBuilder();
      int from = endOf(line, text);
      for (Offence offence : text.reading.offences()) {
        int at = (int) offence.offset();
        boolean waited = at + offence.length() <= before || at >= endOf(line, text);
        if (at >= from
            && policy.budget() > 0
            && waited
            && policy.text().apply(offence).isEmpty()
            && endsTerminator(offence, line, text)) {
          kept.append(rest(from, at));
          from = at + offence.length();
          permitted.add(kept + rest(from, offered));
        }
      }
      return permitted;
    }

    private String rest(int from, int to) {
      return HexFormat.of().formatHex(Arrays.copyOfRange(bytes, Math.min(from, to), to));
    }

    @Override
    public String toString() {
      return "%s %s %s keep=%s %s cut %s of %s"
          .formatted(
              encoding,
              policy,
              breaks,
              keep,
              kind,
              Cuts.describe(pieces),
              HexFormat.of().formatHex(bytes));
    }
  }
}
