/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.examples.server;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;

/** Keeps a server up until SIGTERM, Ctrl-C, an interrupt or the loss of its output. */
public final class Termination {
  private Termination() {}

  /**
   * Returns when the server is to end and has been closed. At a signal the process ends when {@code
   * close} has returned, which therefore bounds its own time.
   *
   * @param failed ends the server when it completes, by its failure if it has one
   * @param close ends the server; called once
   * @throws Exception the failure
   */
  public static void await(CompletableFuture<?> failed, Runnable close) throws Exception {
    CompletableFuture<Void> closed = new CompletableFuture<>();
    CompletableFuture<Object> signal = new CompletableFuture<>();
    Thread hook =
        new Thread(
            () -> {
              signal.complete("signal");
              closed.join();
            },
            "termination");
    Runtime.getRuntime().addShutdownHook(hook);
    boolean interrupted = false;
    try {
      CompletableFuture.anyOf(signal, failed).get();
    } catch (InterruptedException e) {
      interrupted = true;
    } catch (ExecutionException e) {
      throw e.getCause() instanceof Exception failure ? failure : e;
    } finally {
      close.run();
      closed.complete(null);
      if (!signal.isDone()) {
        removeHook(hook);
      }
      if (interrupted) {
        Thread.currentThread().interrupt();
      }
    }
  }

  private static void removeHook(Thread hook) {
    try {
      Runtime.getRuntime().removeShutdownHook(hook);
    } catch (IllegalStateException e) {
      // The process ends already, and the hook finds the server closed.
    }
  }
}
