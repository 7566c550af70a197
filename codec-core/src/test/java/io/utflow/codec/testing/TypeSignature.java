/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.codec.testing;

import static java.util.stream.Collectors.joining;

import java.lang.annotation.Annotation;
import java.lang.reflect.AnnotatedElement;
import java.lang.reflect.AnnotatedParameterizedType;
import java.lang.reflect.AnnotatedType;
import java.lang.reflect.Constructor;
import java.lang.reflect.Executable;
import java.lang.reflect.Field;
import java.lang.reflect.Member;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.Type;
import java.lang.reflect.TypeVariable;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Predicate;
import java.util.function.UnaryOperator;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** A type as its users see it: with what it has from supertypes that they cannot name. */
final class TypeSignature {
  private static final int SHOWN =
      Modifier.PUBLIC | Modifier.PROTECTED | Modifier.STATIC | Modifier.ABSTRACT | Modifier.FINAL;

  /** An annotation of nullness, as Java prints it. */
  private static final Pattern ANNOTATION =
      Pattern.compile("@org\\.jspecify\\.annotations\\.(\\w+)\\(\\)");

  /** A name that is no part of a qualified one, as those of type variables. */
  private static final Pattern SIMPLE_NAME = Pattern.compile("(?<![.\\w$])\\w+(?![.\\w$])");

  private final Class<?> type;
  private final Predicate<Class<?>> isHidden;
  private final Map<String, String> members = new TreeMap<>();

  TypeSignature(Class<?> type, Predicate<Class<?>> isHidden) {
    this.type = type;
    this.isHidden = isHidden;
  }

  static boolean isVisible(int modifiers) {
    return Modifier.isPublic(modifiers) || Modifier.isProtected(modifiers);
  }

  List<String> lines() {
    addMembersOf(type, UnaryOperator.identity());
    List<String> lines = new ArrayList<>();
    lines.add(plain(head()));
    members.values().forEach(member -> lines.add("  " + plain(member)));
    return lines;
  }

  private String head() {
    List<String> words = new ArrayList<>();
    words.add(deprecated(type) + Modifier.toString(type.getModifiers() & SHOWN & ~implied()));
    words.add(type.isSealed() ? "sealed" : "");
    words.add(kind() + " " + type.getName() + parameters(type.getTypeParameters()));
    Class<?> heir = type;
    UnaryOperator<String> resolving = UnaryOperator.identity();
    while (heir.getSuperclass() != null && isHidden.test(heir.getSuperclass())) {
      resolving = resolving(heir.getAnnotatedSuperclass(), resolving);
      heir = heir.getSuperclass();
    }
    if (isTold(heir.getSuperclass())) {
      words.add("extends " + resolving.apply(heir.getAnnotatedSuperclass().toString()));
    }
    String interfaces =
        Stream.of(type.getAnnotatedInterfaces())
            .filter(each -> !isHidden.test(erased(each)))
            .map(Object::toString)
            .collect(joining(", "));
    if (!interfaces.isEmpty()) {
      words.add((type.isInterface() ? "extends " : "implements ") + interfaces);
    }
    return words.stream().filter(word -> !word.isEmpty()).collect(joining(" "));
  }

  private String kind() {
    if (type.isAnnotation()) {
      return "@interface";
    }
    if (type.isInterface()) {
      return "interface";
    }
    return type.isEnum() ? "enum" : type.isRecord() ? "record" : "class";
  }

  private int implied() {
    if (type.isEnum() || type.isRecord()) {
      return Modifier.FINAL | Modifier.STATIC;
    }
    return type.isInterface() ? Modifier.ABSTRACT | Modifier.STATIC : 0;
  }

  /**
   * What resolves the type variables of a supertype: each becomes what its heir says, in whose text
   * variables of its own are resolved by {@code ofHeir}.
   */
  private static UnaryOperator<String> resolving(
      AnnotatedType supertype, UnaryOperator<String> ofHeir) {
    if (!(supertype instanceof AnnotatedParameterizedType parameterized)) {
      return UnaryOperator.identity();
    }
    TypeVariable<?>[] variables = erased(supertype).getTypeParameters();
    Map<String, String> meant = new TreeMap<>();
    for (int i = 0; i < variables.length; i++) {
      AnnotatedType argument = parameterized.getAnnotatedActualTypeArguments()[i];
      meant.put(variables[i].getName(), ofHeir.apply(argument.toString()));
    }
    return text ->
        SIMPLE_NAME
            .matcher(text)
            .replaceAll(
                name -> Matcher.quoteReplacement(meant.getOrDefault(name.group(), name.group())));
  }

