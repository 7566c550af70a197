/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.codec.testing.page;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.EnumSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import javax.tools.Diagnostic;
import javax.tools.DiagnosticCollector;
import javax.tools.JavaCompiler;
import javax.tools.JavaFileObject;
import javax.tools.SimpleJavaFileObject;
import javax.tools.StandardJavaFileManager;
import javax.tools.StandardLocation;
import javax.tools.ToolProvider;

/** Compiles Java that is no file, against the class path of the test. */
public final class SourceCompiler {
  static final JavaCompiler COMPILER = ToolProvider.getSystemJavaCompiler();

  private static final Map<String, Boolean> KNOWN = new ConcurrentHashMap<>();

  /**
   * One for all sources: to open the jars of the class path takes as long as to compile a page. Not
   * thread-safe, as tests of pages run one after the other.
   */
  static final StandardJavaFileManager FILES =
      COMPILER.getStandardFileManager(null, Locale.ROOT, StandardCharsets.UTF_8);

  /** A source, with the name of its class. */
  public static final class Source extends SimpleJavaFileObject {
    private final String title;
    private final String code;

    /**
     * A source.
     *
     * @param className without the package
     * @param title where it comes from, for messages
     * @param code all of it, with its imports
     */
    public Source(String className, String title, String code) {
      super(URI.create("string:///" + className + ".java"), Kind.SOURCE);
      this.title = title;
      this.code = code;
    }

    @Override
    public CharSequence getCharContent(boolean ignoreEncodingErrors) {
      return code;
    }
  }

  private SourceCompiler() {}

  /**
   * Compiles them together.
   *
   * @param classes the directory of the classes
   * @return the errors, each with its line; none if there are none
   */
  public static List<String> errors(List<Source> sources, Path classes) {
    DiagnosticCollector<JavaFileObject> found = new DiagnosticCollector<>();
    try {
      FILES.setLocationFromPaths(StandardLocation.CLASS_OUTPUT, List.of(classes));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    COMPILER.getTask(null, FILES, found, List.of("-proc:none"), null, sources).call();
    return found.getDiagnostics().stream()
        .filter(each -> each.getKind() == Diagnostic.Kind.ERROR)
        .map(SourceCompiler::described)
        .toList();
  }

  static String described(Diagnostic<? extends JavaFileObject> error) {
    if (!(error.getSource() instanceof Source source)) {
      return error.getMessage(Locale.ROOT);
    }
    String line =
        source.code.lines().skip(error.getLineNumber() - 1).findFirst().orElse("(the end)");
    return source.title + ": " + error.getMessage(Locale.ROOT) + "\n  at: " + line.strip();
  }

  /** Whether an import, such as {@code io.netty.buffer.*}, names something on the class path. */
  static boolean isKnown(String imported) {
    return KNOWN.computeIfAbsent(imported, SourceCompiler::lookUp);
  }

  private static boolean lookUp(String imported) {
    String name = imported.replace("static ", "");
    String last = name.substring(name.lastIndexOf('.') + 1);
    String prefix = name.substring(0, name.length() - last.length() - 1);
    return imported.startsWith("static ")
        ? isClass(prefix)
        : last.equals("*") ? isPackage(prefix) : isClass(name);
  }

  private static boolean isClass(String name) {
    try {
      Class.forName(name, false, SourceCompiler.class.getClassLoader());
      return true;
    } catch (ClassNotFoundException e) {
      return false;
    }
  }

  private static boolean isPackage(String name) {
    if (name.startsWith("java.")) {
      return true;
    }
    try {
      return FILES
          .list(StandardLocation.CLASS_PATH, name, EnumSet.of(JavaFileObject.Kind.CLASS), false)
          .iterator()
          .hasNext();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
