/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.rewrite;

import java.util.ArrayList;
import java.util.List;
import org.openrewrite.Cursor;
import org.openrewrite.ExecutionContext;
import org.openrewrite.Preconditions;
import org.openrewrite.Recipe;
import org.openrewrite.Tree;
import org.openrewrite.TreeVisitor;
import org.openrewrite.internal.ListUtils;
import org.openrewrite.java.JavaIsoVisitor;
import org.openrewrite.java.MethodMatcher;
import org.openrewrite.java.search.UsesType;
import org.openrewrite.java.tree.Expression;
import org.openrewrite.java.tree.J;
import org.openrewrite.java.tree.TypeUtils;
import org.openrewrite.marker.SearchResult;

/**
 * Finds where Netty's {@code StringDecoder} is added to a pipeline and no frame decoder has been
 * added before it in the same method or lambda: its text is cut wherever the network cut the bytes.
 *
 * <p>A frame decoder is any {@code ByteToMessageDecoder} but those of TLS. A frame decoder that
 * another method adds is not seen, so each result asks to be read.
 */
public final class FindUnframedStringDecoder extends Recipe {
  private static final String STRING_DECODER = "io.netty.handler.codec.string.StringDecoder";
  private static final String FRAME_DECODER = "io.netty.handler.codec.ByteToMessageDecoder";
  private static final String TLS = "io.netty.handler.ssl.";
  private static final MethodMatcher ADD =
      new MethodMatcher("io.netty.channel.ChannelPipeline add*(..)", true);

  private static final String ADVICE =
      "no frame decoder stands before it: characters are cut at the edges of reads; see"
          + " io.utflow.netty.TextStreamDecoder and TextLineDecoder";

  /** A recipe without options. */
  public FindUnframedStringDecoder() {}

  @Override
  public String getDisplayName() {
    return "Find Netty's `StringDecoder` without a frame decoder";
  }

  @Override
  public String getDescription() {
    return "`StringDecoder` decodes each buffer for itself. Behind a frame decoder each buffer is a whole"
        + " message; without one, characters are cut wherever the network cut the bytes.";
  }

  @Override
  public TreeVisitor<?, ExecutionContext> getVisitor() {
    return Preconditions.check(new UsesType<>(STRING_DECODER, false), new Visitor());
  }

  private static final class Visitor extends JavaIsoVisitor<ExecutionContext> {
    @Override
    public J.MethodInvocation visitMethodInvocation(J.MethodInvocation call, ExecutionContext ctx) {
      // The calls that a chain goes through before this one are inside it: they come first.
      J.MethodInvocation visited = super.visitMethodInvocation(call, ctx);
      if (!ADD.matches(visited)) {
        return visited;
      }
      List<Expression> handlers = visited.getArguments();
      return visited.withArguments(
          ListUtils.map(
              handlers,
              handler ->
                  TypeUtils.isAssignableTo(STRING_DECODER, handler.getType())
                          && !isFramed(call, handler)
                      ? SearchResult.found(handler, ADVICE)
                      : handler));
    }

    /** Whether a frame decoder was added before, in the same method or lambda. */
    private boolean isFramed(J.MethodInvocation call, Expression decoder) {
      J body = body(getCursor());
      List<Expression> added = new ArrayList<>();
      new JavaIsoVisitor<List<Expression>>() {
        private boolean done;

        @Override
        public J.MethodInvocation visitMethodInvocation(
            J.MethodInvocation each, List<Expression> before) {
          super.visitMethodInvocation(each, before);
          if (!done && ADD.matches(each)) {
            each.getArguments().stream()
                .takeWhile(argument -> !isSame(argument))
                .forEach(before::add);
          }
          done |= each.getId().equals(call.getId());
          return each;
        }

        private boolean isSame(Tree argument) {
          return argument.getId().equals(decoder.getId());
        }
      }.visit(body, added);
      return added.stream().anyMatch(Visitor::isFrameDecoder);
    }

    private static J body(Cursor cursor) {
      return cursor
          .dropParentUntil(
              each ->
                  each instanceof J.MethodDeclaration
                      || each instanceof J.Lambda
                      || each instanceof J.CompilationUnit)
          .getValue();
    }

    private static boolean isFrameDecoder(Expression handler) {
      return TypeUtils.isAssignableTo(FRAME_DECODER, handler.getType())
          && !String.valueOf(handler.getType()).startsWith(TLS);
    }
  }
}
