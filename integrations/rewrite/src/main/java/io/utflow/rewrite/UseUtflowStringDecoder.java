/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.rewrite;

import org.openrewrite.Cursor;
import org.openrewrite.ExecutionContext;
import org.openrewrite.Preconditions;
import org.openrewrite.Recipe;
import org.openrewrite.TreeVisitor;
import org.openrewrite.java.JavaParser;
import org.openrewrite.java.JavaTemplate;
import org.openrewrite.java.JavaVisitor;
import org.openrewrite.java.MethodMatcher;
import org.openrewrite.java.search.UsesMethod;
import org.openrewrite.java.tree.J;
import org.openrewrite.java.tree.TypeUtils;

/**
 * {@code StringDecoder.textPlainOnly()} of Spring becomes {@code
 * UtflowCodecs.decoder(CodecSpec.DEFAULT.lines(LineBreaks.LF_OR_CRLF))}, which yields lines as it
 * does, where it is an argument of a call: {@code customCodecs().register(..)}, {@code
 * decoders.add(..)}.
 *
 * <p>Left as they are: decoders with delimiters or MIME types of their own, and a decoder that is
 * kept in a variable or a field or returned, because its type would have to change too. Utflow's
 * decoder reads every MIME type except {@code text/event-stream}; register it in the place of the
 * other.
 */
public final class UseUtflowStringDecoder extends Recipe {
  private static final MethodMatcher TEXT_PLAIN_ONLY =
      new MethodMatcher("org.springframework.core.codec.StringDecoder textPlainOnly()");
  private static final String SPRINGS = "org.springframework.core.codec.StringDecoder";
  private static final String CODECS = "io.utflow.spring.UtflowCodecs";
  private static final String SPEC = "io.utflow.spring.CodecSpec";
  private static final String BREAKS = "io.utflow.codec.stage.LineBreaks";

  /** A recipe without options. */
  public UseUtflowStringDecoder() {}

  @Override
  public String getDisplayName() {
    return "Use Utflow's string decoder instead of Spring's `StringDecoder.textPlainOnly()`";
  }

  @Override
  public String getDescription() {
    return "Spring's decoder looks for line ends in bytes, which fails in UTF-16 and UTF-32, and keeps a byte"
        + " order mark. Needs `io.utflow:utflow-spring`, which `MoveToUtflow` adds.";
  }

  /** The recipes that add dependencies look for types that stand in the code when they begin. */
  @Override
  public boolean causesAnotherCycle() {
    return true;
  }

  @Override
  public TreeVisitor<?, ExecutionContext> getVisitor() {
    return Preconditions.check(new UsesMethod<>(TEXT_PLAIN_ONLY), new Visitor());
  }

  private static final class Visitor extends JavaVisitor<ExecutionContext> {
    @Override
    public J visitMethodInvocation(J.MethodInvocation call, ExecutionContext ctx) {
      if (!TEXT_PLAIN_ONLY.matches(call) || !isArgument(getCursor(), call)) {
        return super.visitMethodInvocation(call, ctx);
      }
      maybeRemoveImport(SPRINGS);
      maybeAddImport(CODECS, false);
      maybeAddImport(SPEC, false);
      maybeAddImport(BREAKS, false);
      return JavaTemplate.builder(
              "UtflowCodecs.decoder(CodecSpec.DEFAULT.lines(LineBreaks.LF_OR_CRLF))")
          .imports(CODECS, SPEC, BREAKS)
          .javaParser(JavaParser.fromJavaVersion().dependsOn(Stubs.SPRING))
          .build()
          .apply(getCursor(), call.getCoordinates().replace());
    }

    /** Whether it is handed to a call that takes any decoder. */
    private static boolean isArgument(Cursor cursor, J.MethodInvocation decoder) {
      return cursor.getParentTreeCursor().getValue() instanceof J.MethodInvocation user
          && user.getArguments().contains(decoder)
          && user.getMethodType() != null
          && user.getMethodType().getParameterTypes().stream()
              .noneMatch(type -> TypeUtils.isOfClassType(type, SPRINGS));
    }
  }
}