  private static boolean isTold(@Nullable Class<?> parent) {
    return parent != null
        && parent != Object.class
        && parent != Enum.class
        && parent != Record.class;
  }

  private static Class<?> erased(AnnotatedType type) {
    return type.getType() instanceof ParameterizedType parameterized
        ? (Class<?>) parameterized.getRawType()
        : (Class<?>) type.getType();
  }

  /** The nearest first: what it overrides is not told again. */
  private void addMembersOf(Class<?> each, UnaryOperator<String> resolving) {
    for (Field field : each.getDeclaredFields()) {
      if (isShown(field)) {
        String told = words(field) + field.getAnnotatedType() + " " + field.getName();
        members.putIfAbsent("1 " + field.getName(), resolving.apply(told));
      }
    }
    for (Constructor<?> constructor : each.getDeclaredConstructors()) {
      if (each == type && isShown(constructor)) {
        add("2 ", constructor, type.getSimpleName(), resolving);
      }
    }
    for (Method method : each.getDeclaredMethods()) {
      if (isShown(method)) {
        add("3 ", method, method.getAnnotatedReturnType() + " " + method.getName(), resolving);
      }
    }
    Stream.concat(
            Stream.ofNullable(each.getAnnotatedSuperclass()),
            Stream.of(each.getAnnotatedInterfaces()))
        .filter(supertype -> isHidden.test(erased(supertype)))
        .forEach(supertype -> addMembersOf(erased(supertype), resolving(supertype, resolving)));
  }

  private boolean isShown(Member member) {
    int modifiers = member.getModifiers();
    boolean reachable =
        Modifier.isFinal(type.getModifiers()) ? Modifier.isPublic(modifiers) : isVisible(modifiers);
    return reachable && !member.isSynthetic();
  }

  private void add(String order, Executable member, String what, UnaryOperator<String> resolving) {
    String erasure =
        Stream.of(member.getParameterTypes()).map(Class::getName).collect(joining(",", "(", ")"));
    List<String> parameters =
        new ArrayList<>(
            Stream.of(member.getAnnotatedParameterTypes()).map(Object::toString).toList());
    if (member.isVarArgs()) {
      int last = parameters.size() - 1;
      parameters.set(last, parameters.get(last).replaceFirst("\\[]$", "..."));
    }
    String thrown =
        Stream.of(member.getGenericExceptionTypes()).map(Type::getTypeName).collect(joining(", "));
    String generic = parameters(member.getTypeParameters());
    members.putIfAbsent(
        order + member.getName() + erasure,
        resolving.apply(
            words(member)
                + (generic.isEmpty() ? "" : generic + " ")
                + what
                + parameters.stream().collect(joining(", ", "(", ")"))
                + (thrown.isEmpty() ? "" : " throws " + thrown)));
  }

  private static <T extends AnnotatedElement & Member> String words(T member) {
    String modifiers = Modifier.toString(member.getModifiers() & SHOWN);
    boolean hasBody = member instanceof Method method && method.isDefault();
    return deprecated(member) + modifiers + (hasBody ? " default " : " ");
  }

  private static String deprecated(AnnotatedElement element) {
    return element.isAnnotationPresent(Deprecated.class) ? "@Deprecated " : "";
  }

  private static String parameters(TypeVariable<?>[] variables) {
    return variables.length == 0
        ? ""
        : Stream.of(variables).map(TypeSignature::parameter).collect(joining(", ", "<", ">"));
  }

  private static String parameter(TypeVariable<?> variable) {
    String annotations =
        Arrays.stream(variable.getAnnotations()).map(Annotation::toString).collect(joining(" "));
    String bounds =
        Stream.of(variable.getAnnotatedBounds())
            .map(Object::toString)
            .filter(bound -> !bound.equals("java.lang.Object"))
            .collect(joining(" & "));
    return (annotations.isEmpty() ? "" : annotations + " ")
        + variable.getName()
        + (bounds.isEmpty() ? "" : " extends " + bounds);
  }

  private static String plain(String text) {
    return ANNOTATION.matcher(text).replaceAll("@$1").replace('$', '.');
  }
}
