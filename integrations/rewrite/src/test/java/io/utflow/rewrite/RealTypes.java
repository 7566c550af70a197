/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.rewrite;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.openrewrite.java.JavaParser;
import org.openrewrite.java.search.FindMissingTypes;
import org.openrewrite.java.tree.J;
import org.openrewrite.java.tree.JavaType;

/** The types that a recipe gave to what it wrote by stubs, against those of the libraries. */
final class RealTypes {
  private RealTypes() {}

  /** Fails if the libraries have no such type or method, or another of that name. */
  static void areThoseOf(J.CompilationUnit written, JavaParser.Builder<?, ?> withLibraries) {
    J.CompilationUnit read =
        withLibraries
            .build()
            .parse(written.printAll())
            .map(J.CompilationUnit.class::cast)
            .toList()
            .get(0);
    assertThat(FindMissingTypes.findMissingTypes(read, false)).isEmpty();
    assertThat(methodsIn(written)).isEqualTo(methodsIn(read)).isNotEmpty();
    assertThat(fieldsIn(written)).isEqualTo(fieldsIn(read));
  }

  private static Set<String> methodsIn(J.CompilationUnit unit) {
    return unit.getTypesInUse().getUsedMethods().stream()
        .map(JavaType.Method::toString)
        .collect(Collectors.toCollection(TreeSet::new));
  }

  private static Set<String> fieldsIn(J.CompilationUnit unit) {
    return unit.getTypesInUse().getVariables().stream()
        .map(JavaType.Variable::toString)
        .collect(Collectors.toCollection(TreeSet::new));
  }
}
