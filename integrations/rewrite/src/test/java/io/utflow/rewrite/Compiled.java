/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.rewrite;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.StringWriter;
import java.net.URI;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Path;
import java.util.List;
import javax.tools.JavaFileObject;
import javax.tools.SimpleJavaFileObject;
import javax.tools.ToolProvider;

/** What a recipe writes, compiled against the libraries themselves, for recipes know stubs only. */
final class Compiled {
  private Compiled() {}

  /** The class {@code Example}, compiled and loaded. */
  static Class<?> loaded(String code, Path classes) throws Exception {
    compiles(code, classes);
    URL[] path = {classes.toUri().toURL()};
    return new URLClassLoader(path, Compiled.class.getClassLoader()).loadClass("Example");
  }

  /** Fails if the class {@code Example} does not compile. */
  static void compiles(String code, Path classes) {
    StringWriter messages = new StringWriter();
    JavaFileObject source =
        new SimpleJavaFileObject(URI.create("string:///Example.java"), JavaFileObject.Kind.SOURCE) {
          @Override
          public CharSequence getCharContent(boolean ignoreEncodingErrors) {
            return code;
          }
        };
    List<String> options =
        List.of("-d", "" + classes, "-cp", System.getProperty("java.class.path"), "-proc:none");
    boolean done =
        ToolProvider.getSystemJavaCompiler()
            .getTask(messages, null, null, options, null, List.of(source))
            .call();
    assertThat(done).as(messages + code).isTrue();
  }
}
