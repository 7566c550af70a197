/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.icu;

import static org.assertj.core.api.Assertions.assertThat;

import com.ibm.icu.charset.CharsetProviderICU;
import io.utflow.codec.DecoderSpec;
import io.utflow.codec.EncoderSpec;
import io.utflow.codec.MalformedPolicy;
import io.utflow.codec.TextEncoding;
import io.utflow.codec.testing.TextSamples;
import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.Charset;
import java.nio.charset.CharsetDecoder;
import java.nio.charset.CodingErrorAction;
import java.util.Arrays;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * SCSU and BOCU-1 against ICU4J, one charset for each text: its coders of SCSU keep their state in
 * the charset, where the coders of two streams would share it.
 */
class CompressedTextOracleTest {
  private static final int ROUNDS = 3000;

  private static Charset charset(String name) {
    return new CharsetProviderICU().charsetForName(name);
  }

  /** Not by {@code String}, whose arrays are too short for what these coders say of themselves. */
  private static String readByIcu(String name, byte[] bytes) throws CharacterCodingException {
    CharsetDecoder decoder = charset(name).newDecoder().onMalformedInput(CodingErrorAction.REPLACE);
    return decoder.decode(ByteBuffer.wrap(bytes)).toString();
  }

  private static byte[] writtenByIcu(String name, String text) throws CharacterCodingException {
    ByteBuffer bytes = charset(name).newEncoder().encode(CharBuffer.wrap(text));
    return Arrays.copyOf(bytes.array(), bytes.limit());
  }

  @ParameterizedTest
  @ValueSource(strings = {"SCSU", "BOCU-1"})
  void whatIsWrittenIsReadByIcu(String name) throws CharacterCodingException {
    TextSamples samples = new TextSamples(81);
    for (int round = 0; round < ROUNDS; round++) {
      String text = samples.text(1 + samples.random().nextInt(30));
      byte[] bytes = EncoderSpec.of(TextEncoding.forName(name)).newEncoder().encode(text);
      assertThat(readByIcu(name, bytes)).isEqualTo(text);
    }
  }

  /** But for the SCSU that ICU cannot read itself: it forgets a window beyond U+FFFF. */
  @ParameterizedTest
  @ValueSource(strings = {"SCSU", "BOCU-1"})
  void whatIcuWritesIsReadAsIcuReadsIt(String name) throws CharacterCodingException {
    DecoderSpec strict =
        DecoderSpec.of(TextEncoding.forName(name)).onMalformed(MalformedPolicy.REPORT);
    TextSamples samples = new TextSamples(82);
    int compared = 0;
    for (int round = 0; round < ROUNDS; round++) {
      String text = samples.text(1 + samples.random().nextInt(30));
      byte[] bytes = writtenByIcu(name, text);
      if (text.equals(readByIcu(name, bytes))) {
        compared++;
        assertThat(strict.decode(bytes)).isEqualTo(text);
      }
    }
    assertThat(compared).isGreaterThan(ROUNDS / 4);
  }

  /** The same bytes, for there is one way to write BOCU-1. */
  @ParameterizedTest
  @ValueSource(strings = "BOCU-1")
  void whatIsWrittenIsWhatIcuWrites(String name) throws CharacterCodingException {
    TextSamples samples = new TextSamples(83);
    for (int round = 0; round < ROUNDS; round++) {
      String text = samples.text(1 + samples.random().nextInt(30));
      byte[] bytes = EncoderSpec.of(TextEncoding.forName(name)).newEncoder().encode(text);
      assertThat(bytes).isEqualTo(writtenByIcu(name, text));
    }
  }
}
