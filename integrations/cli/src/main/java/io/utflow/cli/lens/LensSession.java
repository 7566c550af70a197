/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.cli.lens;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.json.JsonWriteFeature;
import com.fasterxml.jackson.databind.json.JsonMapper;
import io.utflow.codec.EncoderSpec;
import io.utflow.codec.TextEncoder;
import io.utflow.codec.TextEncoding;
import io.utflow.codec.UnmappablePolicy;
import io.utflow.codec.Utflow;
import java.io.ByteArrayOutputStream;
import java.io.UncheckedIOException;
import java.nio.charset.UnsupportedCharsetException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;
import reactor.core.publisher.Flux;

/**
 * The messages of one page: commands in JSON, a document and its cuts in binary messages, answers.
 * It holds one document and one run. For one thread at a time.
 *
 * <p>A binary message begins with a byte that says what it is: from the page {@link #DOCUMENT} or
 * {@link #CUTS}, to the page {@link #ROLES} or {@link #DOCUMENT}.
 */
final class LensSession implements AutoCloseable {
  /** The longest document, in bytes. */
  static final int MAX_BYTES = 1 << 20;

  /** The longest message: a cut after every byte of the longest document, or its text. */
  static final int MAX_MESSAGE = 4 * MAX_BYTES;

  /** The greatest number of pieces in one request. */
  static final int MAX_REQUEST = 1000;

  /** The greatest number of bytes in a request for the names of their characters. */
  static final int MAX_CHARACTERS = 4096;

  /** Bytes of a document. */
  static final byte DOCUMENT = 0;

  /** Distances between cuts; see {@link Pieces#of(byte[], byte[], int)}. */
  static final byte CUTS = 1;

  /** A {@link Role} for each byte of the document. */
  static final byte ROLES = 2;

  /** ASCII only: text may hold unpaired surrogates, which UTF-8 has no bytes for. */
  private static final JsonMapper JSON =
      JsonMapper.builder().enable(JsonWriteFeature.ESCAPE_NON_ASCII).build();

  private Pieces pieces = new Pieces(new byte[0], new int[0]);
  private int run;
  private @Nullable Settings mapped;
  private @Nullable SequenceMap map;
  private @Nullable PieceRun current;

  /** A message, as it goes over the WebSocket: text or binary. */
  record Message(@Nullable String text, byte @Nullable [] binary) {
    static Message of(Answer answer) {
      try {
        return new Message(JSON.writeValueAsString(answer), null);
      } catch (JsonProcessingException e) {
        throw new UncheckedIOException(e); // Records of strings and numbers.
      }
    }

    static Message of(byte kind, byte[] bytes) {
      byte[] message = new byte[bytes.length + 1];
      message[0] = kind;
      System.arraycopy(bytes, 0, message, 1, bytes.length);
      return new Message(null, message);
    }
  }

  /** The first message to a page. */
  static Message welcome() {
    return Message.of(
        new Answer.Welcome(
            TextEncoding.names(),
            UsualDecoder.KINDS.stream().map(UsualDecoder.Kind::name).toList(),
            MAX_BYTES,
            TestCase.MAX_BYTES,
            Utflow.kernel()));
  }

  /** Answers a message. Pieces are decoded as the subscriber requests them. */
  Flux<Message> answer(Message message) {
    try {
      return message.binary() == null ? answerTo(command(message)) : accept(message.binary());
    } catch (UnsupportedCharsetException e) {
      return refuse("\"" + e.getCharsetName() + "\" names no encoding");
    } catch (IllegalArgumentException e) {
      return refuse("" + e.getMessage());
    } catch (RuntimeException | OutOfMemoryError e) {
      return Flux.just(failed(e));
    }
  }

  private static Flux<Message> refuse(String why) {
    return Flux.just(Message.of(new Answer.Problem(why)));
  }

  /**
   * The answer if there is no other, because a page waits for one. A document that takes more
   * memory than this process has is forgotten, so that the page can go on with another.
   */
  private Message failed(Throwable e) {
    close();
    map = null;
    if (e instanceof OutOfMemoryError) {
      pieces = new Pieces(new byte[0], new int[0]);
      return Message.of(
          new Answer.Problem(
              "the document takes more memory than the lens has; take a part of it"));
    }
    return Message.of(new Answer.Problem("the lens has failed: " + e));
  }

  private static Command command(Message message) {
    try {
      Command command = JSON.readValue("" + message.text(), Command.class);
      if (command == null) {
        throw new IllegalArgumentException("null is no command");
      }
      return command;
    } catch (JsonProcessingException e) {
      throw new IllegalArgumentException("no command: " + e.getOriginalMessage(), e);
    }
  }

