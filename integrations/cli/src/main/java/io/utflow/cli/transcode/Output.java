/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.cli.transcode;

import io.utflow.cli.FileProblem;
import java.io.Closeable;
import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.channels.Channels;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.nio.file.attribute.PosixFileAttributeView;
import java.nio.file.attribute.PosixFileAttributes;
import java.util.Map;
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
  private final @Nullable Part part;
  private final @Nullable Path target;
  private @Nullable FileTime time;

  private Output(String name, OutputStream stream) {
    this.name = name;
    this.stream = stream;
    this.part = null;
    this.target = null;
  }

  private Output(String name, Part part, Path target) {
    this.name = name;
    this.stream = Channels.newOutputStream(part.channel());
    this.part = part;
    this.target = target;
  }

  /** The old file, just before a new one takes its place. */
  interface Replaced {
    /**
     * @throws IOException if it is to stay as it is
     */
    void keep() throws IOException;

    /** It has stayed after all. */
    void stays() throws IOException;
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
      return new Output(name, new FileOutputStream(standard));
    }
    String name = file.toString();
    try {
      if (!Files.exists(file)) {
        return beside(name, targetOf(file));
      }
      // A pipe or a device has no real path, or none beside which a file can be written.
      return Files.isRegularFile(file)
          ? beside(name, file.toRealPath())
          : new Output(name, Files.newOutputStream(file));
    } catch (IOException e) {
      throw FileProblem.of(name, e);
    }
  }

  /**
   * Opens the place of a regular file whose text is nowhere else: whatever its name, it is never
   * written directly, and it keeps all its attributes.
   */
  static Output inPlaceOf(Path file) throws IOException {
    String name = file.toString();
    try {
      Path target = writable(file);
      Path folder = target.getParent();
      try {
        return new Output(name, Part.inPlaceOf(target, folder), target);
      } catch (AccessDeniedException e) {
        throw FileProblem.readOnlyFolder(folder, "");
      }
    } catch (IOException e) {
      throw FileProblem.of(name, e);
    }
  }

  /** Takes what would be written by {@link #inPlaceOf}, and fails where that is not permitted. */
  static Output nowhere(Path file) throws IOException {
    String name = file.toString();
    try {
      Path folder = writable(file).getParent();
      if (!Files.isWritable(folder)) {
        throw FileProblem.readOnlyFolder(folder, "");
      }
      return new Output(name, OutputStream.nullOutputStream());
    } catch (IOException e) {
      throw FileProblem.of(name, e);
    }
  }

  private static Path writable(Path file) throws IOException {
    Path target = file.toRealPath();
    if (!Files.isWritable(target)) {
      throw new AccessDeniedException(file.toString());
    }
    return target;
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
    try {
      return new Output(name, new Part(folder, exists), target);
    } catch (AccessDeniedException e) {
      throw FileProblem.readOnlyFolder(folder, name);
    }
  }

  /** Whether what is written is lost unless the output is completed. */
  boolean needsCompletion() {
    return part != null;
  }

  /** The file is to have this time when it is complete, as if nobody had written to it. */
  void keepTime(FileTime lastModified) {
    time = lastModified;
  }

  String name() {
    return name;
  }

  /** Any thread may call it. */
  void write(byte[] bytes, int from, int length) throws IOException {
    try {
      stream.write(bytes, from, length);
    } catch (IOException e) {
      throw FileProblem.of(name, e);
    }
  }

  /**
   * Closes the output; a file takes the place of the one that was named.
   *
   * @return false if the process is being ended and the named file stays
   */
  boolean complete() throws IOException {
    try {
      stream.close();
      if (part == null || target == null) {
        return true;
      }
      keepPermissions(target, part.file());
      return part.moveTo(target);
    } catch (IOException e) {
      throw FileProblem.of(name, e);
    }
  }

  /**
   * As {@link #complete()}, in the place of a file whose text is nowhere else: the new text is on
   * the disk before, and owner and group are the same.
   */
  boolean complete(Replaced old) throws IOException {
    if (part == null || target == null) {
      return complete();
    }
    try {
      part.channel().force(true);
      stream.close();
      if (!keepPermissions(target, part.file())) {
        throw new FileSystemException(name, null, "its owner or group would be another");
      }
      if (time != null) {
        Files.setLastModifiedTime(part.file(), time);
      }
      old.keep();
      boolean moved = false;
      try {
        moved = part.moveTo(target);
        return moved;
      } finally {
        if (!moved) {
          old.stays();
        }
      }
    } catch (IOException e) {
      throw FileProblem.of(name, e);
    }
  }

  /** Returns whether owner and group are kept as well. */
  private static boolean keepPermissions(Path from, Path to) throws IOException {
    PosixFileAttributeView view = Files.getFileAttributeView(to, PosixFileAttributeView.class);
    if (view == null || !Files.exists(from)) {
      return true;
    }
    PosixFileAttributes old = Files.readAttributes(from, PosixFileAttributes.class);
    try {
      view.setGroup(old.group());
      view.setOwner(old.owner());
    } catch (IOException e) {
      // Only root may give files to others, so the file is then the user's own.
    }
    view.setPermissions(old.permissions());
    PosixFileAttributes now = view.readAttributes();
    return now.group().equals(old.group()) && now.owner().equals(old.owner());
  }

  /** Without {@link #complete} before, nothing of a file remains. */
  @Override
  public void close() throws IOException {
    try {
      stream.close();
    } finally {
      if (part != null) {
        part.delete();
        part.forgetSignals();
      }
    }
  }
}
