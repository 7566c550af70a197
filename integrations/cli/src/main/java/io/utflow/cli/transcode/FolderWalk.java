/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.cli.transcode;

import io.utflow.cli.FileProblem;
import java.io.IOException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The regular files of a folder and all below it. Links lead elsewhere, and are not followed; but
 * the folder itself may be named by one. Backups and what a killed run has left are passed by.
 */
final class FolderWalk {
  /** Folders; in a work tree or a submodule {@code .git} is a file. */
  private static final Set<String> NO_TEXTS = Set.of(".git", ".hg", ".svn");

  private final List<FileProblem> problems = new ArrayList<>();
  private final String backup;

  /**
   * @param backup the suffix of the files that are backups, or null
   */
  FolderWalk(@Nullable String backup) {
    this.backup = backup == null ? "" : backup;
  }

  private boolean isTaken(String name) {
    return !NO_TEXTS.contains(name)
        && !Part.isName(name)
        && (backup.isEmpty() || !name.endsWith(backup));
  }

  /** Which files there are, in the order of their names. */
  List<Path> filesOf(Path folder) {
    List<Path> files = new ArrayList<>();
    try {
      Path real = Files.isSymbolicLink(folder) ? folder.toRealPath() : folder;
      Files.walkFileTree(
          real,
          new SimpleFileVisitor<>() {
            @Override
            public FileVisitResult preVisitDirectory(Path each, BasicFileAttributes attributes) {
              return !each.equals(real) && NO_TEXTS.contains(each.getFileName().toString())
                  ? FileVisitResult.SKIP_SUBTREE
                  : FileVisitResult.CONTINUE;
            }

            @Override
            public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) {
              if (attributes.isRegularFile() && isTaken(file.getFileName().toString())) {
                files.add(folder.resolve(real.relativize(file)));
              }
              return FileVisitResult.CONTINUE;
            }

            @Override
            public FileVisitResult visitFileFailed(Path file, IOException cause) {
              problems.add(FileProblem.of(file.toString(), cause));
              return FileVisitResult.CONTINUE;
            }

            @Override
            public FileVisitResult postVisitDirectory(Path each, IOException cause) {
              if (cause != null) {
                problems.add(FileProblem.of(each.toString(), cause));
              }
              return FileVisitResult.CONTINUE;
            }
          });
    } catch (IOException e) {
      problems.add(FileProblem.of(folder.toString(), e));
    }
    Collections.sort(files);
    return files;
  }

  /** What could not be looked at. */
  List<FileProblem> problems() {
    return problems;
  }
}
