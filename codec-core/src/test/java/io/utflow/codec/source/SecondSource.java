/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.codec.source;

import io.utflow.codec.form.ShiftedForm;
import io.utflow.codec.form.WesternForm;
import io.utflow.codec.kernel.Kernel;
import java.nio.charset.Charset;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** Two encodings, one of which has state, and a note of every question. */
public final class SecondSource implements EncodingSource {
  static final List<String> ASKED = new ArrayList<>();

  private static final EncodingDefinition SECOND =
      new EncodingDefinition(
          "x-second",
          "second",
          () -> made("form", WesternForm.INSTANCE),
          form -> made("kernel", new Kernel() {}));

  private static final EncodingDefinition SHIFTED =
      new EncodingDefinition(
          "x-second-shifted",
          "x-second-shifted",
          () -> made("form", ShiftedForm.SHARED),
          form -> made("kernel of a stream", new Kernel() {}));

  private static <T> T made(String what, T made) {
    ASKED.add("make " + what);
    return made;
  }

  @Override
  public @Nullable EncodingDefinition named(String name) {
    ASKED.add("named " + name);
    return switch (name.toLowerCase(Locale.ROOT)) {
      case "x-second", "second" -> SECOND;
      case "x-second-shifted" -> SHIFTED;
      default -> null;
    };
  }

  @Override
  public @Nullable EncodingDefinition labelled(String label) {
    ASKED.add("labelled " + label);
    return label.equals("secondary") ? SECOND : null;
  }

  @Override
  public @Nullable EncodingDefinition of(Charset charset) {
    ASKED.add("of " + charset);
    return charset.name().equals("windows-1252") ? SECOND : null;
  }

  @Override
  public @Nullable String whyNot(String name) {
    ASKED.add("whyNot " + name);
    return name.equals("x-third") ? "there is no third" : null;
  }

  @Override
  public @Nullable String whyNot(Charset charset) {
    return whyNot(charset.name());
  }

  @Override
  public List<String> names() {
    ASKED.add("names");
    return List.of("x-second", "x-second-shifted");
  }

  @Override
  public List<String> labels() {
    return List.of("secondary");
  }

  @Override
  public void propose(NearNames near) {
    near.add("x-second", "x-second", () -> true);
  }
}
