/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.rewrite;

import org.openrewrite.ExecutionContext;
import org.openrewrite.Preconditions;
import org.openrewrite.Recipe;
import org.openrewrite.TreeVisitor;
import org.openrewrite.java.JavaIsoVisitor;
import org.openrewrite.java.JavaParser;
import org.openrewrite.java.JavaTemplate;
import org.openrewrite.java.MethodMatcher;
import org.openrewrite.java.search.UsesMethod;
import org.openrewrite.java.tree.Expression;
import org.openrewrite.java.tree.J;

/**
 * {@code inbound.receive().asString()} of reactor-netty becomes {@code
 * inbound.receive().retain().transform(ByteBufText.decode(TextEncoding.UTF_8))}.
 *
 * <p>Without a charset {@code asString()} means the JVM's default, which is UTF-8 from JDK 18 on;
 * the recipe writes UTF-8. A charset that is given stays. Left as they are: {@code asString()} of a
 * {@code ByteBufMono}, which has the whole body, and of a {@code ByteBufFlux} made by {@code
 * from..}, whose buffers are not released by a connection.
 */
public final class DecodeReceivedText extends Recipe {
  private static final MethodMatcher WITHOUT_CHARSET =
      new MethodMatcher("reactor.netty.ByteBufFlux asString()");
  private static final MethodMatcher WITH_CHARSET =
      new MethodMatcher("reactor.netty.ByteBufFlux asString(java.nio.charset.Charset)");
  private static final MethodMatcher RETAIN =
      new MethodMatcher("reactor.netty.ByteBufFlux retain()");
  private static final MethodMatcher FROM =
      new MethodMatcher("reactor.netty.ByteBufFlux from*(..)");

  private static final String OPERATORS = "io.utflow.reactor.ByteBufText";
  private static final String ENCODING = "io.utflow.codec.TextEncoding";

  /** A recipe without options. */
  public DecodeReceivedText() {}

  @Override
  public String getDisplayName() {
    return "Decode received text with Utflow instead of `ByteBufFlux.asString()`";
  }

  @Override
  public String getDescription() {
    return "`asString()` decodes each buffer for itself, so a character that two buffers share becomes"
        + " replacement characters. Needs `io.utflow:utflow-codec-reactor`, which `MoveToUtflow` adds.";
  }

  /** The recipes that add dependencies look for types that stand in the code when they begin. */
  @Override
  public boolean causesAnotherCycle() {
    return true;
  }

  @Override
  public TreeVisitor<?, ExecutionContext> getVisitor() {
    return Preconditions.check(
        Preconditions.or(new UsesMethod<>(WITHOUT_CHARSET), new UsesMethod<>(WITH_CHARSET)),
        new Visitor());
  }

  private static final class Visitor extends JavaIsoVisitor<ExecutionContext> {
    @Override
    public J.MethodInvocation visitMethodInvocation(J.MethodInvocation call, ExecutionContext ctx) {
      J.MethodInvocation visited = super.visitMethodInvocation(call, ctx);
      Expression buffers = visited.getSelect();
      boolean withCharset = WITH_CHARSET.matches(visited);
      if (buffers == null || !withCharset && !WITHOUT_CHARSET.matches(visited) || isMade(buffers)) {
        return visited;
      }
      maybeAddImport(OPERATORS, false);
      String retained =
          RETAIN.matches(buffers)
              ? "#{any(reactor.netty.ByteBufFlux)}"
              : "#{any(reactor.netty.ByteBufFlux)}.retain()";
      if (withCharset) {
        return template(
                retained + ".transform(ByteBufText.decode(#{any(java.nio.charset.Charset)}))")
            .apply(
                getCursor(),
                visited.getCoordinates().replace(),
                buffers,
                visited.getArguments().get(0));
      }
      maybeAddImport(ENCODING, false);
      return template(retained + ".transform(ByteBufText.decode(TextEncoding.UTF_8))")
          .apply(getCursor(), visited.getCoordinates().replace(), buffers);
    }

    /** Whether the buffers come from a factory, not from a connection. */
    private static boolean isMade(Expression buffers) {
      Expression source = buffers;
      while (source instanceof J.MethodInvocation call) {
        if (FROM.matches(call)) {
          return true;
        }
        source = call.getSelect();
      }
      return false;
    }

    private static JavaTemplate template(String code) {
      return JavaTemplate.builder(code)
          .imports(OPERATORS, ENCODING)
          .javaParser(JavaParser.fromJavaVersion().dependsOn(Stubs.REACTOR))
          .build();
    }
  }
}
