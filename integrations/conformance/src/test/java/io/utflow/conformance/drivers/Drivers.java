/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.conformance.drivers;

import io.utflow.conformance.DecoderUnderTest;
import java.util.ArrayList;
import java.util.List;

/** The decoders of the JVM that are judged, in the order of the table. */
final class Drivers {
  /** Each script of the folder {@code drivers}, with its arguments. */
  static final List<List<String>> SCRIPTS =
      List.of(
          List.of("node", "node.mjs", "TextDecoder"),
          List.of("node", "node.mjs", "StringDecoder"),
          List.of("node", "node.mjs", "readline"),
          List.of("python3", "cpython.py"),
          List.of("python3", "cpython_io.py"),
          List.of("python3", "iconv.py"));

  private Drivers() {}

  static List<DecoderUnderTest> ofUtflow() {
    List<DecoderUnderTest> decoders = new ArrayList<>(UtflowStages.all());
    decoders.add(Channels.ofUtflow());
    decoders.addAll(Publishers.ofUtflow());
    return decoders;
  }

  /** Those that stand on the JDK's decoders change with it. */
  static List<DecoderUnderTest> ofOthers() {
    List<DecoderUnderTest> decoders = new ArrayList<>();
    decoders.add(CharsetDecoders.ofTheJdk());
    decoders.add(Readers.ofTheJdk());
    decoders.addAll(Channels.ofNetty());
    decoders.add(Publishers.ofReactorNetty());
    decoders.addAll(Publishers.ofSpring());
    decoders.add(CharsetDecoders.ofIcu());
    return decoders;
  }
}
