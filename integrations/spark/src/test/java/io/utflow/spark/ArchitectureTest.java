/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.spark;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;

import com.tngtech.archunit.core.importer.ImportOption.DoNotIncludeTests;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTag;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.lang.ArchRule;

/** The source stands on what the core exports, and on the connector API of Spark. */
@ArchTag("whole")
@AnalyzeClasses(packages = "io.utflow.spark", importOptions = DoNotIncludeTests.class)
class ArchitectureTest {
  @ArchTest
  static final ArchRule THE_SOURCE_DEPENDS_ON_THE_CONNECTOR_API_AND_WHAT_THE_CORE_EXPORTS =
      classes()
          .should()
          .onlyDependOnClassesThat()
          .resideInAnyPackage(
              "java..",
              "scala.collection..",
              "scala.jdk.javaapi",
              "org.jspecify.annotations..",
              "com.fasterxml.jackson.core",
              "com.fasterxml.jackson.databind",
              "org.apache.hadoop.conf",
              "org.apache.hadoop.fs",
              "org.apache.hadoop.io.compress",
              "org.apache.spark",
              "org.apache.spark.sql",
              "org.apache.spark.sql.catalyst",
              "org.apache.spark.sql.catalyst.expressions",
              "org.apache.spark.sql.connector..",
              "org.apache.spark.sql.sources",
              "org.apache.spark.sql.types",
              "org.apache.spark.sql.util",
              "org.apache.spark.unsafe.types",
              "org.apache.spark.util",
              "io.utflow.codec",
              "io.utflow.files",
              "io.utflow.codec.stage",
              "io.utflow.spark");
}
