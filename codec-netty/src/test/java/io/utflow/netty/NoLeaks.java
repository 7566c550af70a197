/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.netty;

import static org.assertj.core.api.Assertions.assertThat;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.PooledByteBufAllocator;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import org.junit.jupiter.api.extension.AfterAllCallback;
import org.junit.jupiter.api.extension.ExtensionContext;

/**
 * Fails a test class if it, or one of a few before it, lost a buffer, which the report shows with
 * the place where it was made. Registered for every class of the module; what the last ones lost is
 * looked for when all have ended.
 *
 * <p>Netty reports a leak at some allocation after the garbage collector has found it. So a buffer
 * is leaked on purpose: when that one has been reported, those of the tests have been found too. It
 * also proves that the detector is at work. Collections after each class took a quarter of the
 * processor time of the tests.
 */
public final class NoLeaks implements AfterAllCallback {
  private static final int COLLECTIONS = 500;

  /** How many classes are looked at together. */
  private static final int CLASSES = 8;

  private static final List<String> UNCHECKED = new ArrayList<>();

  /** Called by JUnit, which finds this class as a service, before any test class is initialized. */
  public NoLeaks() {
    RecordingLeakDetector.install();
  }

  @Override
  public void afterAll(ExtensionContext context) {
    if (context.getRequiredTestClass().isMemberClass()) {
      // The class around it comes behind it.
      return;
    }
    UNCHECKED.add(context.getDisplayName());
    context
        .getRoot()
        .getStore(ExtensionContext.Namespace.create(NoLeaks.class))
        .getOrComputeIfAbsent(NoLeaks.class, key -> (AutoCloseable) NoLeaks::check);
    if (UNCHECKED.size() >= CLASSES) {
      check();
    }
  }

  private static void check() {
    awaitReport(leakOnPurpose());
    // Those found in the same collection may be reported after it, but before the next.
    List<String> leaks = awaitReport(leakOnPurpose());
    leaks.removeIf(leak -> leak.contains("on purpose"));
    RecordingLeakDetector.LEAKS.clear();
    List<String> classes = List.copyOf(UNCHECKED);
    UNCHECKED.clear();
    assertThat(leaks).as("buffers lost by one of %s", classes).isEmpty();
  }

  private static String leakOnPurpose() {
    String mark = "on purpose " + UUID.randomUUID();
    RecordingLeakDetector.HINT.set(mark);
    PooledByteBufAllocator.DEFAULT.heapBuffer(1);
    RecordingLeakDetector.HINT.remove();
    return mark;
  }

  private static List<String> awaitReport(String mark) {
    for (int i = 0; i < COLLECTIONS; i++) {
      System.gc();
      ByteBuf probe = PooledByteBufAllocator.DEFAULT.heapBuffer(1);
      probe.release();
      List<String> leaks = new ArrayList<>(RecordingLeakDetector.LEAKS);
      if (leaks.stream().anyMatch(leak -> leak.contains(mark))) {
        return leaks;
      }
    }
    throw new AssertionError("the leak detector does not report; is it configured?");
  }
}
