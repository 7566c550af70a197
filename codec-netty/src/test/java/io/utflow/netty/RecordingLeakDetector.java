/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.netty;

import io.netty.util.ResourceLeakDetector;
import io.netty.util.ResourceLeakDetectorFactory;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.jspecify.annotations.Nullable;

/**
 * Keeps what Netty would log: each buffer that was garbage-collected before it was released, and
 * where it was made. A stack trace of each access too, nine tenths of the time that the tests took,
 * is written down if {@code -Dutflow.leaks=accesses} asks for it.
 */
final class RecordingLeakDetector<T> extends ResourceLeakDetector<T> {
  static final Queue<String> LEAKS = new ConcurrentLinkedQueue<>();

  private static final boolean ACCESSES = "accesses".equals(System.getProperty("utflow.leaks"));

  /** What the report of a buffer that this thread makes will say. */
  static final ThreadLocal<@Nullable String> HINT = new ThreadLocal<>();

  private RecordingLeakDetector(Class<?> resourceType, int samplingInterval) {
    super(resourceType, samplingInterval);
  }

  /** To be called before the first buffer is made. */
  static void install() {
    ResourceLeakDetectorFactory.setResourceLeakDetectorFactory(
        new ResourceLeakDetectorFactory() {
          @Override
          public <T> ResourceLeakDetector<T> newResourceLeakDetector(
              Class<T> resource, int samplingInterval) {
            return new RecordingLeakDetector<>(resource, samplingInterval);
          }

          @Override
          @Deprecated
          public <T> ResourceLeakDetector<T> newResourceLeakDetector(
              Class<T> resource, int samplingInterval, long maxActive) {
            return newResourceLeakDetector(resource, samplingInterval);
          }
        });
  }

  @Override
  public boolean isRecordEnabled() {
    return ACCESSES && super.isRecordEnabled();
  }

  @Override
  protected @Nullable Object getInitialHint(String resourceType) {
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
