package io.utflow.codec.kernel;

import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.lang.reflect.Method;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Chooses one {@link KernelSet}, once, when this class is initialised: the last of {@link
 * #available()} that stands its {@link KernelTrial} against the one before it, or the one that the
 * system property {@value #PROPERTY} names.
 */
public final class Kernels {
  /** The system property that names a kernel set and so replaces the choice. */
  public static final String PROPERTY = "utflow.kernel";

  private static final String VECTOR_KERNELS = "io.utflow.codec.kernel.vector.VectorKernels";

  /**
   * The sets that need an instruction of the machine and must show that it has it. (The vector
   * kernels ask for theirs before they are made.)
   */
  private static final Set<String> MACHINE_DEPENDENT = Set.of("compress");

  /** The index of the set that needs no trial. */
  private static final int SCALAR = 1;

  private static final List<KernelSet> AVAILABLE = findAvailable();
  private static final KernelSet CHOSEN = choose(System.getProperty(PROPERTY));

  private Kernels() {}

  /** The chosen kernels. */
  public static KernelSet chosen() {
    return CHOSEN;
  }

  /** The kernel sets that this JVM can run, the fastest expected last, chosen or not. */
  public static List<KernelSet> available() {
    return AVAILABLE;
  }

  private static List<KernelSet> findAvailable() {
    List<KernelSet> sets = new ArrayList<>();
    Kernel none = new Kernel() {};
    sets.add(new KernelSet("none", none, none, none, none, none));
    sets.add(scalar());
    KernelSet swar = swar("swar", SwarUtf8Kernel.INSTANCE);
    sets.add(swar);
    if (BitGather.isAvailable()) {
      sets.add(swar("compress", CompressUtf8Kernel.INSTANCE));
    }
    KernelSet vector = vector(swar, sets.get(sets.size() - 1));
    if (vector != null) {
      sets.add(vector);
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
        ScalarUtf32Kernel.LITTLE_ENDIAN);
  }

  private static KernelSet swar(String name, Kernel utf8) {
    return new KernelSet(
        name,
        utf8,
        SwarUtf16Kernel.BIG_ENDIAN,
        SwarUtf16Kernel.LITTLE_ENDIAN,
        SwarUtf32Kernel.BIG_ENDIAN,
        SwarUtf32Kernel.LITTLE_ENDIAN);
  }

  /**
   * Loaded by name: the class exists in a jar built by JDK 25 or later, and it links only where the
   * module jdk.incubator.vector was added to the run.
   *
   * @param small what takes the pieces that are shorter than a block of vectors
   * @param compressing the same where compressing is known to be fast
   */
  private static @Nullable KernelSet vector(KernelSet small, KernelSet compressing) {
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
    return name == null ? fastest() : named(name);
  }

  static KernelSet named(String name) {
    List<String> names = new ArrayList<>();
    for (KernelSet set : AVAILABLE) {
      if (set.name().equals(name)) {
        return set;
      }
      names.add(set.name());
    }
    throw new IllegalArgumentException(
        "no kernel set \"" + name + "\" for -D" + PROPERTY + "; available here: " + names);
  }

  private static KernelSet fastest() {
    int last = AVAILABLE.size() - 1;
    while (last > SCALAR && !stands(AVAILABLE.get(last), AVAILABLE.get(last - 1))) {
      last--;
    }
    return AVAILABLE.get(last);
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
    Logger logger = System.getLogger(Kernels.class.getName());
    logger.log(Level.DEBUG, "kernels {0} not used: {1}", candidate.name(), fault);
    return false;
  }
}
