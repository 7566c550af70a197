/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.examples.transcode;

import io.utflow.examples.FileProblem;
import java.io.Closeable;
import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFileAttributeView;
import java.util.concurrent.ThreadLocalRandom;
import org.jspecify.annotations.Nullable;

/**
 * Where the output goes. A file is written beside the one that is named and takes its place only
 * when it is complete, so that neither a full disk nor Ctrl-C leaves half of it behind, and the
 * input may have the same name.
 */
final class Output implements Closeable {
  private final String name;
  private final OutputStream stream;
  private final @Nullable Path beside;
  private final @Nullable Path target;
  private final Thread onCtrlC = new Thread(this::delete);

  private Output(String name, OutputStream stream, @Nullable Path beside, @Nullable Path target) {
    this.name = name;
    this.stream = stream;
    this.beside = beside;
    this.target = target;
    Runtime.getRuntime().addShutdownHook(onCtrlC);
  }

  /** Standard output, past {@code System.out}, which looks at every byte for line ends. */
  static Output standard() {
    return new Output("standard output", new FileOutputStream(FileDescriptor.out), null, null);
  }

  static Output to(Path file) throws IOException {
    String name = file.toString();
    try {
      if (!Files.exists(file)) {
        return beside(name, Files.isSymbolicLink(file) ? targetOf(file) : file);
      }
      // A pipe or a device has no real path, or none beside which a file can be written.
      return Files.isRegularFile(file)
          ? beside(name, file.toRealPath())
          : new Output(name, Files.newOutputStream(file), null, null);
    } catch (IOException e) {
      throw FileProblem.of(name, e);
    }
  }

  private static Path targetOf(Path link) throws IOException {
    return link.resolveSibling(Files.readSymbolicLink(link));
  }

  private static Output beside(String name, Path target) throws IOException {
    // Neither the name nor the process id: names may be too long already, and processes in
    // containers get the same ids again and again.
    String random = Long.toHexString(ThreadLocalRandom.current().nextLong());
    Path beside = target.resolveSibling(".transcode-" + random + ".part");
    OutputStream stream = Files.newOutputStream(beside, StandardOpenOption.CREATE_NEW);
    return new Output(name, stream, beside, target);
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
      // While the process is being ended, the input may have ended only for that reason.
      if (beside != null && target != null && forgetCtrlC()) {
        keepPermissions(target, beside);
        Files.move(
            beside, target, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
      }
    } catch (IOException e) {
      throw FileProblem.of(name, e);
    }
  }

  private static void keepPermissions(Path from, Path to) throws IOException {
    PosixFileAttributeView view = Files.getFileAttributeView(to, PosixFileAttributeView.class);
    if (view != null && Files.exists(from)) {
      view.setPermissions(Files.getPosixFilePermissions(from));
    }
  }

  /** Without {@link #complete} before, nothing of a file remains. */
  @Override
  public void close() throws IOException {
    try {
      stream.close();
    } finally {
      delete();
      forgetCtrlC();
    }
  }

  /** Returns whether the process goes on. */
  private boolean forgetCtrlC() {
    try {
      Runtime.getRuntime().removeShutdownHook(onCtrlC);
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
