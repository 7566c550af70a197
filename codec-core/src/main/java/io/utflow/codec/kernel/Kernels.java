package io.utflow.codec.kernel;

import java.lang.System.Logger.Level;
import java.lang.reflect.Method;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Chooses one {@link KernelSet} when this class is initialised: the last of those for every JVM
 * that stands its {@link KernelTrial} against the one before it, or the one that the system
 * property {@value #PROPERTY} names.
 *
 * <p>Where the run has the Vector API, its kernels take over later, once and for all calls to come:
 * as soon as a {@link WarmUp} in a thread of its own has shown that they agree and are faster. A
 * stream may begin with one set and end with another, for they differ in speed only.
 */
public final class Kernels {
  /** The system property that names a kernel set and so replaces the choice. */
  public static final String PROPERTY = "utflow.kernel";

  private static final String VECTOR_KERNELS = "io.utflow.codec.kernel.vector.VectorKernels";

  /** The sets that need an instruction of the machine and must show that it has it. */
  private static final Set<String> MACHINE_DEPENDENT = Set.of("compress");

  /** The index of the set that needs no trial. */
  private static final int SCALAR = 1;

  private static final List<KernelSet> PORTABLE = portable();
  private static volatile KernelSet chosen = choose(System.getProperty(PROPERTY));
  private static final @Nullable Thread WARM_UP =
      System.getProperty(PROPERTY) == null && mayHaveVectors() ? WarmUp.start() : null;

  private Kernels() {}

  /** The chosen kernels. */
  public static KernelSet chosen() {
    return chosen;
  }

  /** Waits until the choice is final, half a minute at most: for what measures or tests it. */
  public static KernelSet awaitChoice() throws InterruptedException {
    if (WARM_UP != null) {
      WARM_UP.join();
    }
    return chosen;
  }

  /** Chooses others, for all calls to come. */
  static void use(KernelSet set) {
    chosen = set;
  }

  /** Not in a native image, where nothing compiles vectors later. */
  private static boolean mayHaveVectors() {
    return System.getProperty("org.graalvm.nativeimage.imagecode") == null
        && ModuleLayer.boot().findModule("jdk.incubator.vector").isPresent();
  }

  /** Makes the vector kernels and, if they stand their trial, chooses them. */
  static void tryVectors() {
    KernelSet vector = vector();
    if (vector != null) {
      challenge(vector, chosen, WarmUp.SECONDS);
    }
  }

  /** Chooses {@code candidate} if it agrees with {@code rival} and outruns it. */
  static void challenge(KernelSet candidate, KernelSet rival, int seconds) {
    if (!stands(candidate, rival)) {
      return;
    }
    boolean faster = WarmUp.wins(candidate, rival, seconds);
    if (faster) {
      use(candidate);
    }
    say(
        candidate.name()
            + (faster ? " are faster than " : " were not faster than ")
            + rival.name());
  }

  /** The kernel sets that this JVM can run, the fastest expected last, chosen or not. */
  public static List<KernelSet> available() {
    List<KernelSet> sets = new ArrayList<>(PORTABLE);
    KernelSet vector = vector();
    if (vector != null) {
      sets.add(vector);
    }
    return List.copyOf(sets);
  }

  private static List<KernelSet> portable() {
    List<KernelSet> sets = new ArrayList<>();
    Kernel none = new Kernel() {};
    sets.add(new KernelSet("none", none, none, none, none, none, WordControlSearch.INSTANCE));
    sets.add(scalar());
    sets.add(swar("swar", SwarUtf8Kernel.INSTANCE));
    if (BitGather.isAvailable()) {
      sets.add(swar("compress", CompressUtf8Kernel.INSTANCE));
    }
    return List.copyOf(sets);
  }

  private static KernelSet scalar() {
    return new KernelSet(
        "scalar",
        ScalarUtf8Kernel.INSTANCE,
        ScalarUtf16Kernel.BIG_ENDIAN,
        ScalarUtf16Kernel.LITTLE_ENDIAN,
        ScalarUtf32Kernel.BIG_ENDIAN,
        ScalarUtf32Kernel.LITTLE_ENDIAN,
        WordControlSearch.INSTANCE);
  }

  private static KernelSet swar(String name, Kernel utf8) {
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
   * Loaded by name: the class exists in a jar built by JDK 25 or later, and it links only where the
   * module jdk.incubator.vector was added to the run.
   */
  private static @Nullable KernelSet vector() {
    // The end of a piece is taken by words, compressed where that is known to be fast.
    KernelSet small = PORTABLE.get(SCALAR + 1);
    KernelSet compressing = PORTABLE.get(PORTABLE.size() - 1);
    try {
      Class<?> kernels = Class.forName(VECTOR_KERNELS);
      Method create = kernels.getDeclaredMethod("create", KernelSet.class, KernelSet.class);
      // A class under META-INF/versions cannot be public, for no older version declares it.
      create.setAccessible(true);
      return (KernelSet) create.invoke(null, small, compressing);
    } catch (ReflectiveOperationException | LinkageError absent) {
      return null;
    }
  }

  private static KernelSet choose(@Nullable String name) {
    return name == null ? fastestPortable() : named(name);
  }

  static KernelSet named(String name) {
    List<String> names = new ArrayList<>();
    for (KernelSet set : available()) {
      if (set.name().equals(name)) {
        return set;
      }
      names.add(set.name());
    }
    throw new IllegalArgumentException(
        "no kernel set \"" + name + "\" for -D" + PROPERTY + "; available here: " + names);
  }

  private static KernelSet fastestPortable() {
    int last = PORTABLE.size() - 1;
    while (last > SCALAR && !stands(PORTABLE.get(last), PORTABLE.get(last - 1))) {
      last--;
    }
    return PORTABLE.get(last);
  }

  /** A fault is no fault of the user's: it is logged, and the next set takes over. */
  static boolean stands(KernelSet candidate, KernelSet rival) {
    String fault;
    try {
      fault = KernelTrial.fault(candidate, rival, MACHINE_DEPENDENT.contains(candidate.name()));
    } catch (RuntimeException | LinkageError failure) {
      fault = failure.toString();
    }
    if (fault == null) {
      return true;
    }
    say(candidate.name() + " not used: " + fault);
    return false;
  }

  static void say(String what) {
    System.getLogger(Kernels.class.getName()).log(Level.DEBUG, "kernels " + what);
  }
}
