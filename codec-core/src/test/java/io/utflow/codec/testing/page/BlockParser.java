/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.codec.testing.page;

import com.sun.source.tree.ClassTree;
import com.sun.source.tree.CompilationUnitTree;
import com.sun.source.tree.ExpressionStatementTree;
import com.sun.source.tree.MethodInvocationTree;
import com.sun.source.tree.Tree;
import com.sun.source.tree.VariableTree;
import com.sun.source.util.JavacTask;
import com.sun.source.util.SourcePositions;
import com.sun.source.util.TreeScanner;
import com.sun.source.util.Trees;
import io.utflow.codec.testing.page.SourceCompiler.Source;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import javax.tools.DiagnosticCollector;
import javax.tools.JavaFileObject;
import org.jspecify.annotations.Nullable;

/**
 * Takes the Java of a block apart: imports, declarations, statements. Where a comment says what a
 * statement gives, a call that compares is put around it.
 */
final class BlockParser {
  /** The field of the generated class. */
  static final String RUN = "PAGE_RUN";

  private static final Pattern IMPORT = Pattern.compile("(?m)^import ([^;]+);$");

  /** What a statement gives, prints or throws. */
  static final Pattern COMMENT = Pattern.compile("(?m)// (->|prints|throws) (.*)$");

  private static final String BEFORE = "class Block {void run() throws Throwable {\n";

  /** What a block consists of. */
  record Parts(List<String> imports, String declarations, String statements) {}

  private record Edit(long begin, long end, String text) {}

  private record Parsed(CompilationUnitTree unit, SourcePositions positions, List<String> errors) {}

  private final PageBlock block;
  private final PageRun run;
  private final List<Edit> edits = new ArrayList<>();

  private BlockParser(PageBlock block, PageRun run) {
    this.block = block;
    this.run = run;
  }

  static Parts parse(PageBlock block, PageRun run) {
    return new BlockParser(block, run).parts();
  }

  private Parts parts() {
    List<String> imports =
        IMPORT.matcher(block.code()).results().map(each -> each.group(1)).toList();
    String code = IMPORT.matcher(block.code()).replaceAll("");
    Parsed body = parsed(BEFORE + code + "}}");
    if (!body.errors().isEmpty()) {
      Parsed members = parsed("class Block {\n" + code + "}");
      if (members.errors().isEmpty()) {
        String source = edited("class Block {\n" + code + "}", members);
        String declared = source.substring(source.indexOf('\n') + 1, source.lastIndexOf('}'));
        return new Parts(imports, staticClasses(declared, members), "");
      }
      run.fail(block.line(), String.join("\n", body.errors()));
      return new Parts(imports, "", "");
    }
    return ofStatements(imports, BEFORE + code + "}}", body);
  }

  /** Classes that stand among the statements are for the whole page. */
  private Parts ofStatements(List<String> imports, String source, Parsed body) {
    ClassTree outer = (ClassTree) body.unit().getTypeDecls().get(0);
    List<String> declared = new ArrayList<>();
    new TreeScanner<Void, Void>() {
      private int depth;

      @Override
      public Void visitClass(ClassTree tree, Void nothing) {
        depth++;
        if (depth == 2 && tree != outer && !tree.getSimpleName().isEmpty()) {
          long begin = body.positions().getStartPosition(body.unit(), tree);
          edits.add(new Edit(begin, begin, "@@class@@"));
          long end = body.positions().getEndPosition(body.unit(), tree);
          edits.add(new Edit(end, end, "@@end@@"));
        }
        super.visitClass(tree, nothing);
        depth--;
        return null;
      }
    }.scan(body.unit(), null);
    String text = edited(source, body);
    text = text.substring(BEFORE.length(), text.length() - 2);
    Pattern classes = Pattern.compile("@@class@@(.*?)@@end@@", Pattern.DOTALL);
    for (MatchResult found : classes.matcher(text).results().toList()) {
      declared.add(asStatic(found.group(1)));
    }
    return new Parts(imports, String.join("\n", declared), classes.matcher(text).replaceAll(""));
  }

  private static String staticClasses(String declared, Parsed members) {
    List<String> names = new ArrayList<>();
    for (Tree member : ((ClassTree) members.unit().getTypeDecls().get(0)).getMembers()) {
      if (member instanceof ClassTree type) {
        names.add(type.getSimpleName().toString());
      }
    }
    return names.isEmpty()
        ? declared
        : Pattern.compile("(?m)^((final |abstract )*class (" + String.join("|", names) + ")\\b)")
            .matcher(declared)
            .replaceAll("static $1");
  }

