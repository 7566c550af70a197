/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.cli.lens;

import com.fasterxml.jackson.annotation.JsonIgnore;
import io.utflow.codec.BomPolicy;
import io.utflow.codec.DecoderSpec;
import io.utflow.codec.TextEncoding;
import io.utflow.codec.stage.LineBreaks;
import io.utflow.codec.stage.LineSpec;

/**
 * How the bytes are to be read. Refuses names that mean nothing.
 *
 * @param encoding a name of {@link TextEncoding#names()} or an alias
 * @param malformed what becomes of ill-formed sequences
 * @param bom what is done about a byte order mark
 * @param breaks what ends a line
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

  /** What Utflow's row is decoded by. */
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
