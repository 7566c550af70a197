/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.spring;

import java.nio.charset.UnsupportedCharsetException;
import org.springframework.core.codec.DecodingException;

/** A body in a charset that has no encoding here. */
final class UnknownCharsetException extends DecodingException {
  private static final long serialVersionUID = 1L;

  UnknownCharsetException(UnsupportedCharsetException cause) {
    super("Unsupported charset: " + cause.getMessage(), cause);
  }
}
