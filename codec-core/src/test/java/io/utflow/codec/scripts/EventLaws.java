/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.codec.scripts;

import static io.utflow.codec.scripts.StreamLaws.require;

import io.utflow.codec.DecoderSpec;
import io.utflow.codec.TextEncoding;
import io.utflow.codec.scripts.Action.Kind;
import io.utflow.codec.scripts.Setup.Key;
import io.utflow.codec.sse.EventSpec;
import io.utflow.codec.sse.EventStages;
import io.utflow.codec.sse.ServerSentEvent;
import io.utflow.codec.stage.ByteStage;
import java.math.BigInteger;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Server-sent events against the standard's words ("Interpreting an event stream"). */
final class EventLaws {
  private static final BigInteger LONGEST = BigInteger.valueOf(Long.MAX_VALUE);

  private EventLaws() {}

  /** The standard's algorithm, with a bound for lines and data; comments are listed apart. */
  private static final class Model {
    final List<String> events = new ArrayList<>();
    final List<String> comments = new ArrayList<>();
    final int bound;
    boolean passesBound;
    private boolean tooLong;
    private StringBuilder data = new StringBuilder();
    private String type = "";
    private @Nullable String id;
    private @Nullable String retry;

    Model(String text, int bound) {
      this.bound = bound;
      int begin = 0;
      for (int i = 0; i < text.length(); i++) {
        char c = text.charAt(i);
        if (c == '\r' || c == '\n') {
          line(text.substring(begin, i));
          boolean pair = c == '\r' && text.startsWith("\n", i + 1);
          i += pair ? 1 : 0;
          begin = i + 1;
        }
      }
    }

    private void line(String line) {
      if (line.length() > bound) {
        passBound();
      } else if (line.isEmpty()) {
        dispatch();
      } else if (line.startsWith(":")) {
        comments.add(line.substring(line.startsWith(": ") ? 2 : 1));
      } else {
        String[] parts = line.split(":", 2);
        String value = parts.length == 2 ? parts[1] : "";
        field(parts[0], value.startsWith(" ") ? value.substring(1) : value);
      }
    }

    private void passBound() {
      tooLong = true;
      passesBound = true;
    }

    private void field(String name, String value) {
      switch (name) {
        case "event" -> type = value;
        case "data" -> {
          data.append(value).append('\n');
          if (data.length() - 1 > bound) {
            passBound();
          }
        }
        case "id" -> id = value.indexOf('\0') < 0 ? value : id;
        case "retry" -> {
          if (value.matches("[0-9]+")) {
            retry = new BigInteger(value).min(LONGEST).toString();
          }
        }
        default -> {}
      }
    }

    private void dispatch() {
      if (data.length() > 0 && !tooLong) {
        events.add(Staged.describe(data.substring(0, data.length() - 1), type, id, retry, null));
        retry = null;
      }
      data = new StringBuilder();
      type = "";
      tooLong = false;
    }
  }

  private static final class Kept {
    final List<String> events = new ArrayList<>();
    final List<String> comments = new ArrayList<>();
    @Nullable RuntimeException failure;
  }

  static void events(Script script) {
    Setup setup = script.setup();
    if (!script.has(Kind.END) || setup.number(Key.MAX) < 1) {
      return;
    }
    String text = Alphabet.of("UTF-8").decode(script.bytes());
    Model model = new Model(text, setup.number(Key.MAX));
    boolean fails = setup.get(Key.TOO_LONG).equals("FAIL") && model.passesBound;
    if (!setup.flag(Key.KEEP_ALL)) {
      plain(script, model, fails);
      return;
    }
    Kept kept = keepingAll(script);
    // Where a bound is passed, a relay drops the block; which, the plain reading has told.
    if (!model.passesBound) {
      require(
          kept.failure == null, "fails: " + kept.failure + ", though no line and no data is long");
      require(
          model.comments.equals(kept.comments),
          "comments %s instead of %s",
          kept.comments,
          model.comments);
    }
  }

  private static void plain(Script script, Model model, boolean fails) {
    Transcript told = Runner.run(script);
    require(fails == told.failed(), "fails: " + told.failure());
    if (fails) {
      require(
          model.events.size() >= told.outputs().size()
              && model.events.subList(0, told.outputs().size()).equals(told.outputs()),
          "before the failure %s of %s",
          told.outputs(),
          model.events);
      return;
    }
    // Whether the fields of an event that is left out count is not the standard's to say.
    if (!model.passesBound) {
      require(
          model.events.equals(told.outputs()),
          "events %s, by the standard %s",
          told.outputs(),
          model.events);
    }
  }

  private static Kept keepingAll(Script script) {
    Kept kept = new Kept();
    Transcript told = new Transcript();
    ByteStage<ServerSentEvent> stage =
        EventStages.decode(
            script.setup().decoderSpec(told), script.setup().eventSpec(new Transcript()));
    try {
      for (Action action : script.actions()) {
        if (action.is(Kind.OFFER)) {
          stage.offer(script.setup().kind().of(action.bytes()));
        } else if (action.is(Kind.END)) {
          stage.endOfInput();
        }
        ServerSentEvent event;
        while ((event = stage.poll()) != null) {
          event.comment().ifPresent(c -> kept.comments.addAll(List.of(c.split("\n", -1))));
          if (event.hasData()) {
            kept.events.add(event.data());
          }
        }
      }
    } catch (RuntimeException e) {
      kept.failure = e;
    }
    return kept;
  }

  /** The first eight bytes are a time in seconds, the others the data. */
  static void written(Script script) {
    byte[] bytes = script.bytes();
    if (bytes.length < Long.BYTES) {
      return;
    }
    long seconds = ByteBuffer.wrap(bytes).getLong();
    String data = Alphabet.of("UTF-8").decode(Arrays.copyOfRange(bytes, Long.BYTES, bytes.length));
    ServerSentEvent event = ServerSentEvent.of(data.replaceAll("\r\n?", "\n"));
    if (seconds >= 0) {
      event = event.retry(Duration.ofSeconds(seconds));
    }
    ByteStage<ServerSentEvent> stage =
        EventStages.decode(DecoderSpec.of(TextEncoding.UTF_8), EventSpec.DEFAULT);
    stage.offer(ByteBuffer.wrap(event.toText().getBytes(StandardCharsets.UTF_8)));
    ServerSentEvent read = stage.poll();
    require(read != null, "not read again: " + event);
    require(
        Staged.describe(event).equals(Staged.describe(java.util.Objects.requireNonNull(read))),
        "written %s, read %s",
        event,
        read);
  }
}
