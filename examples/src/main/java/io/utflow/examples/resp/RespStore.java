/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.examples.resp;

import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** The values that clients have set, and the answers to their requests. One thread uses it. */
final class RespStore {
  private static final long MOST_CHARS = 1L << 26;

  /** What an entry takes beside its chars, counted as chars, so that short ones are bounded too. */
  private static final int ENTRY = 100;

  private final Map<String, String> values = new HashMap<>();
  private long chars;

  /** The reply to a request. */
  String answer(RespRequest request) {
    if (!request.isText()) {
      return RespReply.error("an argument is not UTF-8");
    }
    String name = request.name();
    return switch (name + " " + (request.count() - 1)) {
      case "PING 0" -> RespReply.simple("PONG");
      case "PING 1", "ECHO 1" -> RespReply.text(request.word(1));
      case "GET 1" -> RespReply.text(values.get(request.word(1)));
      case "SET 2" -> set(request.word(1), request.word(2));
      case "QUIT 0" -> RespReply.OK;
      default -> first(name, request);
    };
  }

  private String set(String key, String value) {
    String before = values.get(key);
    long more = value.length() - (before == null ? -key.length() - ENTRY : before.length());
    if (chars + more > MOST_CHARS) {
      return RespReply.error("no room for " + MOST_CHARS + " chars and more");
    }
    chars += more;
    values.put(key, value);
    return RespReply.OK;
  }

  /** The answers to the first questions of clients, about commands, settings and themselves. */
  private static String first(String name, RespRequest request) {
    return switch (name) {
      case "COMMAND" -> RespReply.texts(List.of());
      case "CLIENT" -> RespReply.OK;
      case "CONFIG" ->
          request.count() == 3
              ? RespReply.texts(List.of(request.word(2), ""))
              : RespReply.error("CONFIG GET and a name are known");
      case "SELECT" ->
          request.words().get(request.count() - 1).equals("0")
              ? RespReply.OK
              : RespReply.error("there is one database, 0");
      case "PING", "ECHO", "GET", "SET" ->
          RespReply.error("wrong number of arguments for '" + name + "'");
      default -> RespReply.error("unknown command '" + request.word(0) + "'");
    };
  }
}
