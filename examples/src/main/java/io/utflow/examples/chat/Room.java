/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.examples.chat;

import java.text.Normalizer;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/**
 * The members, each under a name of its own. Used by one thread only, the event loop that they all
 * share.
 *
 * <p>The room goes at the pace of its slowest reader: while the channel of a member is full,
 * nothing is read from any member, so no text is lost and the waiting text is bounded.
 */
final class Room {
  private final Map<String, ChatMember> members = new LinkedHashMap<>();
  private long guests;

  /** Adds the member and returns its name. */
  String enter(ChatMember member) {
    String name;
    do {
      name = "guest" + ++guests;
    } while (!claim(member, name));
    updateReading();
    return name;
  }

  /** Returns false, and changes nothing, if another member has that name. */
  boolean rename(ChatMember member, String before, String wish) {
    if (key(before).equals(key(wish))) {
      return true;
    }
    return claim(member, wish) && members.remove(key(before), member);
  }

  void leave(ChatMember member, String name) {
    if (members.remove(key(name), member)) {
      updateReading();
    }
  }

  /** Sends the line to all but {@code from}. */
  void sendToOthers(ChatMember from, String line) {
    // A copy, for a member that cannot be written to leaves meanwhile.
    for (ChatMember member : List.copyOf(members.values())) {
      if (member != from) {
        member.send(line);
      }
    }
  }

  /** Pauses or resumes reading; call it whenever a member becomes too slow or has caught up. */
  void updateReading() {
    boolean allKeepUp = members.values().stream().allMatch(ChatMember::keepsUp);
    members.values().forEach(member -> member.setReading(allKeepUp));
  }

  private boolean claim(ChatMember member, String name) {
    return members.putIfAbsent(key(name), member) == null;
  }

  /** Names that look the same to a reader are the same. */
  private static String key(String name) {
    return Normalizer.normalize(name, Normalizer.Form.NFKC).toLowerCase(Locale.ROOT);
  }
}
