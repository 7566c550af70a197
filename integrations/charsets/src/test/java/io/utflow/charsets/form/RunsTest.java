/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.charsets.form;

import static org.assertj.core.api.Assertions.assertThat;

import io.utflow.codec.CoderStatus;
import io.utflow.codec.DecoderSpec;
import io.utflow.codec.EncoderSpec;
import io.utflow.codec.IllFormedSequence;
import io.utflow.codec.IllFormedTextException;
import io.utflow.codec.MalformedPolicy;
import io.utflow.codec.TextDecoder;
import io.utflow.codec.TextEncoder;
import io.utflow.codec.TextEncoding;
import io.utflow.codec.TextTranscoder;
import io.utflow.codec.TextValidator;
import io.utflow.codec.encodings.Encoding;
import io.utflow.codec.form.EncodingForm;
import io.utflow.codec.source.EncodingDefinition;
import io.utflow.codec.testing.CharsetSamples;
import io.utflow.codec.testing.Cuts;
import java.io.ByteArrayOutputStream;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.function.Function;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * What a form reads many sequences at a time is what it reads sequence by sequence: text, places,
 * causes, pending bytes, for every cut and policy.
 */
class RunsTest {
  private static final int ROUNDS = 12;
  private static final List<MalformedPolicy> POLICIES =
      List.of(
          MalformedPolicy.REPLACE,
          MalformedPolicy.SKIP,
          MalformedPolicy.REPORT,
          MalformedPolicy.replaceWith("[?]").atMost(3),
          MalformedPolicy.handledBy(sequence -> "<" + sequence.byteOffset() + ">"));

  /** A form that is asked for each sequence: no kernel knows it. */
  private static EncodingForm singly(EncodingForm form) {
    return (EncodingForm)
        Proxy.newProxyInstance(
            EncodingForm.class.getClassLoader(),
            new Class<?>[] {EncodingForm.class},
            (proxy, method, arguments) -> {
              if (method.getName().equals("writeRun")) {
                return 0L;
              }
              try {
                Object answer = method.invoke(form, arguments);
                return answer instanceof EncodingForm stream ? singly(stream) : answer;
              } catch (InvocationTargetException thrown) {
                throw thrown.getCause();
              }
            });
  }

  @ParameterizedTest
  @ValueSource(strings = {"SCSU", "BOCU-1"})
  void compressedTextIsReadTheSame(String name) {
    TextEncoding inRuns = TextEncoding.forName(name);
    TextEncoding singly =
        Encoding.of(EncodingDefinition.of(name, () -> singly(Encoding.of(inRuns).form())));
    int[] characters =
        "ab c\n\u00E4\u0416\u0433\u3042\u4E2D\u6587\uAC00\uFF0C\uD83D\uDE42".codePoints().toArray();
    UnaryOperator<String> inScripts =
        text -> text + "\u0416\u0433\u0434 ".repeat(9) + text + "\u4E2D\u6587\u3002".repeat(9);
    requireSame(
        inRuns,
        singly,
        characters,
        text -> {
          TextEncoder encoder = EncoderSpec.of(inRuns).newEncoder();
          return encoder.encode(inScripts.apply(text));
        });
    requireSame(inRuns, singly, characters, text -> text.getBytes(StandardCharsets.UTF_16LE));
  }

  @Test
  void aByteOfZeroInLongAsciiIsFoundInModifiedUtf8() {
    for (int at = 0; at < 300; at++) {
      byte[] bytes = "a".repeat(300).getBytes(StandardCharsets.US_ASCII);
      bytes[at] = 0;
      assertThat(text(TextEncoding.forName("Modified-UTF-8"), Cuts.whole(bytes)))
          .isEqualTo(
              "a".repeat(at)
                  + "\uFFFD"
                  + "a".repeat(299 - at)
                  + "|300 0| [INVALID_BYTE at byte "
                  + at
                  + " of Modified-UTF-8 text: 00]");
    }
  }

