package io.utflow.codec;

import static com.tngtech.archunit.base.DescribedPredicate.not;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.equivalentTo;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAnyPackage;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;

import com.tngtech.archunit.core.importer.ImportOption.DoNotIncludeTests;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.lang.ArchRule;
import io.utflow.codec.kernel.ControlSearch;

/** Which room may know which. */
@AnalyzeClasses(packages = "io.utflow.codec", importOptions = DoNotIncludeTests.class)
class ArchitectureTest {

  @ArchTest
  static final ArchRule THE_CORE_DEPENDS_ON_THE_JDK_ONLY =
      classes()
          .that()
          .resideOutsideOfPackage("io.utflow.codec.kernel.vector..")
          .should()
          .onlyDependOnClassesThat()
          .resideInAnyPackage("io.utflow.codec..", "java..", "org.jspecify.annotations..");

  /** But for the search for the ends of lines, which knows no encoding. */
  @ArchTest
  static final ArchRule STAGES_TOUCH_NO_FORM_AND_NO_KERNEL =
      noClasses()
          .that()
          .resideInAPackage("io.utflow.codec.stage..")
          .should()
          .dependOnClassesThat(
              resideInAnyPackage("io.utflow.codec.form..", "io.utflow.codec.kernel..")
                  .and(not(equivalentTo(ControlSearch.class))));

  @ArchTest
  static final ArchRule FORMS_AND_KERNELS_KNOW_NO_POLICY =
      noClasses()
          .that()
          .resideInAnyPackage("io.utflow.codec.form..", "io.utflow.codec.kernel..")
          .should()
          .dependOnClassesThat()
          .haveNameMatching("io\\.utflow\\.codec\\.(?!IllFormedCause)[A-Z]\\w*")
          .orShould()
          .dependOnClassesThat()
          .resideInAPackage("io.utflow.codec.stage..");

  @ArchTest
  static final ArchRule ONLY_THE_VECTOR_KERNELS_NAME_THE_VECTOR_API =
      noClasses()
          .that()
          .resideOutsideOfPackage("io.utflow.codec.kernel.vector..")
          .should()
          .dependOnClassesThat()
          .resideInAPackage("jdk.incubator.vector..");

  @ArchTest
  static final ArchRule NO_THREAD_LOCALS =
      noClasses().should().dependOnClassesThat().areAssignableTo(ThreadLocal.class);

  @ArchTest
  static final ArchRule NOTHING_IS_PRINTED =
      noClasses()
          .should()
          .accessField(System.class, "out")
          .orShould()
          .accessField(System.class, "err")
          .orShould()
          .callMethod(Throwable.class, "printStackTrace");
}