  private Flux<Message> accept(byte[] message) {
    int kind = message.length == 0 ? -1 : message[0];
    if (kind == DOCUMENT) {
      byte[] bytes = Arrays.copyOfRange(message, 1, message.length);
      requireFits(bytes.length);
      pieces = new Pieces(bytes, new int[0]);
      map = null;
    } else if (kind == CUTS) {
      pieces = Pieces.of(pieces.bytes(), message, 1);
    } else {
      throw new IllegalArgumentException("a binary message of no known kind");
    }
    close();
    return Flux.empty();
  }

  private static void requireFits(long length) {
    if (length > MAX_BYTES) {
      throw new IllegalArgumentException(
          length + " bytes are more than the " + MAX_BYTES + " that the lens takes at once");
    }
  }

  private Flux<Message> answerTo(Command command) {
    if (command instanceof Command.Decode decode) {
      return decode(decode);
    } else if (command instanceof Command.Request request) {
      return more(request.count());
    } else if (command instanceof Command.Characters characters) {
      return Flux.just(Message.of(characters(characters)));
    } else if (command instanceof Command.Encode encode) {
      return encode(encode);
    }
    Settings settings = required(((Command.Export) command).settings());
    return Flux.just(
        Message.of(
            new Answer.Exported(TestCase.of(pieces, settings), Vector.of(pieces, settings))));
  }

  private static Settings required(@Nullable Settings settings) {
    if (settings == null) {
      throw new IllegalArgumentException("the command has no settings");
    }
    return settings;
  }

  private Flux<Message> decode(Command.Decode decode) {
    close();
    Settings settings = required(decode.settings());
    run = decode.run();
    boolean known = map != null && settings.equals(mapped);
    SequenceMap read = known ? map : SequenceMap.of(pieces.bytes(), settings);
    map = read;
    mapped = settings;
    current = new PieceRun(run, pieces, settings, decode.from());
    Message overview = Message.of(overview(read, settings, !known));
    return known ? Flux.just(overview) : Flux.just(overview, Message.of(ROLES, read.roles()));
  }

  private Answer.Overview overview(SequenceMap read, Settings settings, boolean rolesFollow) {
    List<FoundIllFormed> listed =
        read.illFormed().stream()
            .map(found -> FoundIllFormed.of(found, settings.malformed()))
            .toList();
    return new Answer.Overview(
        run,
        read.mark(),
        pieces.bytes().length,
        pieces.count(),
        read.illFormedCount(),
        listed,
        PieceRun.charset(settings.textEncoding()).isEmpty(),
        rolesFollow);
  }

  private Flux<Message> more(int count) {
    if (count < 1 || count > MAX_REQUEST) {
      throw new IllegalArgumentException("request 1 to " + MAX_REQUEST + " pieces, not " + count);
    }
    @Nullable PieceRun from = current;
    if (from == null) {
      return Flux.empty();
    }
    return Flux.<Message>generate(
            sink -> {
              if (from == current && from.hasNext()) {
                sink.next(next(from));
              } else {
                sink.complete();
              }
            })
        .take(count);
  }

  private Message next(PieceRun from) {
    try {
      return Message.of(from.next());
    } catch (RuntimeException | OutOfMemoryError e) {
      return failed(e);
    }
  }

  private Answer.Characters characters(Command.Characters range) {
    int length = pieces.bytes().length;
    if (map == null
        || range.from() < 0
        || range.to() > length
        || range.from() > range.to()
        || range.to() - range.from() > MAX_CHARACTERS) {
      throw new IllegalArgumentException("no characters of " + range.from() + " to " + range.to());
    }
    List<Answer.Sequence> sequences = new ArrayList<>();
    for (int at = range.from(); at < range.to(); ) {
      int start = map.startOf(at);
      int end = map.endOf(at);
      String text = map.textOf(start, end);
      List<CharacterFacts> facts = text.codePoints().mapToObj(CharacterFacts::of).toList();
      sequences.add(new Answer.Sequence(start, end, map.roleAt(start), text, facts));
      at = end;
    }
    return new Answer.Characters(run, range.from(), range.to(), sequences);
  }

  private static Flux<Message> encode(Command.Encode encode) {
    if (encode.text() == null || encode.encoding() == null) {
      throw new IllegalArgumentException("encode needs text and encoding");
    }
    long[] unmappable = new long[1];
    TextEncoder encoder =
        EncoderSpec.of(TextEncoding.forName(encode.encoding()))
            .onUnmappable(UnmappablePolicy.REPLACE)
            .observer(found -> unmappable[0]++)
            .newEncoder();
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    bytes.writeBytes(encoder.encode(encode.text()));
    bytes.writeBytes(encoder.finish());
    requireFits(bytes.size());
    return Flux.just(
        Message.of(new Answer.Encoded(bytes.size(), unmappable[0])),
        Message.of(DOCUMENT, bytes.toByteArray()));
  }

  @Override
  public void close() {
    if (current != null) {
      current.close();
      current = null;
    }
  }
}