  private static void requireSame(
      TextEncoding inRuns,
      TextEncoding singly,
      int[] characters,
      Function<String, byte[]> encoded) {
    Random random = new Random(2);
    for (int round = 0; round < ROUNDS; round++) {
      int length = round == 0 ? 9000 : random.nextInt(400);
      byte[] bytes = encoded.apply(CharsetSamples.text(characters, random, length));
      for (int damage = random.nextInt(4); damage > 0 && bytes.length > 0; damage--) {
        bytes[random.nextInt(bytes.length)] = CharsetSamples.anyBytes(random, 1)[0];
      }
      MalformedPolicy policy = POLICIES.get(round % POLICIES.size());
      List<byte[]> cut = Cuts.random(bytes, random);
      String what = inRuns.name() + ", round " + round + ", " + policy + Cuts.describe(cut);
      for (List<byte[]> pieces : List.of(Cuts.whole(bytes), cut)) {
        assertThat(read(inRuns, policy, pieces)).as(what).isEqualTo(read(singly, policy, pieces));
        assertThat(validated(inRuns, pieces)).as(what).isEqualTo(validated(singly, pieces));
      }
      for (String to : List.of("UTF-8", "windows-1252", "EUC-JP", "ISO-2022-JP")) {
        TextEncoding target = TextEncoding.forName(to);
        assertThat(transcoded(inRuns, target, policy, bytes, 700))
            .as(what + " to " + to)
            .isEqualTo(transcoded(singly, target, policy, bytes, 700));
      }
    }
  }

  /** What {@link #read} says of one piece, of any number. */
  private static String text(TextEncoding encoding, List<byte[]> pieces) {
    List<IllFormedSequence> found = new ArrayList<>();
    TextDecoder decoder = DecoderSpec.of(encoding).observer(found::add).newDecoder();
    StringBuilder text = new StringBuilder();
    pieces.forEach(piece -> text.append(decoder.decode(ByteBuffer.wrap(piece), false)));
    long position = decoder.position();
    int pending = decoder.pendingBytes();
    text.append("|").append(position).append(" ").append(pending).append("|");
    return text.append(decoder.decode(ByteBuffer.allocate(0), true)) + " " + found;
  }

  private static String read(TextEncoding encoding, MalformedPolicy policy, List<byte[]> pieces) {
    List<IllFormedSequence> found = new ArrayList<>();
    TextDecoder decoder =
        DecoderSpec.of(encoding).onMalformed(policy).observer(found::add).newDecoder();
    StringBuilder text = new StringBuilder();
    try {
      for (byte[] piece : pieces) {
        text.append(decoder.decode(ByteBuffer.wrap(piece), false));
        text.append("|").append(decoder.position());
        text.append(" ").append(decoder.pendingBytes()).append("|");
      }
      text.append(decoder.decode(ByteBuffer.allocate(0), true));
    } catch (IllFormedTextException reported) {
      text.append(decoder.takeDecodedPrefix()).append(reported.getMessage());
    }
    return text + " " + found;
  }

  private static String validated(TextEncoding encoding, List<byte[]> pieces) {
    TextValidator validator = DecoderSpec.of(encoding).newValidator();
    pieces.forEach(piece -> validator.validate(ByteBuffer.wrap(piece), false));
    return validator.validate(ByteBuffer.allocate(0), true) + " " + validator.position();
  }

  private static String transcoded(
      TextEncoding from, TextEncoding to, MalformedPolicy policy, byte[] bytes, int room) {
    TextTranscoder transcoder =
        DecoderSpec.of(from).onMalformed(policy).newTranscoder(EncoderSpec.of(to));
    ByteBuffer in = ByteBuffer.wrap(bytes);
    ByteArrayOutputStream all = new ByteArrayOutputStream();
    CoderStatus status = CoderStatus.OVERFLOW;
    String failure = "";
    while (status == CoderStatus.OVERFLOW) {
      ByteBuffer out = ByteBuffer.allocate(room);
      try {
        status = transcoder.transcode(in, out, true);
      } catch (IllFormedTextException reported) {
        failure = reported.getMessage();
        status = CoderStatus.UNDERFLOW;
      }
      all.write(out.array(), 0, out.position());
    }
    return Arrays.toString(all.toByteArray())
        + failure
        + transcoder.position()
        + " "
        + transcoder.illFormedCount();
  }
}
