/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.conformance.toy;

import io.utflow.conformance.Answer;
import io.utflow.conformance.Job;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.stream.Collectors;

/**
 * The toy as a command. Arguments: a fault, or nothing; {@code dies} ends after its name, {@code
 * short} answers with one word.
 */
public final class ToyCommand {
  private ToyCommand() {}

  public static void main(String[] arguments) throws IOException {
    String fault = arguments.length == 0 ? "" : arguments[0];
    BufferedReader in =
        new BufferedReader(new InputStreamReader(System.in, StandardCharsets.US_ASCII));
    System.out.println(in.readLine().equals("utflow-conformance 1") ? "a toy" : "?");
    boolean known = fault.matches("[A-Z_]+");
    for (String line = in.readLine(); line != null && !fault.equals("dies"); line = in.readLine()) {
      if (fault.equals("short")) {
        System.out.println("-");
        continue;
      }
      String[] words = line.split(" ");
      List<byte[]> pieces = new ArrayList<>();
      for (int i = 2; i < words.length; i++) {
        pieces.add(HexFormat.of().parseHex(words[i].replace("-", "")));
      }
      boolean in8 = words[1].equals("UTF-8");
      Answer answer =
          ToyDecoder.with(known ? Fault.valueOf(fault) : null)
              .run(Job.of(words[0]), words[1], pieces);
      System.out.println(in8 ? written(answer) : "no");
    }
  }

  private static String written(Answer answer) {
    String outputs =
        answer.outputs().stream()
            .map(
                each ->
                    each.isEmpty()
                        ? "-"
                        : each.stream().map(ToyCommand::hex).collect(Collectors.joining(",")))
            .collect(Collectors.joining(" "));
    return outputs
        + " pending="
        + joined(answer.pending())
        + " ill-formed="
        + joined(answer.illFormed());
  }

  private static String joined(List<?> items) {
    return items.stream().map(Object::toString).collect(Collectors.joining(","));
  }

  private static String hex(String output) {
    return output.isEmpty()
        ? "_"
        : output.chars().mapToObj("%04x"::formatted).collect(Collectors.joining());
  }
}
