/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.conformance.toy;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** Makes server-sent events of lines, with one fault at most. */
final class ToyEvents {
  private final @Nullable Fault fault;
  private final List<String> late = new ArrayList<>();
  private @Nullable String data;
  private String type = "";
  private String id = "";

  ToyEvents(@Nullable Fault fault) {
    this.fault = fault;
  }

  List<String> read(List<String> lines) {
    List<String> events = new ArrayList<>();
    for (String line : lines) {
      if (line.isEmpty()) {
        dispatch(events);
      } else {
        field(line);
      }
    }
    if (fault == Fault.EVENT_LATE) {
      List<String> before = List.copyOf(late);
      late.clear();
      late.addAll(events);
      return before;
    }
    return events;
  }

  List<String> end() {
    List<String> events = new ArrayList<>(late);
    if (fault == Fault.DISPATCHED_AT_THE_END && data != null) {
      dispatch(events);
    }
    return events;
  }

  private void field(String line) {
    int colon = line.indexOf(':');
    if (colon == 0 && fault != Fault.COMMENT_IS_A_FIELD) {
      return;
    }
    String name = colon < 0 ? line : colon == 0 ? "data" : line.substring(0, colon);
    String value = value(colon < 0 ? "" : line.substring(colon + 1));
    switch (fault == Fault.FIELDS_IN_ANY_CASE ? name.toLowerCase(Locale.ROOT) : name) {
      case "data" ->
          data = data == null ? value : data + (fault == Fault.DATA_JOINED ? "" : "\n") + value;
      case "event" -> type = fault == Fault.TYPE_LOST ? "" : value;
      case "id" -> {
        if (fault == Fault.NUL_IN_ID || value.indexOf(0) < 0) {
          id = fault == Fault.ID_LOST ? "" : value;
        }
      }
      default -> {}
    }
  }

  private String value(String value) {
    if (fault == Fault.BLANKS_STRIPPED) {
      return value.strip();
    }
    return value.startsWith(" ") && fault != Fault.BLANK_KEPT ? value.substring(1) : value;
  }

  private void dispatch(List<String> events) {
    boolean nothing = data == null && (fault != Fault.DISPATCHED_WITHOUT_DATA || type.isEmpty());
    boolean empty = "".equals(data) && fault == Fault.EMPTY_DATA_LOST;
    if (!nothing && !empty) {
      String named = type.isEmpty() ? "message" : type;
      events.add(named + "\n" + id + "\n" + (data == null ? "" : data));
    }
    data = null;
    type = fault == Fault.TYPE_STICKS ? type : "";
    id = fault == Fault.ID_FORGOTTEN ? "" : id;
  }
}
