/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.codec.kernel.choice;

import io.utflow.codec.kernel.Kernel;
import io.utflow.codec.kernel.KernelSet;
import io.utflow.codec.kernel.KernelSource;
import io.utflow.codec.kernel.word.CompressUtf8Kernel;
import io.utflow.codec.kernel.word.SwarUtf16Kernel;
import io.utflow.codec.kernel.word.SwarUtf32Kernel;
import io.utflow.codec.kernel.word.SwarUtf8Kernel;
import io.utflow.codec.kernel.word.WordControlSearch;
import java.lang.System.Logger.Level;
import java.util.ArrayList;
import java.util.List;
import java.util.ServiceConfigurationError;
import java.util.ServiceLoader;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Chooses one {@link KernelSet} when it is first asked for one: the set that the system property
 * {@value #PROPERTY} names at that time, or else {@code swar}, which is fast on every JVM.
 *
 * <p>Where the JVM may have faster kernels, those that need an instruction of the processor or the
 * Vector API, the thread of a {@link KernelContest} tries each of them some seconds later. The
 * winner converts in all later calls. A stream may therefore begin with one set and end with
 * another; they differ only in speed.
 *
 * <p>Thread-safe.
 */
public final class Kernels {
  /** The system property that names a kernel set, which is then used without a contest. */
  public static final String PROPERTY = "utflow.kernel";

  /** The value of the property that asks for the same choice, but without vectors. */
  static final String FASTEST_PORTABLE = "portable";

  /** Sources of kernels may be classes of this release. */
  private static final int FIRST_WITH_VECTORS = 25;

  private static final String NO_SOURCE =
      "The module jdk.incubator.vector is here, but no kernels that use it: "
          + "add the artifact io.utflow:utflow-kernels-vector for faster conversions.";

  /** Converts nothing, so that all is left to the forms of the encodings. */
  private static final Kernel NONE = new Kernel() {};

  private static final KernelSet SWAR = ofWords("swar", SwarUtf8Kernel.INSTANCE);

  private static volatile @Nullable KernelSet chosen;

  private static @Nullable KernelContest contest;

  private Kernels() {}

  private static KernelSet ofWords(String name, Kernel utf8) {
    return new KernelSet(
        name,
        utf8,
        SwarUtf16Kernel.BIG_ENDIAN,
        SwarUtf16Kernel.LITTLE_ENDIAN,
        SwarUtf32Kernel.BIG_ENDIAN,
        SwarUtf32Kernel.LITTLE_ENDIAN,
        WordControlSearch.INSTANCE);
  }

  /**
   * The chosen kernels.
   *
   * @throws IllegalArgumentException at each call if the system property names no set of this JVM
   */
  public static KernelSet chosen() {
    KernelSet set = chosen;
    return set == null ? choose() : set;
  }

  /** Not a static initialiser, for in one a wrong name would be an error that hides its message. */
  private static synchronized KernelSet choose() {
    KernelSet set = chosen;
    if (set != null) {
      return set;
    }
    String name = System.getProperty(PROPERTY);
    boolean named = name != null && !name.equals(FASTEST_PORTABLE);
    set = named ? named(name) : SWAR;
    chosen = set;
    // In a native image all is compiled before it runs, and no contest would tell anything.
    if (!named && CompressUtf8Kernel.isAvailable() && !isNativeImage()) {
      KernelContest begun =
          new KernelContest(
              ofProcessor(), name == null ? Kernels::ofSourcesOrLogged : rest -> new ArrayList<>());
      contest = begun.start() ? begun : null;
    }
    return set;
  }

  private static boolean isNativeImage() {
    return System.getProperty("org.graalvm.nativeimage.imagecode") != null;
  }

  /** Chooses {@code set} for all calls to come. */
  static void use(KernelSet set) {
    chosen = set;
  }

  /**
   * Waits until each set has won or lost its first contest, if there are any, which takes some
   * seconds. For benchmarks and tests.
   */
  public static KernelSet awaitChoice() throws InterruptedException {
    chosen();
    KernelContest begun = contest();
    if (begun != null) {
      begun.await();
    }
    return chosen();
  }

  private static synchronized @Nullable KernelContest contest() {
    return contest;
  }

  static boolean mayHaveVectors() {
    return Runtime.version().feature() >= FIRST_WITH_VECTORS
        && ModuleLayer.boot().findModule("jdk.incubator.vector").isPresent();
  }

  /** The sets without vectors that need an instruction of the processor. */
  private static List<KernelSet> ofProcessor() {
    return CompressUtf8Kernel.isAvailable()
        ? List.of(ofWords("compress", CompressUtf8Kernel.INSTANCE))
        : List.of();
  }

  private static List<KernelSet> ofSourcesOrLogged(Runnable rest) {
    List<KernelSet> sets = ofSources(rest);
    if (sets.isEmpty() && mayHaveVectors()) {
      System.getLogger(Kernels.class.getName()).log(Level.INFO, NO_SOURCE);
    }
    return sets;
  }

  private static List<KernelSet> portable() {
    List<KernelSet> sets = new ArrayList<>();
    sets.add(new KernelSet("none", NONE, NONE, NONE, NONE, NONE, WordControlSearch.INSTANCE));
    sets.add(SWAR);
    sets.addAll(ofProcessor());
    return sets;
  }

  /** All kernel sets that this JVM can run, the one that is expected to be fastest last. */
  public static List<KernelSet> available() {
    List<KernelSet> sets = portable();
    sets.addAll(ofSources(() -> {}));
    return List.copyOf(sets);
  }

  /**
   * The sets of the {@link KernelSource}s beside the core; none where the JVM could not link them.
   * A source that cannot be used is logged and left out.
   *
   * @param rest called every few milliseconds of work
   */
  private static List<KernelSet> ofSources(Runnable rest) {
    List<KernelSet> sets = new ArrayList<>();
    if (!mayHaveVectors()) {
      return sets;
    }
    try {
      for (KernelSource source :
          ServiceLoader.load(KernelSource.class, KernelSource.class.getClassLoader())) {
        sets.addAll(source.sets(rest));
      }
    } catch (ServiceConfigurationError | LinkageError unusable) {
      log("of a source not used: " + unusable);
    }
    return sets;
  }

  static KernelSet named(String name) {
    return named(name, Kernels::available);
  }

  /** Makes the vector kernels, which takes some time, only if no portable set has that name. */
  static KernelSet named(String name, Supplier<List<KernelSet>> available) {
    KernelSet portable = find(name, portable());
    if (portable != null) {
      return portable;
    }
    List<KernelSet> all = available.get();
    KernelSet set = find(name, all);
    if (set == null) {
      throw new IllegalArgumentException(unknown(name, all));
    }
    return set;
  }

  private static @Nullable KernelSet find(String name, List<KernelSet> sets) {
    return sets.stream().filter(set -> set.name().equals(name)).findFirst().orElse(null);
  }

  private static String unknown(String name, List<KernelSet> sets) {
    List<String> names = sets.stream().map(KernelSet::name).toList();
    return ("no kernel set \"%s\" for -D%s; available here: %s, "
            + "or \"%s\" for the fastest without vectors")
        .formatted(name, PROPERTY, names, FASTEST_PORTABLE);
  }

  static void log(String what) {
    System.getLogger(Kernels.class.getName()).log(Level.DEBUG, "kernels " + what);
  }
}
