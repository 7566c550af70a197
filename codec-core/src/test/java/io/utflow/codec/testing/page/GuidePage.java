/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.codec.testing.page;

import io.utflow.codec.testing.page.BlockParser.Parts;
import io.utflow.codec.testing.page.SourceCompiler.Source;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.lang.reflect.Constructor;
import java.lang.reflect.Field;
import java.lang.reflect.InvocationTargetException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;

/**
 * A page of {@code docs/guide}, the code of which is compiled and run, block after block.
 *
 * <ul>
 *   <li>A block is statements, or declarations of classes and methods, which the later blocks of
 *       the page may use; it may begin with imports. The imports and methods of the blocks of
 *       {@code docs/guide/README.md} are known on each page, as far as the module of the test knows
 *       their packages.
 *   <li>{@code statement; // -> value} says what an expression gives or a variable is set to:
 *       strings in quotes, bytes in hexadecimal.
 *   <li>{@code System.out.println(..); // prints text} says what it prints, character by character.
 *   <li>{@code statement; // throws Name: message} says what it throws; the message may be missing,
 *       and an ellipsis ends the beginning of a long one.
 *   <li>A block of {@code text} behind a block of {@code java} is what that prints.
 *   <li>A block {@code java compile-only: reason} is not run.
 *   <li>A block {@code java in FOLDER} needs the library of the module in that folder, whose tests
 *       have the same code: {@link #shownFor}.
 * </ul>
 *
 * <p>Every comparison has to be reached, and what a block declares has to be used by another. A
 * comment behind a statement that looks like a result, and is not written in one of these ways, is
 * a failure.
 */
public final class GuidePage {
  private static final String COMMON = "README.md";
  private static final Pattern DECLARED =
      Pattern.compile(
          "(?m)^(?:(?:static|final|abstract|sealed) )*(?:class|record|interface|enum) (\\w+)");

  private final String name;
  private final List<PageBlock> blocks;
  private final PageRun run;

  private GuidePage(String name, List<PageBlock> blocks) {
    this.name = name;
    this.blocks = blocks;
    this.run = new PageRun(name);
  }

  /**
   * Compiles and runs a page.
   *
   * @param page its name, such as {@code netty.md}
   * @param classes an empty directory
   * @return what is wrong: empty if what the page says is so
   */
  public static List<String> failures(String page, Path classes) throws Exception {
    List<String> common =
        page.equals(COMMON) ? List.of() : Files.readAllLines(guide().resolve(COMMON));
    return failures(page, Files.readAllLines(guide().resolve(page)), common, classes);
  }

  /**
   * Compiles and runs those blocks of a page that state results, each for itself, with no imports
   * but its own.
   *
   * @param page a file, also outside the guide
   * @param classes an empty directory
   * @return what is wrong: empty if the results are so
   */
  public static List<String> failuresOfResults(Path page, Path classes) throws Exception {
    return failuresOfResults("" + page.getFileName(), Files.readAllLines(page), classes);
  }

  /**
   * As {@link #failuresOfResults}, for the code that a page shows for another module, by the tests
   * of that module.
   *
   * @param page its name, such as {@code files.md}
   * @param folder of the module, such as {@code integrations/spark}
   * @param classes an empty directory
   * @return what is wrong: empty if the results are so
   */
  public static List<String> failuresFor(String page, String folder, Path classes)
      throws Exception {
    List<String> lines = new ArrayList<>();
    for (String code : shownFor(page, folder)) {
      lines.add("```java");
      lines.addAll(code.lines().toList());
      lines.add("```");
    }
    List<String> failures = new ArrayList<>(failuresOfResults(page, lines, classes));
    if (PageBlock.in(lines).stream().noneMatch(block -> statesResult(block.code()))) {
      failures.add(page + ": no block of Java in " + folder + " states a result");
    }
    return failures;
  }

  static List<String> failuresOfResults(String name, List<String> page, Path classes)
      throws Exception {
    List<String> failures = new ArrayList<>();
    for (PageBlock block : PageBlock.in(page)) {
      failures.addAll(
          statesResult(block.code())
              ? new GuidePage(name, List.of(block)).failures(List.of(), classes)
              : UncheckedResults.in(name, block));
    }
    return failures;
  }

  /** Whether a comment in the code says what a statement gives, prints or throws. */
  public static boolean statesResult(String code) {
    return BlockParser.COMMENT.matcher(code).find();
  }

  /**
   * The code of a page that the tests of another module have to hold.
   *
   * @param page its name
   * @param folder of the module, such as {@code integrations/flink}
   * @return the code of each block
   */
  public static List<String> shownFor(String page, String folder) throws IOException {
    return PageBlock.elsewhere(Files.readAllLines(guide().resolve(page)), folder);
  }

