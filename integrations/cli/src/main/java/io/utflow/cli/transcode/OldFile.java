/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.cli.transcode;

import java.io.IOException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.BasicFileAttributes;
import java.nio.file.attribute.FileTime;
import org.jspecify.annotations.Nullable;

/** A file that is to be replaced: what it was when it was looked at first, and its backup. */
final class OldFile implements Output.Replaced {
  private final Path file;
  private final State before;
  private final @Nullable Path backup;
  private boolean hasBackup;

  private OldFile(Path file, State before, @Nullable Path backup) {
    this.file = file;
    this.before = before;
    this.backup = backup;
  }

  /**
   * @param suffix of the name that the old file keeps, or null
   * @throws FileSystemException if no backup of that name can be made
   */
  static OldFile of(Path file, @Nullable String suffix) throws IOException {
    return new OldFile(file, State.of(file), suffix == null ? null : backupOf(file, suffix));
  }

  /** Names are bytes; those that are not text would become others with a suffix. */
  private static Path backupOf(Path file, String suffix) throws IOException {
    Path target = file.toRealPath();
    String name = "" + target.getFileName();
    try {
      if (target.resolveSibling(name).equals(target)) {
        return target.resolveSibling(name + suffix);
      }
    } catch (InvalidPathException e) {
      // Told as the other ones.
    }
    throw new FileSystemException(
        file.toString(), null, "its name is not text in this locale, so a backup cannot be named");
  }

  long size() {
    return before.size();
  }

  FileTime time() {
    return before.time();
  }

  /** Refuses, before anything is written, what {@link #keep} would refuse. */
  void requireBackup() throws IOException {
    if (backup != null && Files.exists(backup, LinkOption.NOFOLLOW_LINKS)) {
      requireKeptBy(backup, file.toRealPath());
    }
  }

  @Override
  public void keep() throws IOException {
    if (!State.of(file).equals(before)) {
      throw new FileSystemException(file.toString(), null, "it was changed meanwhile");
    }
    if (backup == null) {
      return;
    }
    Path target = file.toRealPath();
    try {
      link(target, backup);
      hasBackup = true;
    } catch (FileAlreadyExistsException e) {
      requireKeptBy(backup, target);
    }
  }

  private void requireKeptBy(Path backup, Path target) throws IOException {
    if (!isKeptBy(backup, target)) {
      throw new FileSystemException(
          file.toString(), null, backup.getFileName() + " is there already");
    }
  }

  /**
   * Whether the backup is the old file itself by another name, as a run leaves it that was killed
   * before the new file took its place. A symbolic link would lead to the new file.
   */
  private static boolean isKeptBy(Path backup, Path target) throws IOException {
    return !backup.equals(target)
        && Files.isRegularFile(backup, LinkOption.NOFOLLOW_LINKS)
        && Files.isSameFile(backup, target);
  }

  /** The old file itself, with all that belongs to it; where that cannot be, a copy. */
  private static void link(Path target, Path backup) throws IOException {
    try {
      Files.createLink(backup, target);
    } catch (FileAlreadyExistsException e) {
      throw e;
    } catch (UnsupportedOperationException | IOException e) {
      Files.copy(target, backup, StandardCopyOption.COPY_ATTRIBUTES);
    }
  }

  @Override
  public void stays() throws IOException {
    if (hasBackup && backup != null) {
      Files.deleteIfExists(backup);
    }
  }

  /**
   * What tells that nobody has written to a file meanwhile. Size and time may be those of another
   * file that took its place, or be set by the program that wrote; the time of the last change of
   * the inode cannot be set.
   */
  private record State(FileTime time, long size, @Nullable Object key, @Nullable Object changed) {
    static State of(Path file) throws IOException {
      BasicFileAttributes now = Files.readAttributes(file, BasicFileAttributes.class);
      boolean unix = file.getFileSystem().supportedFileAttributeViews().contains("unix");
      Object changed = unix ? Files.getAttribute(file, "unix:ctime") : null;
      return new State(now.lastModifiedTime(), now.size(), now.fileKey(), changed);
    }
  }
}
