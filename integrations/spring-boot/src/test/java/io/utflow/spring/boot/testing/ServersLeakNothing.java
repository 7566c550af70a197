/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.spring.boot.testing;

import static org.assertj.core.api.Assertions.assertThat;

import io.netty.buffer.PooledByteBufAllocator;
import io.netty.util.ResourceLeakDetector;
import io.netty.util.ResourceLeakDetectorFactory;
import java.util.List;
import java.util.Queue;
import java.util.UUID;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.junit.jupiter.api.extension.AfterAllCallback;
import org.junit.jupiter.api.extension.ExtensionContext;

/**
 * Fails a test class that lost a buffer of Netty, 4.1 or 4.2. JUnit finds it as a service.
 *
 * <p>Netty reports a leak at some allocation after the garbage collector has found it. So a buffer
 * is leaked on purpose: when that one has been reported, those of the tests have been found too. It
 * also proves that the detector is at work.
 */
public final class ServersLeakNothing implements AfterAllCallback {
  private static final int COLLECTIONS = 500;
  private static final Queue<String> LEAKS = new ConcurrentLinkedQueue<>();
  private static final ThreadLocal<String> HINT = new ThreadLocal<>();

  /** Called before any test class is initialized, and so before the first buffer is made. */
  public ServersLeakNothing() {
    ResourceLeakDetectorFactory.setResourceLeakDetectorFactory(new Recording());
  }

  @Override
  public void afterAll(ExtensionContext context) {
    if (context.getRequiredTestClass().isMemberClass()) {
      return;
    }
    // Those found in the same collection may be reported after it, but before the next.
    awaitLeakOnPurpose();
    awaitLeakOnPurpose();
    List<String> leaks = List.copyOf(LEAKS);
    LEAKS.clear();
    assertThat(leaks)
        .as("buffers lost by %s", context.getDisplayName())
        .allMatch(leak -> leak.contains("on purpose"));
  }

  private static void awaitLeakOnPurpose() {
    // Another one each time: Netty reports what looks the same only once.
    String mark = "on purpose " + UUID.randomUUID();
    HINT.set(mark);
    PooledByteBufAllocator.DEFAULT.heapBuffer(1);
    HINT.remove();
    for (int i = 0; i < COLLECTIONS; i++) {
      System.gc();
      PooledByteBufAllocator.DEFAULT.heapBuffer(1).release();
      if (LEAKS.stream().anyMatch(leak -> leak.contains(mark))) {
        return;
      }
    }
    throw new AssertionError("the leak detector does not report; is it configured?");
  }

  private static final class Recording extends ResourceLeakDetectorFactory {
    @Override
    public <T> ResourceLeakDetector<T> newResourceLeakDetector(
        Class<T> resource, int samplingInterval) {
      return new RecordingDetector<>(resource, samplingInterval);
    }

    @Override
    @Deprecated
    public <T> ResourceLeakDetector<T> newResourceLeakDetector(
        Class<T> resource, int samplingInterval, long maxActive) {
      return new RecordingDetector<>(resource, samplingInterval);
    }
  }

  private static final class RecordingDetector<T> extends ResourceLeakDetector<T> {
    RecordingDetector(Class<T> resource, int samplingInterval) {
      super(resource, samplingInterval);
    }

    @Override
    protected Object getInitialHint(String resourceType) {
      return HINT.get();
    }

    @Override
    protected boolean needReport() {
      return true;
    }

    @Override
    protected void reportTracedLeak(String resourceType, String records) {
      LEAKS.add(resourceType + records);
    }

    @Override
    protected void reportUntracedLeak(String resourceType) {
      LEAKS.add(resourceType);
    }
  }
}
