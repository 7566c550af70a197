/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.codec.kernel.choice;

import io.utflow.codec.kernel.Kernel;
import io.utflow.codec.kernel.KernelSet;
import io.utflow.codec.kernel.KernelSource;
import io.utflow.codec.kernel.scalar.ScalarUtf16Kernel;
import io.utflow.codec.kernel.scalar.ScalarUtf32Kernel;
import io.utflow.codec.kernel.scalar.ScalarUtf8Kernel;
import io.utflow.codec.kernel.word.CompressUtf8Kernel;
import io.utflow.codec.kernel.word.SwarUtf16Kernel;
import io.utflow.codec.kernel.word.SwarUtf32Kernel;
import io.utflow.codec.kernel.word.SwarUtf8Kernel;
import io.utflow.codec.kernel.word.WordControlSearch;
import java.lang.System.Logger.Level;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.ServiceConfigurationError;
import java.util.ServiceLoader;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Chooses one {@link KernelSet} when it is first asked for one: the set that the system property
 * {@value #PROPERTY} names at that time, or else the {@link FirstKernels}, for which a request
 * waits least.
 *
 * <p>When these have read some text, a {@link WarmUp} in a thread of its own runs the kernels that
 * run on every JVM and are expected to be the fastest, until the JVM has compiled them; they pass
 * their {@link KernelTrial}, and take over for all calls to come. Where the run has the Vector API,
 * the kernels of a {@link KernelSource} take over later, as soon as the thread has shown that they
 * agree and are faster. A stream may begin with one set and end with another, for they differ in
 * speed only.
 *
 * <p>Thread-safe.
 */
public final class Kernels {
  /** The system property that names a kernel set, which is then used without a trial. */
  public static final String PROPERTY = "utflow.kernel";

  /** The value of the property that asks for the same choice, but without vectors and a warm-up. */
  static final String FASTEST_PORTABLE = "portable";

  /** The set that is fast only with an instruction of the machine, and so must win a race. */
  private static final String MACHINE_DEPENDENT = "compress";

  /** Sources of kernels may be classes of this release. */
  private static final int FIRST_WITH_VECTORS = 25;

  private static final String NO_SOURCE =
      "The module jdk.incubator.vector is here, but no kernels that use it: "
          + "add the artifact io.utflow:utflow-kernels-vector for faster conversions.";

  /**
   * The warm-up begins when the first kernels have read so many KiB, of which each call counts for
   * one more: a thousand requests of 8 KiB, or 9000 short messages, before which a short program
   * pays nothing. It takes more than a second, in which the JDK reads.
   */
  private static final int COUNT_BEFORE_WARM_UP = 9_000;

  /** A class of its own, so that no request waits until the JVM has loaded all of them. */
  private static final class Portable {
    /** In use until the trials are over, and if no other set passes. */
    static final KernelSet SWAR = swar("swar", SwarUtf8Kernel.INSTANCE);

    static final List<KernelSet> SETS = sets();

    private static List<KernelSet> sets() {
      List<KernelSet> sets = new ArrayList<>();
      Kernel none = new Kernel() {};
      sets.add(KernelSet.of("none", none, none, none, none, none, WordControlSearch.INSTANCE));
      sets.add(FirstKernels.INSTANCE);
      sets.add(scalar());
      sets.add(SWAR);
      if (CompressUtf8Kernel.isAvailable()) {
        sets.add(swar(MACHINE_DEPENDENT, CompressUtf8Kernel.INSTANCE));
      }
      return List.copyOf(sets);
    }

    private static KernelSet scalar() {
      return KernelSet.of(
          "scalar",
          ScalarUtf8Kernel.INSTANCE,
          ScalarUtf16Kernel.BIG_ENDIAN,
          ScalarUtf16Kernel.LITTLE_ENDIAN,
          ScalarUtf32Kernel.BIG_ENDIAN,
          ScalarUtf32Kernel.LITTLE_ENDIAN,
          WordControlSearch.INSTANCE);
    }

    private static KernelSet swar(String name, Kernel utf8) {
      return KernelSet.of(
          name,
          utf8,
          SwarUtf16Kernel.BIG_ENDIAN,
          SwarUtf16Kernel.LITTLE_ENDIAN,
          SwarUtf32Kernel.BIG_ENDIAN,
          SwarUtf32Kernel.LITTLE_ENDIAN,
          WordControlSearch.INSTANCE);
    }
  }

  /**
   * Null while the first kernels are in use, for which no class is loaded that a request does not
   * need; and before the first call, or if the property names no set.
   */
  private static volatile @Nullable KernelSet chosen;

  /** Whether the first kernels were chosen, though others may have taken over. */
  private static volatile boolean beganWithFirst;

  /** The message for a property that names no set, once that is known. */
  private static @Nullable String fault;

  private static @Nullable WarmUp warmUp;

  /** The KiB that the first kernels have read, and the calls. */
  private static int firstCount;

  /** Whether no set was named. */
  private static boolean mayWarmUp;

  private Kernels() {}

  /**
   * The chosen kernels.
   *
   * @throws IllegalArgumentException at each call if the system property names no set of this JVM
   */
  public static KernelSet chosen() {
    KernelSet set = chosen;
    return set == null ? firstOrNamed() : set;
  }

  private static KernelSet firstOrNamed() {
    choose();
    KernelSet set = chosen;
    return set == null ? FirstKernels.INSTANCE : set;
  }

  /**
   * Reports a wrong name where coders are made, and not only at their first conversion. Chooses no
   * set, unless the property names one that is not portable: that one is chosen now, for to find
   * out whether there is one is to make it.
   *
   * @throws IllegalArgumentException at each call if the system property names no set of this JVM
   */
  public static void requireKnownName() {
    if (chosen == null && !beganWithFirst && !isPortable(System.getProperty(PROPERTY))) {
      choose();
    }
  }

  private static boolean isPortable(@Nullable String name) {
    return name == null || name.equals(FASTEST_PORTABLE) || named(name, Portable.SETS).isPresent();
  }

  private static void choose() {
    if (!beganWithFirst && chosen == null) {
      chooseOnce();
    }
  }

  /** Not a static initialiser, for in one a wrong name would be an error that hides its message. */
  private static synchronized void chooseOnce() {
    if (beganWithFirst || chosen != null) {
      return;
    }
    if (fault != null) {
      throw new IllegalArgumentException(fault);
    }
    String name = System.getProperty(PROPERTY);
    mayWarmUp = name == null && !isNativeImage();
    if (mayWarmUp) {
      beganWithFirst = true;
      return;
    }
    try {
      // In a native image all is compiled before it runs, and a trial takes no time.
      use(name == null ? fastestPortable() : named(name));
    } catch (IllegalArgumentException unknown) {
      fault = unknown.getMessage();
      throw unknown;
    }
  }

  /** Chooses {@code set} for all calls to come. */
  static void use(KernelSet set) {
    boolean first = set == FirstKernels.INSTANCE;
    beganWithFirst |= first;
    chosen = first ? null : set;
  }

  /** Whether UTF-8 is decoded by the JDK, for no kernel of ours is compiled yet. */
  public static boolean areFirst() {
    if (chosen != null) {
      return false;
    }
    choose();
    return chosen == null;
  }

  /**
   * Whether the JDK may be faster than the chosen kernels: no set was named, and no vectors are.
   */
  public static boolean mayLose() {
    KernelSet set = chosen;
    return beganWithFirst && set != null && Portable.SETS.contains(set);
  }

  /**
   * Counts a call to the first kernels, or in the place of one. Of two calls at once one may not
   * count.
   */
  public static void countFirst(int bytes) {
    int before = firstCount;
    if (before < COUNT_BEFORE_WARM_UP) {
      int count = before + 1 + (bytes >> 10);
      firstCount = count;
      if (count >= COUNT_BEFORE_WARM_UP) {
        startWarmUp();
      }
    }
  }

  /** Without a thread the kernels take over as they are. */
  private static synchronized void startWarmUp() {
    if (mayWarmUp && warmUp == null) {
      warmUpBy(WarmUp.start());
    }
  }

  /** Null is the thread that was refused. */
  static synchronized void warmUpBy(@Nullable WarmUp started) {
    warmUp = started;
    if (started == null) {
      replaceFirst(Portable.SWAR);
    }
  }

  private static synchronized void replaceFirst(KernelSet next) {
    if (chosen == null) {
      chosen = next;
    }
  }

  /** Lets the fastest portable kernels take over, when the JVM has compiled them. */
  static void rehearse(WarmUpSchedule.Clock clock) {
    clock.delay(Rehearsal.DELAY_MILLIS * 1_000_000L);
    KernelSet expected = Portable.SETS.get(Portable.SETS.size() - 1);
    new Rehearsal(expected.utf8(), clock).run();
    KernelSet fastest = fastestPortable();
    if (!fastest.equals(expected)) {
      new Rehearsal(fastest.utf8(), clock).run();
    }
    replaceFirst(fastest);
  }

  private static boolean isNativeImage() {
    return System.getProperty("org.graalvm.nativeimage.imagecode") != null;
  }

  /**
   * Waits until the fastest portable kernels are chosen and the vector kernels, if any, have won or
   * lost their first contest, which takes some seconds. For benchmarks and tests.
   */
  public static KernelSet awaitChoice() throws InterruptedException {
    chosen();
    startWarmUp();
    WarmUp running = warmUp();
    if (running != null) {
      running.await();
    }
    return chosen();
  }

  private static synchronized @Nullable WarmUp warmUp() {
    return warmUp;
  }

  static boolean mayHaveVectors() {
    return Runtime.version().feature() >= FIRST_WITH_VECTORS
        && ModuleLayer.boot().findModule("jdk.incubator.vector").isPresent();
  }

  /**
   * Asks the sources for their kernels, and chooses them if they pass the trial and the contest.
   */
  static void tryVectors(WarmUpSchedule schedule) {
    List<KernelSet> sets = ofSources(schedule::restIfDue);
    if (sets.isEmpty()) {
      System.getLogger(Kernels.class.getName()).log(Level.INFO, NO_SOURCE);
    }
    for (KernelSet set : sets) {
      challenge(set, chosen(), schedule);
    }
  }

  /** Chooses {@code candidate} if it agrees with {@code rival} and is faster. */
  static void challenge(KernelSet candidate, KernelSet rival, WarmUpSchedule schedule) {
    if (!passes(candidate, rival)) {
      return;
    }
    KernelContest contest = new KernelContest(schedule);
    boolean faster = schedule.isWon(() -> contest.wins(candidate, rival));
    if (faster) {
      use(candidate);
    }
    log(
        candidate.name()
            + (faster ? " are faster than " : " were not faster than ")
            + rival.name());
  }

  /** All kernel sets that this JVM can run, the one that is expected to be fastest last. */
  public static List<KernelSet> available() {
    List<KernelSet> sets = new ArrayList<>(Portable.SETS);
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
    if (name.equals(FASTEST_PORTABLE)) {
      return fastestPortable();
    }
    return named(name, Portable.SETS)
        .or(() -> named(name, available.get()))
        .orElseThrow(() -> new IllegalArgumentException(unknown(name, available.get())));
  }

  private static Optional<KernelSet> named(String name, List<KernelSet> sets) {
    return sets.stream().filter(set -> set.name().equals(name)).findFirst();
  }

  private static String unknown(String name, List<KernelSet> sets) {
    List<String> names = sets.stream().map(KernelSet::name).toList();
    return ("no kernel set \"%s\" for -D%s; available here: %s, "
            + "or \"%s\" for the fastest without vectors")
        .formatted(name, PROPERTY, names, FASTEST_PORTABLE);
  }

  private static KernelSet fastestPortable() {
    List<KernelSet> sets = Portable.SETS;
    int last = sets.size() - 1;
    while (!sets.get(last).equals(Portable.SWAR) && !passes(sets.get(last), sets.get(last - 1))) {
      last--;
    }
    return sets.get(last);
  }

  /** Whether {@code candidate} passes its trial; if not, the reason is logged. */
  static boolean passes(KernelSet candidate, KernelSet rival) {
    String fault;
    try {
      fault = KernelTrial.fault(candidate, rival, MACHINE_DEPENDENT.equals(candidate.name()));
    } catch (RuntimeException | LinkageError failure) {
      fault = failure.toString();
    }
    if (fault == null) {
      return true;
    }
    log(candidate.name() + " not used: " + fault);
    return false;
  }

  static void log(String what) {
    System.getLogger(Kernels.class.getName()).log(Level.DEBUG, "kernels " + what);
  }
}
