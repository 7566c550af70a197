/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.examples.resp;

import io.netty.buffer.ByteBufUtil;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The answers of the server, as text: a length counts bytes in UTF-8. */
final class RespReply {
  static final String OK = "+OK\r\n";

  private RespReply() {}

  static String simple(String text) {
    return "+" + text + "\r\n";
  }

  /** An error; a line end in it would be one of the protocol. */
  static String error(String text) {
    return "-ERR " + text.replaceAll("[\\r\\n]", " ") + "\r\n";
  }

  /** A text, or the answer for no text. */
  static String text(@Nullable String text) {
    return text == null ? "$-1\r\n" : "$" + ByteBufUtil.utf8Bytes(text) + "\r\n" + text + "\r\n";
  }

  static String texts(List<String> texts) {
    StringBuilder all = new StringBuilder("*").append(texts.size()).append("\r\n");
    texts.forEach(text -> all.append(text(text)));
    return all.toString();
  }
}
