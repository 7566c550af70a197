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
import java.util.Arrays;
import java.util.Collections;
import java.util.Enumeration;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import org.jspecify.annotations.Nullable;

/**
 * Our classes once more, in a loader of their own, as a container deploys an application; what they
 * use, such as Netty, is in the parent loader.
 */
public final class Deployment extends URLClassLoader {
  private static final String OURS = "io.utflow.";
  private static final int MOST_COLLECTIONS = 50;

  /** The name of a service and where else its providers are listed; null for none. */
  private final @Nullable String service;

  private final @Nullable Path providers;

  private Deployment(@Nullable String service, @Nullable Path providers) {
    super(classPath(), Deployment.class.getClassLoader());
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
      made(application.getName(), deployment).run();
    }
  }

  private static Runnable made(String application, Deployment deployment)
      throws ReflectiveOperationException {
    var constructor = deployment.loadClass(application).getDeclaredConstructor();
    constructor.setAccessible(true);
    Runnable deployed = (Runnable) constructor.newInstance();
    if (deployed.getClass().getClassLoader() != deployment) {
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
    WeakReference<ClassLoader> loader = deployed(application.getName(), thread);
    for (int i = 0; i < MOST_COLLECTIONS && loader.get() != null; i++) {
      System.gc();
    }
    return loader.get() == null;
  }

  private static WeakReference<ClassLoader> deployed(String application, ExecutorService thread)
      throws IOException, ReflectiveOperationException, InterruptedException, ExecutionException {
    try (Deployment deployment = new Deployment(null, null)) {
      thread.submit(made(application, deployment)).get();
      // Threads of the library's own hold it, until the kernels are chosen and the names gathered.
      deployment.loadClass(Kernels.class.getName()).getMethod("awaitChoice").invoke(null);
      deployment.loadClass(TextEncoding.class.getName()).getMethod("names").invoke(null);
      return new WeakReference<>(deployment);
    }
  }
}
