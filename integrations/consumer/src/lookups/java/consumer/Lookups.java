/* SPDX-License-Identifier: Apache-2.0 */
package consumer;

import io.utflow.codec.DecoderSpec;
import io.utflow.codec.TextEncoding;
import java.io.IOException;
import java.io.ObjectInputStream;
import java.io.ObjectOutputStream;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.charset.Charset;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Enumeration;
import java.util.List;
import java.util.concurrent.Callable;

/**
 * Asks the core for encodings in every way, and says for each what was found, or what was thrown.
 * Names of the core alone, so it runs whatever lies beside it.
 *
 * <p>The first argument is a file to which an encoding is serialized, or, where it is there
 * already, from which it is read. The second is the jar of the charsets, for the context class
 * loader, which must not be asked for it.
 */
public final class Lookups {
  private Lookups() {}

  public static void main(String[] arguments) throws Exception {
    Path serialized = Path.of(arguments[0]);
    try (Context context = new Context(Path.of(arguments[1]).toUri().toURL())) {
      Thread.currentThread().setContextClassLoader(context);
      say("utf-8", () -> DecoderSpec.of(TextEncoding.UTF_8).decode(new byte[] {'a', 'b'}));
      say("latin-1", () -> TextEncoding.forName("latin1"));
      say("name", () -> TextEncoding.forName("Shift_JIS"));
      say("again", () -> TextEncoding.forName("Shift_JIS"));
      say("perhaps", () -> TextEncoding.find("Shift_JIS").isPresent());
      say("charset", () -> TextEncoding.of(Charset.forName("Shift_JIS")));
      say("label", () -> TextEncoding.forWebLabel("shift_jis"));
      say("other label", () -> TextEncoding.forWebLabel("iso-8859-2"));
      say("header", () -> TextEncoding.ofContentType("text/html; charset=shift_jis").orElseThrow());
      say("other number", () -> TextEncoding.forName("ISO-8859-2"));
      say("mistyped", () -> TextEncoding.forName("UFT-8"));
      say("mistyped label", () -> TextEncoding.forWebLabel("uft-8"));
      say("text", () -> DecoderSpec.of(TextEncoding.forName("Shift_JIS")).decode(hiragana()));
      say("serialized", () -> throughFile(serialized));
      say("names", () -> TextEncoding.names().contains("Shift_JIS"));
      say("context", () -> context.asked);
    }
  }

  /** U+3042. */
  private static byte[] hiragana() {
    return new byte[] {(byte) 0x82, (byte) 0xA0};
  }

  private static Object throughFile(Path file) throws IOException, ClassNotFoundException {
    if (!Files.exists(file)) {
      try (ObjectOutputStream out = new ObjectOutputStream(Files.newOutputStream(file))) {
        out.writeObject(TextEncoding.forName("Shift_JIS"));
      }
    }
    try (ObjectInputStream in = new ObjectInputStream(Files.newInputStream(file))) {
      return in.readObject();
    }
  }

  private static void say(String what, Callable<Object> answer) {
    String said;
    try {
      said = String.valueOf(answer.call());
    } catch (Exception | LinkageError failure) {
      said = failure.getClass().getSimpleName() + ": " + failure.getMessage();
    }
    System.out.println(what + "=" + said.replace("\u3042", "A"));
  }

  /** Holds the charsets, and keeps what it was asked for of ours. */
  private static final class Context extends URLClassLoader {
    final List<String> asked = new ArrayList<>();

    Context(URL jar) {
      super(new URL[] {jar}, Lookups.class.getClassLoader());
    }

    private void ask(String name) {
      if (name.contains("utflow")) {
        asked.add(name);
      }
    }

    @Override
    protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
      ask(name);
      return super.loadClass(name, resolve);
    }

    @Override
    public URL getResource(String name) {
      ask(name);
      return super.getResource(name);
    }

    @Override
    public Enumeration<URL> getResources(String name) throws IOException {
      ask(name);
      return super.getResources(name);
    }
  }
}
