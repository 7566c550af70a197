/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.icu;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.ibm.icu.charset.CharsetProviderICU;
import io.utflow.codec.DecoderSpec;
import io.utflow.codec.MalformedPolicy;
import io.utflow.codec.TextEncoding;
import io.utflow.codec.testing.Deployment;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.Charset;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** With ICU's charsets on the class path two charsets may have one name, as IBM037. */
@Tag("whole")
class NamesWithIcuTest {
  private static final String SERVICE = "META-INF/services/io.utflow.codec.source.EncodingSource";

  @TempDir Path folder;

  private static List<Charset> charsetsOfIcu() {
    List<Charset> all = new ArrayList<>();
    new CharsetProviderICU().charsets().forEachRemaining(all::add);
    return all;
  }

  /** What it reads of all single bytes; null for those that are no character or begin one. */
  private static List<String> table(Charset charset) {
    List<String> table = new ArrayList<>();
    for (int b = 0; b < 0x100; b++) {
      try {
        table.add(charset.newDecoder().decode(ByteBuffer.wrap(new byte[] {(byte) b})).toString());
      } catch (CharacterCodingException e) {
        table.add("none");
      }
    }
    return table;
  }

  private static List<String> table(TextEncoding encoding) {
    DecoderSpec spec = DecoderSpec.of(encoding).onMalformed(MalformedPolicy.replaceWith("none"));
    List<String> table = new ArrayList<>();
    for (int b = 0; b < 0x100; b++) {
      table.add(spec.decode(new byte[] {(byte) b}));
    }
    return table;
  }

  private static boolean isOfSingleBytes(Charset charset) {
    return charset.newDecoder().maxCharsPerByte() == 1
        && charset.canEncode()
        && charset.newEncoder().maxBytesPerChar() == 1;
  }

  @Test
  void aCharsetIsReadAsThatCharsetAndItsNameFindsIt() {
    Map<String, List<String>> tables = new HashMap<>();
    int read = 0;
    for (Charset charset :
        Stream.concat(charsetsOfIcu().stream(), Charset.availableCharsets().values().stream())
            .filter(NamesWithIcuTest::isOfSingleBytes)
            .toList()) {
      Optional<TextEncoding> encoding = TextEncoding.find(charset);
      if (encoding.isPresent()) {
        List<String> table = table(charset);
        String name = encoding.get().name();
        assertThat(table(encoding.get())).as("%s, %s", charset, name).isEqualTo(table);
        assertThat(tables.computeIfAbsent(name, any -> table)).as(name).isEqualTo(table);
        assertThat(TextEncoding.forName(name)).isSameAs(encoding.get());
        read++;
      }
    }
    assertThat(read).isGreaterThan(180);
  }

  @Test
  void ofSeveralBytesToo() {
    byte[] backslash = {'C', ':', 0x5C, (byte) 0xA1, (byte) 0xA4};
    for (String name : List.of("Shift_JIS", "EUC-KR", "Big5", "x-IBM949")) {
      Charset icu = new CharsetProviderICU().charsetForName(name);
      Charset jdk = Charset.forName(name);
      assertThat(DecoderSpec.of(TextEncoding.of(icu)).decode(backslash))
          .isEqualTo(new String(backslash, icu));
      assertThat(DecoderSpec.of(TextEncoding.of(jdk)).decode(backslash))
          .isEqualTo(new String(backslash, jdk));
      assertThat(TextEncoding.of(icu).name()).isNotEqualTo(TextEncoding.of(jdk).name());
      assertThat(TextEncoding.of(jdk).name()).isEqualTo(name);
    }
  }

  /** Byte 15 is U+0085 in ICU's table of IBM037, and LF in the JDK's. */
  @ParameterizedTest
  @ValueSource(
      strings = {
        "ibm-37_P100-1995 IBM037",
        "IBM037 ibm-37_P100-1995",
        "names IBM037 ibm-37_P100-1995",
        "ibm-37_P100-1995 names IBM037",
        "charset IBM037 ibm-37_P100-1995"
      })
  void aNameMeansTheSameWhicheverWasAskedFirst(String order) throws Exception {
    Path file = folder.resolve(SERVICE);
    Files.createDirectories(file.getParent());
    Files.writeString(file, "io.utflow.charsets.names.Charsets");
    System.setProperty(Application.ORDER, order);
    try {
      Deployment.run(Application.class, SERVICE, folder);
    } finally {
      System.clearProperty(Application.ORDER);
    }
  }

  static final class Application implements Runnable {
    static final String ORDER = "utflow.test.order";

    @Override
    public void run() {
      Map<String, String> read = new LinkedHashMap<>();
      for (String name : System.getProperty(ORDER).split(" ", -1)) {
        if (name.equals("names")) {
          TextEncoding.names();
        } else if (name.equals("charset")) {
          TextEncoding.of(new CharsetProviderICU().charsetForName("IBM037"));
        } else {
          read.put(name, DecoderSpec.of(TextEncoding.forName(name)).decode(new byte[] {0x15}));
        }
      }
      // Loads what the thread needs that gathers names, for the loader is closed behind this.
      assertThatThrownBy(() -> TextEncoding.forName("no-such")).isNotNull();
      assertThat(read).containsEntry("IBM037", "\n").containsEntry("ibm-37_P100-1995", "\u0085");
    }
  }

  @Test
  void theNamesOfWindowsStayThoseOfWindows() {
    Map.of(
            "cp949", "x-windows-949",
            "949", "x-windows-949",
            "cp932", "windows-31j",
            "cp950", "x-windows-950",
            "cp874", "x-windows-874",
            "macintosh", "x-MacRoman")
        .forEach((name, windows) -> assertThat(TextEncoding.forName(name)).hasToString(windows));
  }
}
