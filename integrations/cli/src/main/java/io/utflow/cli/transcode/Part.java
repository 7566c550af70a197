/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.cli.transcode;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Set;
import java.util.concurrent.ThreadLocalRandom;
import org.jspecify.annotations.Nullable;

/**
 * A file that is written beside the one whose place it takes. When the process is ended before
 * that, by a signal too, it is deleted.
 */
final class Part {
  private static final String BEGIN = ".transcode-";
  private static final String END = ".part";

  private final Path file;
  private final FileChannel channel;
  private final Thread onSignal = new Thread(this::delete);
  private boolean deleted;

  /**
   * @param isPrivate whether only the owner reads it until it has the permissions of another
   */
  Part(Path folder, boolean isPrivate) throws IOException {
    this(folder, isPrivate, null);
  }

  /**
   * In the place of a file, with all attributes of that file, lists of access rights among them.
   */
  static Part inPlaceOf(Path old, Path folder) throws IOException {
    return new Part(folder, true, old);
  }

  private Part(Path folder, boolean isPrivate, @Nullable Path old) throws IOException {
    // Neither the name nor the process id: names may be too long already, and processes in
    // containers get the same ids again and again.
    String random = Long.toHexString(ThreadLocalRandom.current().nextLong());
    file = folder.resolve(BEGIN + random + END);
    try {
      // Before the file is made, so that a signal between the two leaves none.
      Runtime.getRuntime().addShutdownHook(onSignal);
    } catch (IllegalStateException e) {
      throw new IOException("the process is being ended", e);
    }
    try {
      channel = old == null ? created(isPrivate) : copied(old);
    } catch (IOException | RuntimeException e) {
      forgetSignals();
      throw e;
    }
  }

  /** Whether a file of this name is one of these, which a killed process has left. */
  static boolean isName(String name) {
    return name.startsWith(BEGIN) && name.endsWith(END);
  }

  /** Java copies some attributes, as those of the system, only together with the content. */
  private synchronized FileChannel copied(Path old) throws IOException {
    refuseToBegin();
    Files.copy(old, file, StandardCopyOption.COPY_ATTRIBUTES);
    return FileChannel.open(file, StandardOpenOption.WRITE, StandardOpenOption.TRUNCATE_EXISTING);
  }

  private void refuseToBegin() throws IOException {
    if (deleted) {
      throw new IOException("the process is being ended");
    }
  }

  private synchronized FileChannel created(boolean isPrivate) throws IOException {
    refuseToBegin();
    boolean posix = file.getFileSystem().supportedFileAttributeViews().contains("posix");
    FileAttribute<?>[] attributes =
        isPrivate && posix
            ? new FileAttribute<?>[] {
              PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------"))
            }
            : new FileAttribute<?>[0];
    return FileChannel.open(
        file, Set.of(StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE), attributes);
  }

  Path file() {
    return file;
  }

  FileChannel channel() {
    return channel;
  }

  /**
   * Takes the place of a file. While the process is being ended it does not: the input may have
   * ended only because of that.
   *
   * @return whether it has
   */
  boolean moveTo(Path target) throws IOException {
    if (!forgetSignals()) {
      return false;
    }
    Files.move(file, target, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
    return true;
  }

  /** Deletes it, unless it has taken the place of another. */
  synchronized void delete() {
    deleted = true;
    try {
      Files.deleteIfExists(file);
    } catch (IOException e) {
      // What cannot be deleted stays: the process may be ending and cannot report it.
    }
  }

  /** Returns whether the process goes on. */
  boolean forgetSignals() {
    try {
      Runtime.getRuntime().removeShutdownHook(onSignal);
      return true;
    } catch (IllegalStateException ending) {
      return false;
    }
  }
}