  private static String asStatic(String type) {
    return type.startsWith("static ") ? type : "static " + type;
  }

  private Parsed parsed(String source) {
    DiagnosticCollector<JavaFileObject> found = new DiagnosticCollector<>();
    JavacTask task =
        (JavacTask)
            SourceCompiler.COMPILER.getTask(
                null,
                SourceCompiler.FILES,
                found,
                List.of("-proc:none"),
                null,
                List.of(new Source("Block", "block", source)));
    try {
      CompilationUnitTree unit = task.parse().iterator().next();
      List<String> errors = found.getDiagnostics().stream().map(SourceCompiler::described).toList();
      return new Parsed(unit, Trees.instance(task).getSourcePositions(), errors);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** The source with a comparison around each statement behind which a comment says a result. */
  private String edited(String source, Parsed parsed) {
    int offset = (int) source.substring(0, source.indexOf('\n') + 1).lines().count();
    for (MatchResult comment : COMMENT.matcher(source).results().toList()) {
      int lineInBlock = (int) source.substring(0, comment.start()).lines().count() - 1 - offset;
      check(source, parsed, comment, block.line() + lineInBlock);
    }
    StringBuilder text = new StringBuilder(source);
    edits.sort(Comparator.comparingLong(Edit::begin).thenComparingLong(Edit::end));
    for (int i = edits.size() - 1; i >= 0; i--) {
      Edit edit = edits.get(i);
      text.replace((int) edit.begin(), (int) edit.end(), edit.text());
    }
    edits.clear();
    return text.toString();
  }

  private void check(String source, Parsed parsed, MatchResult comment, int line) {
    Tree statement = statementBefore(source, parsed, comment.start());
    if (statement == null) {
      run.fail(line, "no statement ends before: // " + comment.group(1) + " " + comment.group(2));
      return;
    }
    String kind = comment.group(1);
    boolean prints = printed(statement) != null;
    if (!kind.equals("throws") && prints != kind.equals("prints")) {
      run.fail(line, "of a println, and of no other statement, // prints says what it prints");
      return;
    }
    run.expect(line, comment.group(2).strip());
    long begin = parsed.positions().getStartPosition(parsed.unit(), statement);
    long end = parsed.positions().getEndPosition(parsed.unit(), statement);
    if (kind.equals("throws")) {
      edits.add(new Edit(begin, begin, "try {"));
      String rest = " %s.missing(%d);} catch (Throwable thrown) {%s.thrown(%d, thrown);}";
      edits.add(new Edit(end, end, rest.formatted(RUN, line, RUN, line)));
    } else if (statement instanceof VariableTree variable) {
      edits.add(new Edit(end, end, " %s.gives(%d, %s);".formatted(RUN, line, variable.getName())));
    } else {
      Tree shown = printed(statement);
      Tree value = shown != null ? shown : ((ExpressionStatementTree) statement).getExpression();
      String text =
          source.substring(
              (int) parsed.positions().getStartPosition(parsed.unit(), value),
              (int) parsed.positions().getEndPosition(parsed.unit(), value));
      String call = "%s.%s(%d, %s);";
      edits.add(new Edit(begin, end, call.formatted(RUN, prints ? "prints" : "gives", line, text)));
    }
  }

  /** What a println prints, or null if the statement is none. */
  private static @Nullable Tree printed(Tree statement) {
    return statement instanceof ExpressionStatementTree expression
            && expression.getExpression() instanceof MethodInvocationTree call
            && call.getMethodSelect().toString().equals("System.out.println")
            && call.getArguments().size() == 1
        ? call.getArguments().get(0)
        : null;
  }

  /** The innermost statement that ends where only blanks are between it and the comment. */
  private static @Nullable Tree statementBefore(String source, Parsed parsed, int comment) {
    int end = source.substring(0, comment).stripTrailing().length();
    List<Tree> found = new ArrayList<>();
    new TreeScanner<Void, Void>() {
      @Override
      public Void scan(Tree tree, Void nothing) {
        if ((tree instanceof ExpressionStatementTree || tree instanceof VariableTree)
            && parsed.positions().getEndPosition(parsed.unit(), tree) == end) {
          found.add(tree);
        }
        return super.scan(tree, nothing);
      }
    }.scan(parsed.unit(), null);
    return found.isEmpty() ? null : found.get(found.size() - 1);
  }

  /** Imports as they stand in a source. */
  static String importing(List<String> imports) {
    return imports.stream()
        .distinct()
        .map(each -> "import " + each + ";\n")
        .collect(Collectors.joining());
  }
}
