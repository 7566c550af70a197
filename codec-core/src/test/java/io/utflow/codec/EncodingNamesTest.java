/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.codec;

import static org.assertj.core.api.Assertions.assertThat;

import io.utflow.codec.testing.NeedsCharsets;
import io.utflow.codec.testing.OverEncodings;
import java.nio.charset.Charset;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The list can be used: its names are known, each once, and none is missing that a peer sends. */
@OverEncodings
class EncodingNamesTest {
  private static final List<String> NAMES = TextEncoding.names();

  @Test
  void eachNameIsKnownAndStandsOnce() {
    assertThat(NAMES).doesNotHaveDuplicates();
    assertThat(NAMES).allSatisfy(name -> assertThat(TextEncoding.forName(name)).hasToString(name));
  }

  /** Which is written in a configuration and in metrics; a peer is told another. */
  @Test
  void theNameOfAnEncodingFindsIt() {
    for (String name : NAMES) {
      TextEncoding encoding = TextEncoding.forName(name);
      assertThat(encoding.name()).isEqualTo(name);
      String forPeers = name.startsWith("web-") ? name.substring("web-".length()) : name;
      forPeers = encoding.equals(UnicodeVariants.UTF_8_OR_CESU_8) ? "UTF-8" : forPeers;
      assertThat(encoding.nameForPeers()).isEqualTo(forPeers);
    }
  }

  /** What is written under a header is read by it: the same encoding, where it is the web's. */
  @Test
  void whatAPeerIsToldMeansTheEncoding() {
    assertThat(NAMES)
        .filteredOn(name -> name.startsWith("web-"))
        .isNotEmpty()
        .allSatisfy(
            name -> {
              TextEncoding encoding = TextEncoding.forName(name);
              String header = "text/plain; charset=" + encoding.nameForPeers();
              assertThat(TextEncoding.ofContentType(header)).containsSame(encoding);
            });
  }

  @Test
  void everyCharsetThatCanBeReadIsThere() {
    for (Charset charset : Charset.availableCharsets().values()) {
      TextEncoding.find(charset.name())
          .ifPresent(encoding -> assertThat(NAMES).contains(encoding.toString()));
    }
  }

  /** One label of each encoding of the web, as pages write it. */
  @ParameterizedTest
  @ValueSource(
      strings = {
        "utf-8",
        "utf-16le",
        "utf-16be",
        "x-user-defined",
        "cp866",
        "latin2",
        "latin3",
        "latin4",
        "cyrillic",
        "arabic",
        "greek",
        "visual",
        "logical",
        "latin6",
        "iso8859-13",
        "iso8859-14",
        "l9",
        "iso-8859-16",
        "koi",
        "koi8-ru",
        "mac",
        "dos-874",
        "cp1250",
        "cp1251",
        "latin1",
        "cp1253",
        "latin5",
        "cp1255",
        "cp1256",
        "cp1257",
        "cp1258",
        "x-mac-ukrainian",
        "chinese",
        "gb18030",
        "big5-hkscs",
        "x-euc-jp",
        "csiso2022jp",
        "sjis",
        "korean"
      })
  @NeedsCharsets
  void whatALabelOfTheWebLeadsToIsThere(String label) {
    assertThat(NAMES).contains(TextEncoding.forWebLabel(label).toString());
  }
}
