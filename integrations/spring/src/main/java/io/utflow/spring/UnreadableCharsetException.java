/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.spring;

import java.nio.charset.UnsupportedCharsetException;
import org.springframework.core.codec.DecodingException;

/** A body in a charset that has no encoding here, or that the spec does not go with. */
final class UnreadableCharsetException extends DecodingException {
  private static final long serialVersionUID = 1L;

  UnreadableCharsetException(IllegalArgumentException cause) {
    super(
        (cause instanceof UnsupportedCharsetException
                ? "Unsupported charset: "
                : "Charset that cannot be read here: ")
            + cause.getMessage(),
        cause);
  }
}
