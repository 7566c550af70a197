/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.reactor;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;

import com.tngtech.archunit.core.importer.ImportOption.DoNotIncludeTests;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTag;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.junit.ArchTests;
import com.tngtech.archunit.lang.ArchRule;
import io.utflow.codec.testing.AdapterRules;

/** Operators only move buffers, and see neither the core's inside nor the Netty handlers. */
@ArchTag("whole")
@AnalyzeClasses(packages = "io.utflow.reactor", importOptions = DoNotIncludeTests.class)
class ArchitectureTest {
  @ArchTest static final ArchTests RULES = ArchTests.in(AdapterRules.class);

  @ArchTest
  static final ArchRule OPERATORS_DEPEND_ON_THE_CORE_REACTOR_AND_BUFFERS_ONLY =
      classes()
          .should()
          .onlyDependOnClassesThat()
          .resideInAnyPackage(
              "java..",
              "org.jspecify.annotations..",
              "org.reactivestreams..",
              "reactor..",
              "io.netty.buffer..",
              "io.netty.util..",
              "org.springframework.core..",
              "io.utflow.codec",
              "io.utflow.codec.pool",
              "io.utflow.codec.sse",
              "io.utflow.codec.stage",
              "io.utflow.reactor");
}
