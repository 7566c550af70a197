/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.conformance;

import java.io.BufferedReader;
import java.io.BufferedWriter;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.OutputStreamWriter;
import java.io.UncheckedIOException;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A decoder in another process: a command that reads a request from each line of its standard input
 * and writes the answer as one line to its standard output. Its standard error is shown.
 *
 * <p>The first request is {@code utflow-conformance 1}, answered by the name of the decoder. Each
 * other one is one stream: the {@linkplain Job#word() job}, the encoding, and the pieces in
 * hexadecimal, {@code -} for an empty one, with blanks between. The answer is {@code no} if the
 * decoder takes no part; else one word for each piece and one for the end of the stream: its
 * outputs with commas between, each in hexadecimal UTF-16BE, {@code _} for an empty one; {@code -}
 * for no output. Optional words follow: {@code pending=1,0,2}, the number of pending bytes after
 * each piece; {@code ill-formed=0+1,4+2}, offsets and lengths in bytes ({@code ill-formed=} without
 * ill-formed sequences); and {@code failed=WORD}.
 */
public final class CommandDecoder implements DecoderUnderTest, AutoCloseable {
  private static final String GREETING = "utflow-conformance 1";

  private final Process process;
  private final Writer requests;
  private final BufferedReader answers;
  private final String name;

  /**
   * Starts the command and asks it for its name.
   *
   * @param command the program and its arguments
   * @throws IOException if it cannot be started, or ends without an answer
   */
  public CommandDecoder(List<String> command) throws IOException {
    process = new ProcessBuilder(command).redirectError(ProcessBuilder.Redirect.INHERIT).start();
    requests =
        new BufferedWriter(
            new OutputStreamWriter(process.getOutputStream(), StandardCharsets.US_ASCII));
    answers =
        new BufferedReader(
            new InputStreamReader(process.getInputStream(), StandardCharsets.US_ASCII));
    try {
      name = ask(GREETING);
    } catch (IOException e) {
      process.destroy();
      throw e;
    }
  }

  @Override
  public String name() {
    return name;
  }

  /**
   * {@inheritDoc}
   *
   * @throws UncheckedIOException if the process has ended, or its answer cannot be read
   */
  @Override
  public @Nullable Answer run(Job job, String encoding, List<byte[]> pieces) {
    StringBuilder request = new StringBuilder(job.word()).append(' ').append(encoding);
    for (byte[] piece : pieces) {
      request.append(' ').append(piece.length == 0 ? "-" : HexFormat.of().formatHex(piece));
    }
    try {
      String words = ask(request.toString());
      if (words.equals("no")) {
        return null;
      }
      Answer answer = parse(words);
      if (answer.failure() == null && answer.outputs().size() != pieces.size() + 1) {
        throw new IllegalArgumentException(
            "a word for each piece and one for the end, not: " + words);
      }
      return answer;
    } catch (IOException | IllegalArgumentException e) {
      throw new UncheckedIOException(
          new IOException(
              name + " gave no answer that can be read to: " + request + ": " + e.getMessage(), e));
    }
  }

  private String ask(String request) throws IOException {
    String answer = null;
    IOException broken = null;
    try {
      requests.write(request);
      requests.write('\n');
      requests.flush();
      answer = answers.readLine();
    } catch (IOException e) {
      broken = e; // A command that has ended reads no request.
    }
    if (answer == null) {
      throw new IOException("the command ended; it was asked: " + request, broken);
    }
    return answer;
  }

  static Answer parse(String answer) {
    List<List<String>> outputs = new ArrayList<>();
    List<Integer> pending = null;
    List<Place> illFormed = null;
    String failure = null;
    for (String word : answer.trim().split(" +", -1)) {
      int equals = word.indexOf('=');
      String value = word.substring(equals + 1);
      switch (word.substring(0, Math.max(equals, 0))) {
        case "" -> outputs.add(outputs(word));
        case "pending" -> pending = items(value).stream().map(Integer::valueOf).toList();
        case "ill-formed" -> illFormed = items(value).stream().map(Place::parse).toList();
        case "failed" -> failure = value;
        default -> throw new IllegalArgumentException("no word of the protocol: " + word);
      }
    }
    return new Answer(outputs, pending, illFormed, failure);
  }

  private static List<String> outputs(String word) {
    return word.equals("-") ? List.of() : items(word).stream().map(CommandDecoder::text).toList();
  }

  private static String text(String output) {
    return output.equals("_") ? "" : new String(units(HexFormat.of().parseHex(output)));
  }

  /** By hand: halves of pairs shall arrive as they are. */
  private static char[] units(byte[] bytes) {
    if (bytes.length % 2 != 0) {
      throw new IllegalArgumentException("half a unit of UTF-16");
    }
    char[] units = new char[bytes.length / 2];
    for (int i = 0; i < units.length; i++) {
      units[i] = (char) ((bytes[2 * i] & 0xFF) << 8 | bytes[2 * i + 1] & 0xFF);
    }
    return units;
  }

  private static List<String> items(String list) {
    return list.isEmpty() ? List.of() : List.of(list.split(",", -1));
  }

  /** Ends the command by the end of its standard input. */
  @Override
  public void close() throws IOException {
    try {
      requests.close();
    } catch (IOException e) {
      // The command has ended, and not read its last request.
    }
    answers.close();
    process.destroy();
  }
}
