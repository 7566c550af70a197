/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.codec.testing;

import static org.assertj.core.api.Assertions.fail;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.lang.module.ModuleDescriptor;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * What a module exports, as a text that is committed beside it, in {@code api}: whoever changes the
 * API shows it in a diff. {@code mvn -P api package} writes the file.
 */
public final class ExportedApi {
  private static final Path HOME = Path.of(System.getProperty("basedir", "."));
  private static final Pattern QUALIFIED =
      Pattern.compile("((?:[a-z]\\w*\\.)+)(@\\w+ )?([A-Z][\\w$]*)");
  private static final Path CLASSES = HOME.resolve("target/classes");

  private final ModuleDescriptor module;
  private final Set<String> exported;
  private final Map<String, String> names = new HashMap<>();

  private ExportedApi(ModuleDescriptor module) {
    this.module = module;
    this.exported =
        module.exports().stream()
            .filter(exports -> !exports.isQualified())
            .map(ModuleDescriptor.Exports::source)
            .collect(Collectors.toCollection(TreeSet::new));
  }

  /**
   * Fails if the module in whose directory the test runs exports other things than its file says.
   */
  public static void isTheCommittedOne() throws IOException {
    ModuleDescriptor module;
    try (InputStream in = Files.newInputStream(CLASSES.resolve("module-info.class"))) {
      module = ModuleDescriptor.read(in);
    }
    isTheCommittedOne(module);
  }

  /**
   * As {@link #isTheCommittedOne()}, for a jar that has an Automatic-Module-Name and no
   * module-info.
   *
   * @param name its Automatic-Module-Name
   * @param exported the packages that are for users
   */
  public static void isTheCommittedOne(String name, String... exported) throws IOException {
    ModuleDescriptor.Builder module = ModuleDescriptor.newModule(name).packages(Set.of(exported));
    for (String each : exported) {
      module.exports(each);
    }
    isTheCommittedOne(module.build());
  }

  private static void isTheCommittedOne(ModuleDescriptor module) throws IOException {
    List<String> actual = new ExportedApi(module).lines();
    Path file = HOME.resolve("api").resolve(module.name() + ".txt");
    if (Boolean.getBoolean("utflow.api.write")) {
      Files.createDirectories(file.getParent());
      Files.writeString(file, String.join("\n", actual) + "\n");
    }
    List<String> committed = Files.exists(file) ? Files.readAllLines(file) : List.of();
    if (!actual.equals(committed)) {
      fail(
          "What the module %s exports is not what its file %s says (-), but this (+):%n%s%n"
              + "If that is meant, write the file with 'mvn -P api package' and commit it.",
          module.name(), HOME.relativize(file), difference(inFull(committed), inFull(actual)));
    }
  }

  private List<String> lines() {
    List<String> types = new ArrayList<>();
    for (String name : exported) {
      types.add("");
      types.add("package " + name);
      for (Class<?> type : typesOf(name)) {
        types.add("");
        new TypeSignature(type, this::isHidden).lines().forEach(line -> types.add(shortened(line)));
      }
    }
    List<String> lines = new ArrayList<>();
    lines.add("module " + module.name());
    lines.add("");
    names.values().stream()
        .filter(name -> !exported.contains(packageOf(name)) && !packageOf(name).equals("java.lang"))
        .sorted()
        .forEach(name -> lines.add("import " + name));
    lines.addAll(types);
    return lines;
  }

  private static String packageOf(String name) {
    return name.substring(0, name.lastIndexOf('.'));
  }

  /** Without packages, but where two types would have the same name. */
  private String shortened(String line) {
    return QUALIFIED
        .matcher(line)
        .replaceAll(
            found -> {
              String name = found.group(1) + found.group(3);
              String first = names.computeIfAbsent(found.group(3), simple -> name);
              String annotation = found.group(2) == null ? "" : found.group(2);
              return Matcher.quoteReplacement(
                  first.equals(name) ? annotation + found.group(3) : found.group());
            });
  }

  /** What users cannot name, though what they can name may extend it. */
  private boolean isHidden(Class<?> type) {
    String name = type.getPackageName();
    return module.packages().contains(name) && !(exported.contains(name) && isVisible(type));
  }

  private static boolean isVisible(Class<?> type) {
    Class<?> owner = type.getEnclosingClass();
    return TypeSignature.isVisible(type.getModifiers()) && (owner == null || isVisible(owner));
  }

  private static List<Class<?>> typesOf(String name) {
    try (Stream<Path> files = Files.list(CLASSES.resolve(name.replace('.', '/')))) {
      return files
          .map(file -> file.getFileName().toString())
          .filter(file -> file.endsWith(".class") && !file.equals("package-info.class"))
          .map(file -> name + "." + file.substring(0, file.length() - ".class".length()))
          .sorted()
          .<Class<?>>map(ExportedApi::load)
          .filter(ExportedApi::isVisible)
          .toList();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static Class<?> load(String name) {
    try {
      return Class.forName(name, false, ExportedApi.class.getClassLoader());
    } catch (ClassNotFoundException e) {
      throw new IllegalStateException(e);
    }
  }

  /** Each line of a member behind that of its type. */
  private static List<String> inFull(List<String> lines) {
    List<String> full = new ArrayList<>();
    String type = "";
    for (String line : lines) {
      if (!line.startsWith("  ")) {
        type = line;
      }
      full.add(line.startsWith("  ") ? type + " {" + line.substring(1) + " }" : line);
    }
    return full;
  }

  private static String difference(List<String> before, List<String> after) {
    Stream<String> gone = before.stream().filter(line -> !after.contains(line)).map("- "::concat);
    Stream<String> come = after.stream().filter(line -> !before.contains(line)).map("+ "::concat);
    return Stream.concat(gone, come).collect(Collectors.joining("\n"));
  }
}
