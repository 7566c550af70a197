/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.cli;

import java.io.IOException;
import java.io.Serial;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileSystemException;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/** A file that cannot be read or written. Its message is one line: the reason and the name. */
public final class FileProblem extends IOException {
  @Serial private static final long serialVersionUID = 1;

  private final String reason;
  private final boolean brokenPipe;

  private FileProblem(String reason, String name, @Nullable IOException cause, boolean brokenPipe) {
    super(name.isEmpty() ? reason : reason + ": " + Printable.of(name), cause);
    this.reason = reason;
    this.brokenPipe = brokenPipe;
  }

  /**
   * @param name of the file, or what else the user calls it
   */
  public static FileProblem of(String name, IOException cause) {
    if (cause instanceof FileProblem named) {
      return named;
    }
    String reason = reason(cause);
    boolean brokenPipe = reason.contains("roken pipe") || reason.contains("pipe is being closed");
    return new FileProblem(reason, name, cause, brokenPipe);
  }

  /** The output of a server cannot be written: a reader who went away is told of, too. */
  public static FileProblem outputGone(IOException cause) {
    return new FileProblem(
        "the output of this server is gone: " + cause.getMessage(), "", cause, false);
  }

  /** The folder of a file to be written is not there. */
  public static FileProblem noSuchFolder(Path folder) {
    return new FileProblem("no such folder", folder.toString(), null, false);
  }

  /** Links lead to links, and not to a file. */
  public static FileProblem linksWithoutEnd(String name) {
    return new FileProblem("too many links, which may lead in a circle", name, null, false);
  }

  /**
   * A file can only be replaced where a new one can be made.
   *
   * @param name of an output that a shell can write instead, or empty where that would destroy the
   *     only text
   */
  public static FileProblem readOnlyFolder(Path folder, String name) {
    String otherwise =
        name.isEmpty()
            ? ""
            : "; > " + Printable.of(name) + " writes without it, if that is not the input";
    return new FileProblem(
        "permission denied: "
            + Printable.of(folder.toString())
            + ", where the new file is written until it is complete"
            + otherwise,
        "",
        null,
        false);
  }

  private static String reason(IOException cause) {
    if (cause instanceof NoSuchFileException) {
      return "no such file";
    }
    if (cause instanceof AccessDeniedException) {
      return "permission denied";
    }
    String reason =
        cause instanceof FileSystemException system ? system.getReason() : cause.getMessage();
    return reason == null ? "it cannot be read or written" : reason;
  }

  /** Why, without the name. */
  public String reason() {
    return reason;
  }

  /** Whether only the reader of the output went away, as {@code head} does when it has enough. */
  public boolean isBrokenPipe() {
    return brokenPipe;
  }
}
