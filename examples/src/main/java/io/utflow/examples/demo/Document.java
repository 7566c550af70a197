/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.examples.demo;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Objects;

/** A text to send, and what it is called in the report. */
record Document(String name, String text) {

  /** One document for each family of scripts, and one of markup around several. */
  static List<Document> all() {
    return List.of(
        load("Latin", "latin.txt"),
        load("Greek, Cyrillic", "greek-cyrillic.txt"),
        load("Arabic, Hebrew", "arabic-hebrew.txt"),
        load("Hindi, Tamil, Thai", "hindi-tamil-thai.txt"),
        load("Chinese, Japanese", "chinese-japanese-korean.txt"),
        load("emoji", "emoji.txt"),
        load("music, Gothic", "music-gothic-maths.txt"),
        load("HTML", "html.txt"));
  }

  private static Document load(String name, String resource) {
    try (InputStream in = Document.class.getResourceAsStream(resource)) {
      return new Document(
          name,
          new String(Objects.requireNonNull(in, resource).readAllBytes(), StandardCharsets.UTF_8));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
