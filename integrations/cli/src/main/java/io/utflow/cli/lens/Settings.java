/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.cli.lens;

import com.fasterxml.jackson.annotation.JsonIgnore;
import io.utflow.codec.BomPolicy;
import io.utflow.codec.DecoderSpec;
import io.utflow.codec.TextEncoding;
import io.utflow.codec.stage.LineBreaks;
import io.utflow.codec.stage.LineSpec;

/**
 * The settings for reading the bytes. Refuses unknown names.
 *
 * @param encoding a name of {@link TextEncoding#names()} or an alias
 * @param malformed the treatment of ill-formed sequences
 * @param bom the treatment of a byte order mark
 * @param breaks the line breaks
 */
record Settings(String encoding, IllFormedChoice malformed, BomPolicy bom, LineBreaks breaks) {
  Settings {
    if (encoding == null || malformed == null || bom == null || breaks == null) {
      throw new IllegalArgumentException("settings need encoding, malformed, bom and breaks");
    }
    TextEncoding.forName(encoding); // Throws where there is none.
  }

  /** UTF-8, and otherwise what a {@link DecoderSpec} does if nothing is set. */
  static Settings of(TextEncoding encoding) {
    return new Settings(
        encoding.name(), IllFormedChoice.REPLACE, BomPolicy.PER_ENCODING, LineBreaks.LF_OR_CRLF);
  }

  Settings with(IllFormedChoice other) {
    return new Settings(encoding, other, bom, breaks);
  }

  Settings with(BomPolicy other) {
    return new Settings(encoding, malformed, other, breaks);
  }

  @JsonIgnore
  TextEncoding textEncoding() {
    return TextEncoding.forName(encoding);
  }

  /** The spec for Utflow's row. */
  @JsonIgnore
  DecoderSpec spec() {
    return DecoderSpec.of(textEncoding()).bom(bom).onMalformed(malformed.policy());
  }

  /** Lines as long as the text. */
  @JsonIgnore
  LineSpec lines() {
    return LineSpec.of(breaks).maxChars(LensSession.MAX_BYTES * 4);
  }
}
