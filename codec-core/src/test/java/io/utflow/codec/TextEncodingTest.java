/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.codec;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;
import static org.assertj.core.api.Assertions.assertThatNullPointerException;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.utflow.codec.testing.Encodings;
import io.utflow.codec.testing.NeedsCharsets;
import io.utflow.codec.testing.OverEncodings;
import java.nio.ByteOrder;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.nio.charset.UnsupportedCharsetException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;

@OverEncodings
class TextEncodingTest {

  @Test
  void isFoundByItsNameInAnyCase() {
    for (TextEncoding encoding : Encodings.SCHEMES) {
      assertThat(TextEncoding.forName(encoding.name())).isSameAs(encoding);
      String lower = encoding.name().toLowerCase(Locale.ROOT);
      assertThat(TextEncoding.forName(lower)).isSameAs(encoding);
    }
  }

  @Test
  void isFoundByCharsetAndByEveryAliasThatIsNotDisputed() {
    List<String> disputed = List.of("unicode", "iso-10646-ucs-2");
    for (TextEncoding encoding : Encodings.SCHEMES) {
      Charset charset = Charset.forName(encoding.name());
      assertThat(TextEncoding.of(charset)).isSameAs(encoding);
      for (String alias : charset.aliases()) {
        if (!disputed.contains(alias.toLowerCase(Locale.ROOT))) {
          assertThat(TextEncoding.forName(alias)).as(alias).isSameAs(encoding);
        }
      }
    }
  }

  @Test
  void isFoundByIanaAlias() {
    assertThat(TextEncoding.forName("csUTF8")).isSameAs(TextEncoding.UTF_8);
    assertThat(TextEncoding.forName("csUTF16")).isSameAs(TextEncoding.UTF_16);
    assertThat(TextEncoding.forName("csUTF16BE")).isSameAs(TextEncoding.UTF_16BE);
    assertThat(TextEncoding.forName("csUTF16LE")).isSameAs(TextEncoding.UTF_16LE);
    assertThat(TextEncoding.forName("csUTF32")).isSameAs(TextEncoding.UTF_32);
    assertThat(TextEncoding.forName("csUTF32BE")).isSameAs(TextEncoding.UTF_32BE);
    assertThat(TextEncoding.forName("csUTF32LE")).isSameAs(TextEncoding.UTF_32LE);
  }

  @Test
  void whatIsNoEncodingIsUnsupported() {
    for (String name : List.of("", "latin-7", "UTF-7", "x-UTF-16LE-BOM", "unicode", " UTF-8")) {
      assertThatExceptionOfType(UnsupportedCharsetException.class)
          .isThrownBy(() -> TextEncoding.forName(name))
          .satisfies(e -> assertThat(e.getCharsetName()).isEqualTo(name));
    }
  }

  @Test
  void findAnswersWithoutAnException() {
    assertThat(TextEncoding.find("utf-16le")).contains(TextEncoding.UTF_16LE);
    assertThat(TextEncoding.find("latin-7")).isEmpty();
    assertThat(TextEncoding.find("x-JISAutoDetect")).isEmpty();
    assertThat(TextEncoding.find("not a name")).isEmpty();
    assertThat(TextEncoding.find("")).isEmpty();
  }

  @Test
  @NeedsCharsets
  void theMessageSaysWhatMayHaveBeenMeantOrWhatThereIs() {
    TextEncoding.names();
    String names = "supported are UTF-8, UTF-16, UTF-32, their variants, and the charsets";
    assertMessage(() -> TextEncoding.forName("ebcdic"), "\"ebcdic\"", names);
    assertMessage(() -> TextEncoding.forName("windwos-1252"), "did you mean windows-1252?");
    assertMessage(() -> TextEncoding.forName("UTF_8"), "did you mean UTF-8?");
    assertMessage(() -> TextEncoding.forName(" utf-8"), "did you mean UTF-8?");
    assertMessage(() -> TextEncoding.forName("utf8mb4"), "did you mean UTF-8?");
    assertMessage(() -> TextEncoding.forName("uft-8"), "did you mean UTF-8?");
    assertMessage(() -> TextEncoding.forName("utf--16le"), "did you mean UTF-16LE?");
    assertMessage(() -> TextEncoding.forName("en_US.UTF-8"), "did you mean UTF-8?");
    assertMessage(() -> TextEncoding.forName("x-UTF-16LE-BOM"), "by another name");
    assertMessage(() -> TextEncoding.forName("x-JISAutoDetect"), "cannot be streamed", "guesses");
    assertMessage(() -> TextEncoding.forName("UTF-7"), "cannot be streamed", "filters of ASCII");
    assertMessage(() -> TextEncoding.forName("unicode"), "UTF-16BE", "UTF-16LE");
    assertMessage(() -> TextEncoding.forWebLabel("utf-32"), "UTF-8, UTF-16BE, UTF-16LE");
    assertMessage(() -> TextEncoding.forName("x".repeat(1 << 20)), names);
    assertMessage(() -> TextEncoding.forName("latin-1"), "did you mean ISO-8859-1?");
    // Without the charsets as with them: another number is another encoding.
    for (String far :
        List.of(
            "ISO-8859-14x", "utf-61le", "utf-17", "ebcdic", "", " ", "x", "zz", "\u6587\u5b57")) {
      assertThat(messageOf(() -> TextEncoding.forName(far))).doesNotContain("did you mean");
    }
    assertThat(messageOf(() -> TextEncoding.forWebLabel("utf-32"))).doesNotContain("UTF-32,");
  }

