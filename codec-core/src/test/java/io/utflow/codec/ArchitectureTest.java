/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.codec;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;
import static java.util.Map.entry;

import com.tngtech.archunit.core.domain.Dependency;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.importer.ImportOption.DoNotIncludeTests;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTag;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.lang.ArchCondition;
import com.tngtech.archunit.lang.ArchRule;
import com.tngtech.archunit.lang.ConditionEvents;
import com.tngtech.archunit.lang.SimpleConditionEvent;
import com.tngtech.archunit.library.dependencies.SliceAssignment;
import com.tngtech.archunit.library.dependencies.SliceIdentifier;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** Which room may know which. */
@ArchTag("whole")
@AnalyzeClasses(packages = "io.utflow.codec", importOptions = DoNotIncludeTests.class)
class ArchitectureTest {
  /**
   * The rooms that each may know. {@code codec} is the root package with {@code engine}, {@code
   * illformed} and {@code encodings}, which form a cycle on purpose: specs make coders, and coders
   * read specs. The other rooms are packages below the root, with all that is below them.
   */
  private static final Map<String, Set<String>> ROOMS_BELOW =
      Map.ofEntries(
          entry("packing", Set.of("stage", "codec")),
          entry("io", Set.of("stage", "codec")),
          entry("sse", Set.of("stage", "codec")),
          entry("stage", Set.of("codec", "filesplit", "split", "pool")),
          entry("filesplit", Set.of("codec", "split", "form")),
          entry("split", Set.of("codec", "form", "kernel", "pool")),
          entry("codec", Set.of("source", "form", "kernel", "pool")),
          entry("source", Set.of("form", "kernel")),
          entry("kernel", Set.of("form")),
          entry("form", Set.of("pool")),
          entry("pool", Set.of()));

  private static final Set<String> CODERS = Set.of("engine", "illformed", "encodings");

  @ArchTest
  static final ArchRule THE_CORE_DEPENDS_ON_THE_JDK_ONLY =
      classes()
          .should()
          .onlyDependOnClassesThat()
          .resideInAnyPackage("io.utflow.codec..", "java..", "org.jspecify.annotations..");

  @ArchTest
  static final ArchRule ROOMS_KNOW_ONLY_ROOMS_BELOW =
      classes().should(new KnowOnlyRoomsBelow(ROOMS_BELOW));

  @ArchTest
  static final ArchRule NO_ROOMS_KNOW_EACH_OTHER =
      slices().assignedFrom(new Rooms()).should().beFreeOfCycles();

  /** What the coders are made of, seen from below. */
  @ArchTest
  static final ArchRule WHAT_IS_ILL_FORMED_KNOWS_NO_CODER =
      noClasses()
          .that()
          .resideInAnyPackage("io.utflow.codec.illformed", "io.utflow.codec.encodings")
          .should()
          .dependOnClassesThat()
          .resideInAPackage("io.utflow.codec.engine");

  @ArchTest
  static final ArchRule ENCODINGS_KNOW_NO_POLICY =
      noClasses()
          .that()
          .resideInAPackage("io.utflow.codec.encodings")
          .should()
          .dependOnClassesThat()
          .resideInAPackage("io.utflow.codec.illformed");

  @ArchTest
  static final ArchRule STAGES_OVER_CODERS_DETECT_NOTHING =
      noClasses()
          .that()
          .resideInAPackage("io.utflow.codec.stage.coding")
          .should()
          .dependOnClassesThat()
          .resideInAPackage("io.utflow.codec.stage.detection");

  @ArchTest
  static final ArchRule STAGES_KNOW_NO_FRAMES_THEY_ARE_READ_IN =
      noClasses()
          .that()
          .resideInAnyPackage("io.utflow.codec.stage.coding", "io.utflow.codec.stage.detection")
          .should()
          .dependOnClassesThat()
          .resideInAPackage("io.utflow.codec.stage.frame");

  /** Frames are read by any stage; they make none but their own. */
  @ArchTest
  static final ArchRule FRAMES_KNOW_ONLY_WHAT_STAGES_HAVE_IN_COMMON =
      classes()
          .that()
          .resideInAPackage("io.utflow.codec.stage.frame")
          .should()
          .onlyDependOnClassesThat()
          .resideInAnyPackage(
              "io.utflow.codec",
              "io.utflow.codec.stage",
              "io.utflow.codec.stage.frame",
              "io.utflow.codec.stage.coding",
              "java..",
              "org.jspecify.annotations..");

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

  /** The room of a class of this module. */
  private static Optional<String> room(JavaClass type) {
    String root = ArchitectureTest.class.getPackageName();
    String name = type.getPackageName();
    if (name.equals(root)) {
      return Optional.of("codec");
    }
    if (!name.startsWith(root + ".")) {
      return Optional.empty();
    }
    String first = name.substring(root.length() + 1).split("\\.")[0];
    return Optional.of(CODERS.contains(first) ? "codec" : first);
  }

  private static final class Rooms implements SliceAssignment {
    @Override
    public SliceIdentifier getIdentifierOf(JavaClass type) {
      return room(type).map(SliceIdentifier::of).orElseGet(SliceIdentifier::ignore);
    }

    @Override
    public String getDescription() {
      return "rooms";
    }
  }

  private static final class KnowOnlyRoomsBelow extends ArchCondition<JavaClass> {
    private final Map<String, Set<String>> below;

    KnowOnlyRoomsBelow(Map<String, Set<String>> below) {
      super("know only rooms below their own: %s", below);
      this.below = below;
    }

    @Override
    public void check(JavaClass type, ConditionEvents events) {
      String own = room(type).orElseThrow();
      Set<String> known = below.getOrDefault(own, Set.of());
      for (Dependency dependency : type.getDirectDependenciesFromSelf()) {
        String other = room(dependency.getTargetClass()).orElse(own);
        if (!other.equals(own) && !known.contains(other)) {
          events.add(SimpleConditionEvent.violated(dependency, dependency.getDescription()));
        }
      }
    }
  }
}
