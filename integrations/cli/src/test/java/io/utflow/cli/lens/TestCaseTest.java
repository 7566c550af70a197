/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.cli.lens;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import io.utflow.codec.BomPolicy;
import io.utflow.codec.IllFormedSequence;
import io.utflow.codec.IllFormedTextException;
import io.utflow.codec.MalformedPolicy;
import io.utflow.codec.TextDecoder;
import io.utflow.codec.TextEncoding;
import io.utflow.codec.testing.DecodeVector;
import io.utflow.codec.testing.ExpectedSequence;
import io.utflow.codec.testing.page.SourceCompiler;
import io.utflow.codec.testing.page.SourceCompiler.Source;
import java.lang.reflect.Constructor;
import java.lang.reflect.Method;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What the page lets people take away: it compiles, it runs, and says what is so. */
@Tag("whole")
class TestCaseTest {
  private static final JsonMapper JSON = new JsonMapper();

  private record State(Pieces pieces, Settings settings) {}

  /** Every encoding, policy and stream, not each with each. */
  private static List<State> states() {
    List<State> states = new ArrayList<>();
    List<byte[]> streams = Texts.streams();
    int turn = 0;
    for (TextEncoding encoding : Texts.ENCODINGS) {
      for (Settings settings : Texts.settings(encoding)) {
        byte[] bytes = streams.get(turn % streams.size());
        states.add(new State(Pieces.every(bytes, 1 + turn % 4), settings));
        turn++;
      }
    }
    return states;
  }

  @Test
  void compilesAndPasses(@TempDir Path classes) throws Exception {
    List<State> all = states();
    List<State> states = new ArrayList<>();
    for (int i = 0;
        i < all.size();
        i += 13) { // Coprime to the policies and to the lengths of pieces.
      states.add(all.get(i));
    }
    assertThat(states).hasSizeGreaterThan(20);
    List<Source> sources = new ArrayList<>();
    for (int i = 0; i < states.size(); i++) {
      String java = TestCase.of(states.get(i).pieces(), states.get(i).settings());
      assertThat(java).matches("[\\x20-\\x7E\n]*");
      sources.add(
          new Source("Cut" + i, "" + states.get(i), java.replace("CutTextTest", "Cut" + i)));
    }
    assertThat(SourceCompiler.errors(sources, classes)).isEmpty();
    try (URLClassLoader loader = new URLClassLoader(new URL[] {classes.toUri().toURL()})) {
      for (int i = 0; i < states.size(); i++) {
        runTest(loader.loadClass("Cut" + i));
      }
    }
  }

  private static void runTest(Class<?> type) throws ReflectiveOperationException {
    Constructor<?> constructor = type.getDeclaredConstructor();
    constructor.setAccessible(true);
    Method test = type.getDeclaredMethod("handsOnWholeCharacters");
    assertThat(test.isAnnotationPresent(Test.class)).isTrue();
    test.setAccessible(true);
    test.invoke(constructor.newInstance());
  }

  /** Controls, quotation marks and what begins an escape in Java. */
  @Test
  void literalsAreJava(@TempDir Path classes) throws Exception {
    StringBuilder text = new StringBuilder("\\u000A \\\" \uD83D\uDE00 \uD83D");
    for (char c = 0; c < 0x100; c++) {
      text.append(c);
    }
    String source = "class Literal { static final String TEXT = %s; }";
    assertThat(
            SourceCompiler.errors(
                List.of(
                    new Source(
                        "Literal", "literal", source.formatted(TestCase.literal("" + text)))),
                classes))
        .isEmpty();
    try (URLClassLoader loader = new URLClassLoader(new URL[] {classes.toUri().toURL()})) {
      java.lang.reflect.Field field = loader.loadClass("Literal").getDeclaredField("TEXT");
      field.setAccessible(true);
      assertThat(field.get(null)).isEqualTo("" + text);
    }
  }

  /** The project's reader of vectors reads them, and the engine does what they expect. */
  @Test
  void vectorsAreOfTheProjectsFormat() throws Exception {
    for (State state : states()) {
      String json = Vector.of(state.pieces(), state.settings());
      DecodeVector vector = JSON.readValue(json, DecodeVector.class);
      assertThat(vector.encoding()).isEqualTo(state.settings().textEncoding());
      assertThat(vector.bytes()).isEqualTo(state.pieces().bytes());
      List<ExpectedSequence> found = new ArrayList<>();
      String replaced = decode(vector, MalformedPolicy.REPLACE, found);
      assertThat(vector.sequences()).as(json).isEqualTo(found);
      assertThat(vector.expect().replaceHex()).as(json).isEqualTo(units(replaced));
      assertThat(vector.expect().skipHex())
          .isEqualTo(units(decode(vector, MalformedPolicy.SKIP, found)));
      JsonNode chunks = JSON.readTree(json).get("chunks_hex");
      StringBuilder joined = new StringBuilder();
      chunks.forEach(chunk -> joined.append(chunk.asText()));
      assertThat(joined.toString()).isEqualTo(vector.bytesHex());
    }
  }

  private static String units(String text) {
    StringBuilder hex = new StringBuilder();
    text.chars().forEach(unit -> hex.append(String.format("%04x", unit)));
    return hex.toString();
  }

  private static String decode(
      DecodeVector vector, MalformedPolicy policy, List<ExpectedSequence> found) {
    TextDecoder decoder =
        io.utflow.codec.DecoderSpec.of(vector.encoding())
            .bom(vector.bom())
            .onMalformed(policy)
            .observer(each -> found.add(expected(each)))
            .newDecoder();
    try {
      return decoder.decode(ByteBuffer.wrap(vector.bytes()), true);
    } catch (IllFormedTextException missingMark) {
      return "";
    }
  }

  private static ExpectedSequence expected(IllFormedSequence each) {
    return new ExpectedSequence(each.byteOffset(), each.length(), each.cause(), each.endOfInput());
  }

  @Test
  void whatIsTooLongIsRefused() {
    Settings settings = Settings.of(TextEncoding.UTF_8).with(BomPolicy.KEEP);
    Pieces tooMany = Pieces.every(new byte[TestCase.MAX_BYTES], 1);
    Pieces tooLong = Pieces.every(new byte[TestCase.MAX_BYTES + 1], 5000);
    assertThatThrownBy(() -> TestCase.of(tooMany, settings)).hasMessageContaining("1024 pieces");
    assertThatThrownBy(() -> TestCase.of(tooLong, settings)).hasMessageContaining("4096 bytes");
    assertThatThrownBy(() -> Vector.of(tooLong, settings)).hasMessageContaining("4096 bytes");
  }
}
