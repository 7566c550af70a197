/* SPDX-License-Identifier: Apache-2.0 */
/**
 * The encodings of Utflow beyond Unicode: the charsets of the JVM, those of the web as browsers
 * read them, and SCSU, BOCU-1, UTF-EBCDIC, HZ and ISO-2022-CN. Put the artifact beside the core, on
 * the same path: {@link io.utflow.codec.TextEncoding#forName} and the other lookups then find them.
 */
@org.jspecify.annotations.NullMarked
module io.utflow.charsets {
  requires static org.jspecify;
  requires transitive io.utflow.codec;

  exports io.utflow.charsets;

  uses java.nio.charset.spi.CharsetProvider;

  provides io.utflow.codec.source.EncodingSource with
      io.utflow.charsets.names.Charsets;
}
