/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.netty;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;

import com.tngtech.archunit.core.importer.ImportOption.DoNotIncludeTests;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTag;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.junit.ArchTests;
import com.tngtech.archunit.lang.ArchRule;
import io.utflow.codec.testing.AdapterRules;

/** Handlers only move buffers, and know nothing but the core's public face and Netty. */
@ArchTag("whole")
@AnalyzeClasses(packages = "io.utflow.netty", importOptions = DoNotIncludeTests.class)
class ArchitectureTest {
  @ArchTest static final ArchTests RULES = ArchTests.in(AdapterRules.class);

  @ArchTest
  static final ArchRule HANDLERS_DEPEND_ON_THE_CORE_AND_NETTY_ONLY =
      classes()
          .should()
          .onlyDependOnClassesThat()
          .resideInAnyPackage(
              "java..",
              "org.jspecify.annotations..",
              "io.netty..",
              "io.utflow.codec",
              "io.utflow.codec.packing",
              "io.utflow.codec.sse",
              "io.utflow.codec.pool",
              "io.utflow.codec.stage",
              "io.utflow.netty..");

  @ArchTest
  static final ArchRule INBOUND_KNOWS_NO_HANDLER =
      noClasses()
          .that()
          .resideInAPackage("io.utflow.netty.inbound")
          .should()
          .dependOnClassesThat()
          .resideInAPackage("io.utflow.netty");
}