  /** The same as the first of a page that is no file. */
  static List<String> failures(String name, List<String> page, List<String> common, Path classes)
      throws Exception {
    GuidePage read = new GuidePage(name, PageBlock.in(page));
    return read.blocks.isEmpty()
        ? List.of(name + " has no block of Java")
        : read.failures(new GuidePage(COMMON, PageBlock.in(common)).parts(), classes);
  }

  /** The folder of the guide, above the folder of the module that is tested. */
  public static Path guide() {
    Path folder = Path.of("").toAbsolutePath();
    while (!Files.isDirectory(folder.resolve("docs/guide"))) {
      folder = folder.getParent();
    }
    return folder.resolve("docs/guide");
  }

  private List<String> failures(List<Parts> common, Path classes) throws Exception {
    List<Parts> parts = parts();
    List<String> errors = new ArrayList<>(unused());
    blocks.forEach(block -> errors.addAll(UncheckedResults.in(name, block)));
    if (!run.hasFailed()) {
      Source source = new Source("Page", name, source(common, parts));
      errors.addAll(SourceCompiler.errors(List.of(source), classes));
    }
    if (errors.isEmpty() && !run.hasFailed()) {
      runBlocks(classes);
      run.findUnreached();
    }
    errors.addAll(run.failures());
    return errors;
  }

  private List<Parts> parts() {
    List<Parts> parts = new ArrayList<>();
    for (PageBlock block : blocks) {
      if (!block.infoError().isEmpty()) {
        run.fail(block.line(), block.infoError());
      }
      parts.add(BlockParser.parse(block, run));
    }
    return parts;
  }

  /** Classes that no other block that is run names. */
  private List<String> unused() {
    List<String> unused = new ArrayList<>();
    for (PageBlock block : blocks) {
      for (MatchResult declared : DECLARED.matcher(block.code()).results().toList()) {
        Pattern use = Pattern.compile("\\b" + declared.group(1) + "\\b");
        long uses =
            blocks.stream()
                .filter(PageBlock::isRun)
                .mapToLong(each -> use.matcher(each.code()).results().count())
                .sum();
        if (block.isRun() && uses < 2) {
          unused.add(name + ":" + block.line() + ": nothing on the page runs " + declared.group(1));
        }
      }
    }
    return unused;
  }

  private String source(List<Parts> common, List<Parts> parts) {
    List<String> imports = new ArrayList<>();
    common.forEach(
        each -> each.imports().stream().filter(SourceCompiler::isKnown).forEach(imports::add));
    parts.forEach(each -> imports.addAll(each.imports()));
    StringBuilder source = new StringBuilder("package guide;\n");
    source.append(BlockParser.importing(imports)).append("public class Page {\n");
    source.append("public static io.utflow.codec.testing.page.PageRun PAGE_RUN;\n");
    common.forEach(each -> source.append(each.declarations()).append('\n'));
    for (int i = 0; i < parts.size(); i++) {
      source.append(parts.get(i).declarations()).append('\n');
      String head =
          "public static class Block%d extends Page {public void run() throws Throwable {\n";
      source.append(head.formatted(i)).append(parts.get(i).statements()).append("}}\n");
    }
    return source.append("}\n").toString();
  }

  private void runBlocks(Path classes) throws Exception {
    ClassLoader parent = GuidePage.class.getClassLoader();
    try (URLClassLoader loader = new URLClassLoader(new URL[] {classes.toUri().toURL()}, parent)) {
      Field field = loader.loadClass("guide.Page").getField(BlockParser.RUN);
      field.set(null, run);
      for (int i = 0; i < blocks.size(); i++) {
        if (blocks.get(i).isRun()) {
          runBlock(blocks.get(i), loader.loadClass("guide.Page$Block" + i).getConstructor());
        }
      }
    }
  }

  private void runBlock(PageBlock block, Constructor<?> made) throws Exception {
    PrintStream out = System.out;
    ByteArrayOutputStream printed = new ByteArrayOutputStream();
    System.setOut(new PrintStream(printed, true, StandardCharsets.UTF_8));
    try {
      Object object = made.newInstance();
      object.getClass().getMethod("run").invoke(object);
    } catch (InvocationTargetException e) {
      run.fail(block.line(), "the block throws " + e.getCause());
    } finally {
      System.setOut(out);
    }
    String text = printed.toString(StandardCharsets.UTF_8).strip();
    if (block.printed() != null && !text.equals(block.printed().strip())) {
      run.fail(
          block.line(), "the page says it prints\n" + block.printed() + "\nbut it prints\n" + text);
    }
  }
}
