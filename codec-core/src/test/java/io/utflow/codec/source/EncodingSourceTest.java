/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.codec.source;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.utflow.codec.DecoderSpec;
import io.utflow.codec.EncoderSpec;
import io.utflow.codec.TextEncoding;
import io.utflow.codec.testing.Deployment;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InvalidObjectException;
import java.io.ObjectInputStream;
import java.io.ObjectOutputStream;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.nio.charset.UnsupportedCharsetException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * The one seam by which the core knows encodings of others, in class loaders of their own: with a
 * source, and with none.
 */
class EncodingSourceTest {
  private static final String SERVICE = "META-INF/services/" + EncodingSource.class.getName();

  @TempDir Path folder;

  /** Where the source is listed as a service. */
  private Path listed(String source) throws IOException {
    Path file = folder.resolve("with").resolve(SERVICE);
    Files.createDirectories(file.getParent());
    Files.writeString(file, source);
    return folder.resolve("with");
  }

  @Test
  void encodingsOfASourceAreAsTheCores() throws Exception {
    Deployment.run(WithSource.class, SERVICE, listed(SecondSource.class.getName()));
  }

  @Test
  void withoutOneTheMessageNamesTheArtifact() throws Exception {
    Deployment.run(WithoutSource.class, SERVICE, folder);
  }

  /** What a thread has for its context decides nothing: another deployment may be there. */
  @Test
  void theContextLoaderIsNotAsked() throws Exception {
    Path other = listed("of.another.Deployment");
    Thread thread = Thread.currentThread();
    ClassLoader before = thread.getContextClassLoader();
    try (var context = new java.net.URLClassLoader(new java.net.URL[] {other.toUri().toURL()})) {
      thread.setContextClassLoader(context);
      Deployment.run(WithoutSource.class, SERVICE, folder);
    } finally {
      thread.setContextClassLoader(before);
    }
  }

  static final class WithSource implements Runnable {
    @Override
    public void run() {
      for (String own : List.of("UTF-8", "utf16", "CESU-8", "latin1", "us-ascii")) {
        TextEncoding.forName(own);
      }
      for (String own : List.of("utf-8", "unicode", "ascii", "windows-1252")) {
        TextEncoding.forWebLabel(own);
      }
      assertThat(TextEncoding.of(StandardCharsets.ISO_8859_1)).hasToString("ISO-8859-1");
      assertThat(SecondSource.ASKED).isEmpty();

      TextEncoding second = TextEncoding.forName("X-Second");
      assertThat(SecondSource.ASKED).containsExactly("named X-Second", "make form", "make kernel");
      assertThat(second).hasToString("x-second");
      assertThat(TextEncoding.find("second")).containsSame(second);
      assertThat(TextEncoding.forWebLabel(" Secondary ")).isSameAs(second);
      assertThat(TextEncoding.of(Charset.forName("windows-1252"))).isSameAs(second);
      assertThat(SecondSource.ASKED.stream().filter("make form"::equals)).hasSize(1);
      assertThat(written(second)).isSameAs(second);
      byte[] bytes = EncoderSpec.of(second).encode("abc");
      assertThat(DecoderSpec.of(second).decode(bytes)).isEqualTo("abc");

      SecondSource.ASKED.clear();
      TextEncoding shifted = TextEncoding.forName("x-second-shifted");
      assertThat(SecondSource.ASKED).containsExactly("named x-second-shifted", "make form");
      DecoderSpec.of(shifted).decode(new byte[] {'a', 'b'});
      assertThat(SecondSource.ASKED).contains("make kernel of a stream");

      assertThat(TextEncoding.names()).contains("x-second", "x-second-shifted");
      assertThatThrownBy(() -> TextEncoding.forName("x-third"))
          .hasMessage("x-third cannot be streamed: there is no third");
      assertThatThrownBy(() -> TextEncoding.forName("x-secnd"))
          .hasMessageContaining("did you mean x-second?");
      assertThatThrownBy(() -> TextEncoding.forWebLabel("secondry"))
          .hasMessageContaining("did you mean secondary?");
    }

    private static Object written(TextEncoding encoding) {
      try {
        return read(serialized(encoding));
      } catch (IOException | ClassNotFoundException e) {
        throw new AssertionError(e);
      }
    }
  }

  static final class WithoutSource implements Runnable {
    private static final String ARTIFACT = "io.utflow:utflow-charsets";

    @Override
    public void run() {
      List<Runnable> lookups =
          List.of(
              () -> TextEncoding.forName("Shift_JIS"),
              () -> TextEncoding.forWebLabel("shift_jis"),
              () -> TextEncoding.ofContentType("text/plain; charset=shift_jis"),
              () -> TextEncoding.of(Charset.forName("Shift_JIS")),
              () -> TextEncoding.forName("UFT-8"));
      for (Runnable lookup : lookups) {
        assertThatExceptionOfType(UnsupportedCharsetException.class)
            .isThrownBy(lookup::run)
            .withMessageContaining(ARTIFACT);
      }
      assertThat(TextEncoding.find("Shift_JIS")).isEmpty();
      try {
        byte[] shiftJis = renamed(serialized(TextEncoding.UTF_16LE), "UTF-16LE", "EUC-JP.x");
        assertThatExceptionOfType(InvalidObjectException.class)
            .isThrownBy(() -> read(shiftJis))
            .withMessageContaining("EUC-JP.x")
            .withMessageContaining(ARTIFACT);
      } catch (IOException e) {
        throw new AssertionError(e);
      }
    }

    /** A name of the same length in the place of the one that was written. */
    private static byte[] renamed(byte[] bytes, String from, String to) {
      return new String(bytes, StandardCharsets.ISO_8859_1)
          .replace(from, to)
          .getBytes(StandardCharsets.ISO_8859_1);
    }
  }

  private static byte[] serialized(Object object) throws IOException {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (ObjectOutputStream out = new ObjectOutputStream(bytes)) {
      out.writeObject(object);
    }
    return bytes.toByteArray();
  }

  /** By the class loader of this class, which is that of the deployment. */
  private static Object read(byte[] bytes) throws IOException, ClassNotFoundException {
    List<Object> read = new ArrayList<>();
    try (ObjectInputStream in = new ObjectInputStream(new ByteArrayInputStream(bytes))) {
      read.add(in.readObject());
    }
    return read.get(0);
  }
}
