/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.codec.testing;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** Asks Node, where it is on the path: another implementation of the web's encodings. */
public final class Node {
  private Node() {}

  /** An expression of a decoder {@code d}, for each label; nothing where there is no Node. */
  public static List<String> decoders(String expression, List<String> labels)
      throws IOException, InterruptedException {
    String script =
        "process.argv.slice(1).forEach(l => { let n = 'none';"
            + " try { const d = new TextDecoder(l, {ignoreBOM: true}); n = "
            + expression
            + " } catch (e) {} console.log(n) })";
    List<String> command = new ArrayList<>(List.of("node", "-e", script, "--"));
    command.addAll(labels);
    Process process;
    try {
      process = new ProcessBuilder(command).redirectErrorStream(true).start();
    } catch (IOException noNode) {
      return List.of();
    }
    process.getOutputStream().close();
    String out = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    assertThat(process.waitFor(5, TimeUnit.MINUTES)).isTrue();
    return out.lines().toList();
  }
}
