/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.codec.testing;

import io.utflow.codec.TextEncoding;
import io.utflow.codec.kernel.choice.Kernels;
import java.io.File;
import java.io.IOException;
import java.lang.ref.WeakReference;
import java.net.MalformedURLException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.Enumeration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/**
 * Our classes once more, in a loader of their own, as a container deploys an application; what they
 * use, such as Netty, is in the parent loader.
 */
public final class Deployment extends URLClassLoader {
  private static final String OURS = "io.utflow.";
  private static final int MOST_COLLECTIONS = 50;
  private static final AtomicInteger MADE = new AtomicInteger();

  /** The name of a service and where else its providers are listed; null for none. */
  private final @Nullable String service;

  private final @Nullable Path providers;

  private Deployment(@Nullable String service, @Nullable Path providers) {
    super("deployment " + MADE.incrementAndGet(), classPath(), Deployment.class.getClassLoader());
    this.service = service;
    this.providers = providers;
  }

  private static URL[] classPath() {
    return Arrays.stream(System.getProperty("java.class.path").split(File.pathSeparator))
        .map(Deployment::url)
        .toArray(URL[]::new);
  }

  private static URL url(String entry) {
    try {
      return new File(entry).toURI().toURL();
    } catch (MalformedURLException e) {
      throw new AssertionError(e);
    }
  }

  @Override
  protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
    if (!name.startsWith(OURS)) {
      return super.loadClass(name, resolve);
    }
    synchronized (getClassLoadingLock(name)) {
      Class<?> loaded = findLoadedClass(name);
      return loaded == null ? findClass(name) : loaded;
    }
  }

  /** The providers of the service are those listed there, and no others. */
  @Override
  public Enumeration<URL> getResources(String name) throws IOException {
    if (providers == null || !name.equals(service)) {
      return super.getResources(name);
    }
    Path listed = providers.resolve(name);
    List<URL> all = Files.exists(listed) ? List.of(listed.toUri().toURL()) : List.of();
    return Collections.enumeration(all);
  }

  /** Runs an application in a deployment with these providers of a service. */
  public static void run(Class<? extends Runnable> application, String service, Path providers)
      throws IOException, ReflectiveOperationException {
    try (Deployment deployment = new Deployment(service, providers)) {
      made(application, deployment).run();
    }
  }

  /**
   * Calls an application in a deployment on all of these threads at once, so that all that is made
   * at its first use is first used by many.
   *
   * @param threads has a thread for each of the calls
   * @return what each call has answered
   */
  public static List<String> callByAll(
      Class<? extends Callable<String>> application, ExecutorService threads, int calls)
      throws IOException, ReflectiveOperationException, InterruptedException, ExecutionException {
    try (Deployment deployment = new Deployment(null, null)) {
      Callable<String> deployed = made(application, deployment);
      CyclicBarrier start = new CyclicBarrier(calls);
      Callable<String> call =
          () -> {
            start.await();
            return deployed.call();
          };
      List<String> answers = new ArrayList<>();
      for (Future<String> answer : threads.invokeAll(Collections.nCopies(calls, call))) {
        answers.add(answer.get());
      }
      endOwnThreads(deployment);
      return answers;
    }
  }

  /** The application, of the same interfaces of the JDK, from the loader of the deployment. */
  @SuppressWarnings("unchecked") // Only its interfaces are used, which are not loaded once more.
  private static <T> T made(Class<T> application, Deployment deployment)
      throws ReflectiveOperationException {
    var constructor = deployment.loadClass(application.getName()).getDeclaredConstructor();
    constructor.setAccessible(true);
    T deployed = (T) constructor.newInstance();
    if (((Object) deployed).getClass().getClassLoader() != deployment) {
      throw new AssertionError("the application is not in its own loader");
    }
    return deployed;
  }

  /**
   * Whether a deployment can be collected that has run {@code application} on a thread that lives
   * on.
   *
   * @param application is loaded once more and made by its constructor without parameters
   */
  public static boolean isCollected(Class<? extends Runnable> application, ExecutorService thread)
      throws Exception {
    WeakReference<ClassLoader> loader = deployed(application, thread);
    for (int i = 0; i < MOST_COLLECTIONS && loader.get() != null; i++) {
      System.gc();
    }
    return loader.get() == null;
  }

  private static WeakReference<ClassLoader> deployed(
      Class<? extends Runnable> application, ExecutorService thread)
      throws IOException, ReflectiveOperationException, InterruptedException, ExecutionException {
    try (Deployment deployment = new Deployment(null, null)) {
      thread.submit(made(application, deployment)).get();
      awaitOwnThreads(deployment);
      return new WeakReference<>(deployment);
    }
  }

  /**
   * Threads of the library's own hold it, until the kernels are chosen and the names gathered.
   * Kernels that have lost their first contest would go on for minutes, so that thread is ended.
   */
  private static void awaitOwnThreads(Deployment deployment)
      throws ReflectiveOperationException, InterruptedException {
    deployment.loadClass(Kernels.class.getName()).getMethod("awaitChoice").invoke(null);
    endOwnThreads(deployment);
  }

  /** Where they have not begun to choose kernels, they never do. */
  private static void endOwnThreads(Deployment deployment)
      throws ReflectiveOperationException, InterruptedException {
    deployment.loadClass(TextEncoding.class.getName()).getMethod("names").invoke(null);
    for (Map.Entry<Thread, StackTraceElement[]> each : Thread.getAllStackTraces().entrySet()) {
      Thread thread = each.getKey();
      if (thread.getName().equals("utflow-warm-up") && deployment.isIn(each.getValue())) {
        thread.interrupt();
        thread.join();
      }
    }
  }

  private boolean isIn(StackTraceElement[] stack) {
    return Arrays.stream(stack).anyMatch(call -> getName().equals(call.getClassLoaderName()));
  }
}
