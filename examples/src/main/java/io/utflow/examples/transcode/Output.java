/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.examples.transcode;

import io.utflow.examples.FileProblem;
import java.io.Closeable;
import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.channels.Channels;
import java.nio.file.AccessDeniedException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFileAttributeView;
import java.nio.file.attribute.PosixFileAttributes;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ThreadLocalRandom;
import org.jspecify.annotations.Nullable;

/**
 * Where the output goes. A file is written beside the one that is named and takes its place only
 * when {@link #complete} is called: a run that fails for any reason leaves the named file as it
 * was, and the input may have the same name. Pipes and devices are written directly.
 */
final class Output implements Closeable {
  private static final Map<Path, FileDescriptor> STANDARD =
      Map.of(
          Path.of("-"), FileDescriptor.out,
          Path.of("/dev/stdout"), FileDescriptor.out,
          Path.of("/dev/fd/1"), FileDescriptor.out,
          Path.of("/proc/self/fd/1"), FileDescriptor.out,
          Path.of("/dev/stderr"), FileDescriptor.err,
          Path.of("/dev/fd/2"), FileDescriptor.err,
          Path.of("/proc/self/fd/2"), FileDescriptor.err);

  /** So many links lead to a file at most, in Linux; of more, some lead in a circle. */
  private static final int MOST_LINKS = 40;

  private final String name;
  private final OutputStream stream;
  private final @Nullable Path beside;
  private final @Nullable Path target;
  private final Thread onSignal = new Thread(this::delete);

  private Output(String name, OutputStream stream, @Nullable Path beside, @Nullable Path target) {
    this.name = name;
    this.stream = stream;
    this.beside = beside;
    this.target = target;
    Runtime.getRuntime().addShutdownHook(onSignal);
  }

  /** Whether the name is that of standard output or standard error. */
  static boolean isStandard(Path file) {
    return STANDARD.containsKey(file);
  }

  /**
   * Opens an output. Standard output is not opened by its name: it would be overwritten where the
   * shell appends. Nor is it {@code System.out}, which looks at every byte for line ends.
   */
  static Output to(Path file) throws IOException {
    FileDescriptor standard = STANDARD.get(file);
    if (standard != null) {
      String name = standard == FileDescriptor.out ? "standard output" : "standard error";
      return new Output(name, new FileOutputStream(standard), null, null);
    }
    String name = file.toString();
    try {
      if (!Files.exists(file)) {
        return beside(name, targetOf(file));
      }
      // A pipe or a device has no real path, or none beside which a file can be written.
      return Files.isRegularFile(file)
          ? beside(name, file.toRealPath())
          : new Output(name, Files.newOutputStream(file), null, null);
    } catch (IOException e) {
      throw FileProblem.of(name, e);
    }
  }

  /** The file that is to be, at the end of a chain of links if the name is that of one. */
  private static Path targetOf(Path file) throws IOException {
    Path target = file;
    for (int links = 0; Files.isSymbolicLink(target); links++) {
      if (links == MOST_LINKS) {
        throw FileProblem.linksWithoutEnd(file.toString());
      }
      target = target.resolveSibling(Files.readSymbolicLink(target));
    }
    return target;
  }

  private static Output beside(String name, Path target) throws IOException {
    boolean exists = Files.exists(target);
    if (exists && !Files.isWritable(target)) {
      throw new AccessDeniedException(name);
    }
    Path folder = target.toAbsolutePath().getParent();
    if (!Files.exists(folder)) {
      throw FileProblem.noSuchFolder(folder);
    }
    // Neither the name nor the process id: names may be too long already, and processes in
    // containers get the same ids again and again.
    String random = Long.toHexString(ThreadLocalRandom.current().nextLong());
    Path beside = folder.resolve(".transcode-" + random + ".part");
    try {
      return new Output(name, created(beside, exists), beside, target);
    } catch (AccessDeniedException e) {
      throw FileProblem.readOnlyFolder(folder, name);
    }
  }

  /** Only the owner reads what takes the place of a file, before it has that one's permissions. */
  private static OutputStream created(Path file, boolean isPrivate) throws IOException {
    boolean posix = file.getFileSystem().supportedFileAttributeViews().contains("posix");
    FileAttribute<?>[] attributes =
        isPrivate && posix
            ? new FileAttribute<?>[] {
              PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------"))
            }
            : new FileAttribute<?>[0];
    return Channels.newOutputStream(
        Files.newByteChannel(
            file, Set.of(StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE), attributes));
  }

  /** Whether what is written is lost unless the output is completed. */
  boolean needsCompletion() {
    return beside != null;
  }

  String name() {
    return name;
  }

  /** Any thread may call it. */
  void write(byte[] bytes, int length) throws IOException {
    try {
      stream.write(bytes, 0, length);
    } catch (IOException e) {
      throw FileProblem.of(name, e);
    }
  }

  /** Closes the output; a file takes the place of the one that was named. */
  void complete() throws IOException {
    try {
      stream.close();
      if (beside != null && target != null) {
        keepPermissions(target, beside);
        // While the process is being ended, the input may have ended only for that reason.
        if (forgetSignals()) {
          Files.move(
              beside, target, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
        }
      }
    } catch (IOException e) {
      throw FileProblem.of(name, e);
    }
  }

  private static void keepPermissions(Path from, Path to) throws IOException {
    PosixFileAttributeView view = Files.getFileAttributeView(to, PosixFileAttributeView.class);
    if (view != null && Files.exists(from)) {
      PosixFileAttributes old = Files.readAttributes(from, PosixFileAttributes.class);
      try {
        view.setGroup(old.group());
        view.setOwner(old.owner());
      } catch (IOException e) {
        // Only root may give files to others, so the file is then the user's own.
      }
      view.setPermissions(old.permissions());
    }
  }

  /** Without {@link #complete} before, nothing of a file remains. */
  @Override
  public void close() throws IOException {
    try {
      stream.close();
    } finally {
      delete();
      forgetSignals();
    }
  }

  /** Returns whether the process goes on. */
  private boolean forgetSignals() {
    try {
      Runtime.getRuntime().removeShutdownHook(onSignal);
      return true;
    } catch (IllegalStateException ending) {
      return false;
    }
  }

  private void delete() {
    try {
      if (beside != null) {
        Files.deleteIfExists(beside);
      }
    } catch (IOException e) {
      // What cannot be deleted stays: the process is ending and cannot report it.
    }
  }
}