  @Test
  void aCharsetIsFoundWhereItHasAnEncoding() {
    assertThat(TextEncoding.find(StandardCharsets.UTF_8)).contains(TextEncoding.UTF_8);
  }

  /** What stands behind a name in iconv is told what does that here. */
  @Test
  void anOptionOfIconvIsNoPartOfAName() {
    for (String option : List.of("//IGNORE", "//ignore", " -c", "//TRANSLIT//IGNORE")) {
      assertMessage(() -> TextEncoding.forName("utf8" + option), "is iconv's", "name UTF-8");
      assertMessage(() -> TextEncoding.forName("utf8" + option), "UnmappablePolicy");
      assertMessage(() -> TextEncoding.forName("no-such" + option), "give the name alone");
    }
    assertMessage(() -> TextEncoding.forName("utf8//IGNORE"), "MalformedPolicy.SKIP");
    assertMessage(() -> TextEncoding.forName("UTF-16LE//"), "\"//\" is iconv's", "name UTF-16LE");
  }

  /** A line that a person reads: as short for each name that is near to others as for the rest. */
  @Test
  @NeedsCharsets
  void theMessageIsShort() {
    TextEncoding.names();
    List<String> wrong = new ArrayList<>(List.of("bogus", "ebcdic", "", "x".repeat(1 << 20)));
    for (String name : Charset.availableCharsets().keySet()) {
      String[] near = {name + "x", "my-" + name, name.substring(1)};
      wrong.add(near[wrong.size() % 3]);
    }
    assertThat(wrong)
        .filteredOn(name -> TextEncoding.find(name).isEmpty())
        .hasSizeGreaterThan(100)
        .allSatisfy(
            name -> assertThat(messageOf(() -> TextEncoding.forName(name))).hasSizeLessThan(200));
  }

  /** What a peer calls its encoding stands in logs. */
  @Test
  void theMessageIsOneLine() {
    assertMessage(() -> TextEncoding.forName("kling\non\u001b[2J"), "\"kling\\u000Aon\\u001B[2J\"");
    String message = messageOf(() -> TextEncoding.forName("\r\n\u0085\u2028".repeat(99)));
    assertThat(message).hasSizeLessThan(500).doesNotContainPattern("[\\p{Cntrl}\\u0085\\u2028]");
  }

  private static void assertMessage(ThrowingCallable lookUp, String... parts) {
    assertThat(messageOf(lookUp)).contains(parts);
  }

  private static String messageOf(ThrowingCallable lookUp) {
    return catchThrowableOfType(UnsupportedCharsetException.class, lookUp).getMessage();
  }

  @Test
  @SuppressWarnings("NullAway")
  void nullIsRefusedByItsName() {
    assertThatNullPointerException()
        .isThrownBy(() -> TextEncoding.forName(null))
        .withMessage("ianaNameOrAlias");
    assertThatNullPointerException()
        .isThrownBy(() -> TextEncoding.find((String) null))
        .withMessage("ianaNameOrAlias");
    assertThatNullPointerException()
        .isThrownBy(() -> TextEncoding.forWebLabel(null))
        .withMessage("label");
    assertThatNullPointerException().isThrownBy(() -> TextEncoding.of(null)).withMessage("charset");
  }

  /** WHATWG Encoding, §4.2. */
  @Test
  void aWebLabelMeansWhatItMeansToBrowsers() {
    assertThat(TextEncoding.forWebLabel("utf-16")).isSameAs(TextEncoding.UTF_16LE);
    assertThat(TextEncoding.forWebLabel("unicode")).isSameAs(TextEncoding.UTF_16LE);
    assertThat(TextEncoding.forWebLabel("unicodeFFFE")).isSameAs(TextEncoding.UTF_16BE);
    assertThat(TextEncoding.forWebLabel("\t UTF8\r\n")).isSameAs(TextEncoding.UTF_8);
    for (String label : List.of("utf-32", "utf16", "\u00A0utf-8", "utf\u00A08")) {
      assertThatExceptionOfType(UnsupportedCharsetException.class)
          .isThrownBy(() -> TextEncoding.forWebLabel(label));
    }
  }

  @Test
  void aDefaultOrderIsForTheEncodingsWithoutOne() {
    for (TextEncoding encoding : Encodings.FIXED) {
      assertThatIllegalStateException()
          .isThrownBy(() -> encoding.withDefaultOrder(ByteOrder.BIG_ENDIAN));
    }
    TextEncoding little = TextEncoding.UTF_16.withDefaultOrder(ByteOrder.LITTLE_ENDIAN);
    assertThat(little).isNotEqualTo(TextEncoding.UTF_16);
    assertThat(little.name()).isEqualTo("UTF-16");
    assertThat(little.withDefaultOrder(ByteOrder.LITTLE_ENDIAN)).isSameAs(little);
    assertThat(little.withDefaultOrder(ByteOrder.BIG_ENDIAN)).isSameAs(TextEncoding.UTF_16);
  }
}
