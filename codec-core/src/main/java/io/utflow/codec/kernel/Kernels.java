package io.utflow.codec.kernel;

import java.lang.System.Logger.Level;
import java.lang.reflect.Method;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Chooses one {@link KernelSet} when it is first asked for: the last of those for every JVM that
 * stands its {@link KernelTrial} against the one before it, or the one that the system property
 * {@value #PROPERTY} names at that time.
 *
 * <p>Where the run has the Vector API, its kernels take over later, once and for all calls to come:
 * as soon as a {@link WarmUp} in a thread of its own has shown that they agree and are faster. A
 * stream may begin with one set and end with another, for they differ in speed only.
 */
public final class Kernels {
  /** The system property that names a kernel set and so replaces the choice. */
  public static final String PROPERTY = "utflow.kernel";

  /** What the property says for the same choice without a warm-up, and so without vectors. */
  static final String FASTEST_PORTABLE = "portable";

  private static final String VECTOR_KERNELS = "io.utflow.codec.kernel.vector.VectorKernels";

  /** The sets that need an instruction of the machine and must show that it has it. */
  private static final Set<String> MACHINE_DEPENDENT = Set.of("compress");

  /** The index of the set that needs no trial. */
  private static final int SCALAR = 1;

  private static final List<KernelSet> PORTABLE = portable();

  /** Null before the first call, or if the property names no set. */
  private static volatile @Nullable KernelSet chosen;

  /** What is wrong with the property. */
  private static @Nullable String fault;

  private static @Nullable WarmUp warmUp;

  private Kernels() {}

  /**
   * The chosen kernels.
   *
   * @throws IllegalArgumentException at each call if the system property names no set of this JVM
   */
  public static KernelSet chosen() {
    KernelSet set = chosen;
    return set == null ? choose() : set;
  }

  /** Not in the initialisation of the class, which would hide what is wrong in an error. */
  private static synchronized KernelSet choose() {
    KernelSet set = chosen;
    if (set != null) {
      return set;
    }
    if (fault != null) {
      throw new IllegalArgumentException(fault);
    }
    String name = System.getProperty(PROPERTY);
    try {
      set = name == null ? fastestPortable() : named(name);
    } catch (IllegalArgumentException unknown) {
      fault = unknown.getMessage();
      throw unknown;
    }
    chosen = set;
    if (name == null && mayHaveVectors()) {
      warmUp = WarmUp.start();
    }
    return set;
  }

  /**
   * Waits until the vector kernels, if any, have won or lost their first contest, which takes some
   * seconds: for what measures or tests them.
   */
  public static KernelSet awaitChoice() throws InterruptedException {
    chosen();
    WarmUp running = warmUp();
    if (running != null) {
      running.await();
    }
    return chosen();
  }

  private static synchronized @Nullable WarmUp warmUp() {
    return warmUp;
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

  /** Makes the vector kernels and, chooses them if they pass the trial and win. */
  static void tryVectors(WarmUpSchedule schedule) {
    schedule.begin();
    KernelSet vector = vector(schedule::breathe);
    if (vector != null) {
      challenge(vector, chosen(), schedule);
    }
  }

  /** Chooses {@code candidate} if it agrees with {@code rival} and outruns it. */
  static void challenge(KernelSet candidate, KernelSet rival, WarmUpSchedule schedule) {
    if (!stands(candidate, rival)) {
      return;
    }
    KernelContest contest = new KernelContest(schedule);
    boolean faster = schedule.isWon(() -> contest.wins(candidate, rival));
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
    KernelSet vector = vector(() -> {});
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
   *
   * @param breath run every few milliseconds
   */
  private static @Nullable KernelSet vector(Runnable breath) {
    // The end of a piece is taken by words, compressed where that is known to be fast.
    KernelSet small = PORTABLE.get(SCALAR + 1);
    KernelSet compressing = PORTABLE.get(PORTABLE.size() - 1);
    try {
      Class<?> kernels = Class.forName(VECTOR_KERNELS);
      Method create =
          kernels.getDeclaredMethod("create", KernelSet.class, KernelSet.class, Runnable.class);
      // A class under META-INF/versions cannot be public, for no older version declares it.
      create.setAccessible(true);
      return (KernelSet) create.invoke(null, small, compressing, breath);
    } catch (ReflectiveOperationException | LinkageError absent) {
      return null;
    }
  }

  static KernelSet named(String name) {
    return named(name, Kernels::available);
  }

  /** The vector kernels take their time to make, so others are not looked for among them. */
  static KernelSet named(String name, Supplier<List<KernelSet>> available) {
    if (name.equals(FASTEST_PORTABLE)) {
      return fastestPortable();
    }
    return named(name, PORTABLE)
        .or(() -> named(name, available.get()))
        .orElseThrow(() -> new IllegalArgumentException(unknown(name, available.get())));
  }

  private static Optional<KernelSet> named(String name, List<KernelSet> sets) {
    return sets.stream().filter(set -> set.name().equals(name)).findFirst();
  }

  private static String unknown(String name, List<KernelSet> sets) {
    List<String> names = sets.stream().map(KernelSet::name).toList();
    return "no kernel set \"%s\" for -D%s; available here: %s, or \"%s\" for the fastest but vector"
        .formatted(name, PROPERTY, names, FASTEST_PORTABLE);
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
