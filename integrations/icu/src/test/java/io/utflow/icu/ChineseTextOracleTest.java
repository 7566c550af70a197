/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.icu;

import static org.assertj.core.api.Assertions.assertThat;

import com.ibm.icu.charset.CharsetProviderICU;
import io.utflow.codec.DecoderSpec;
import io.utflow.codec.EncoderSpec;
import io.utflow.codec.IllFormedTextException;
import io.utflow.codec.MalformedPolicy;
import io.utflow.codec.TextEncoder;
import io.utflow.codec.TextEncoding;
import io.utflow.codec.testing.Product;
import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.Charset;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * HZ and ISO-2022-CN against ICU4J, one charset for each text, for its coders keep state in the
 * charset; with the characters that both have in the same place.
 */
class ChineseTextOracleTest {
  private static final int ROUNDS = Product.sampled(500);

  /** Not by {@code Charset.forName}, by which the JDK's own would be found first. */
  private static Charset charset(String name) {
    return new CharsetProviderICU().charsetForName(name);
  }

  private static String readByIcu(Charset charset, byte[] bytes) throws CharacterCodingException {
    return charset.newDecoder().decode(ByteBuffer.wrap(bytes)).toString();
  }

  private static byte[] writtenByIcu(Charset charset, String text) throws CharacterCodingException {
    ByteBuffer bytes = charset.newEncoder().encode(CharBuffer.wrap(text));
    return Arrays.copyOf(bytes.array(), bytes.limit());
  }

  private static byte[] written(String name, String text) {
    TextEncoder encoder = EncoderSpec.of(TextEncoding.forName(name)).newEncoder();
    byte[] most = encoder.encode(text);
    byte[] end = encoder.finish();
    byte[] all = Arrays.copyOf(most, most.length + end.length);
    System.arraycopy(end, 0, all, most.length, end.length);
    return all;
  }

  private static String strictly(String name, byte[] bytes) {
    return DecoderSpec.of(TextEncoding.forName(name))
        .onMalformed(MalformedPolicy.REPORT)
        .decode(bytes);
  }

  /** Those that are the same where the text begins, and behind one of plane 1 of CNS 11643. */
  private static List<String> characters(String name) {
    List<String> characters = new ArrayList<>();
    Charset icu = charset(name);
    for (int scalar = 0; scalar < 0x10000; scalar++) {
      String text = Character.toString(scalar);
      boolean behind = !name.startsWith("ISO") || isTheSame(name, icu, "\u63DB" + text);
      if (behind && isTheSame(name, icu, text)) {
        characters.add(text);
      }
    }
    return characters;
  }

  private static boolean isTheSame(String name, Charset icu, String text) {
    byte[] written = written(name, text);
    if (!text.equals(strictly(name, written))) {
      return false;
    }
    try {
      return text.equals(readByIcu(icu, written))
          && text.equals(strictly(name, writtenByIcu(icu, text)));
    } catch (CharacterCodingException | IllFormedTextException hasNoPlaceInOne) {
      return false;
    }
  }

  @ParameterizedTest
  @CsvSource({"HZ-GB-2312, 7500", "ISO-2022-CN, 16000"})
  void whatOneWritesTheOtherReads(String name, int fewest) throws CharacterCodingException {
    List<String> characters = characters(name);
    assertThat(characters).hasSizeGreaterThan(fewest);
    Random random = new Random(131);
    for (int round = 0; round < ROUNDS; round++) {
      StringBuilder all = new StringBuilder();
      for (int i = 1 + random.nextInt(20); i > 0; i--) {
        boolean ascii = random.nextInt(3) == 0;
        all.append(characters.get(random.nextInt(ascii ? 100 : characters.size())));
      }
      String text = all.toString();
      assertThat(readByIcu(charset(name), written(name, text))).isEqualTo(text);
      assertThat(strictly(name, writtenByIcu(charset(name), text))).isEqualTo(text);
    }
  }
}
