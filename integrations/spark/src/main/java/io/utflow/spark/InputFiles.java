/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.spark;

import java.io.FileNotFoundException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.GlobFilter;
import org.apache.hadoop.fs.LocatedFileStatus;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.fs.PathFilter;
import org.apache.hadoop.fs.RemoteIterator;

/** Finds the files that paths, directories and globs name. */
record InputFiles(Configuration configuration, FileOptions options) {

  /** Fails if a path names nothing. */
  void requirePaths() {
    try {
      filter();
      for (String path : options.paths()) {
        found(new Path(path));
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Each file once, by their paths, those of one directory in order. */
  List<LocatedFileStatus> list() {
    Map<Path, LocatedFileStatus> files = new LinkedHashMap<>();
    try {
      PathFilter filter = filter();
      for (String name : options.paths()) {
        Path path = new Path(name);
        for (FileStatus found : found(path)) {
          // What is named is read, also if it would be hidden.
          if (found.getPath().getName().equals(path.getName()) || !isHidden(found)) {
            add(found, filter, files);
          }
        }
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return List.copyOf(files.values());
  }

  private PathFilter filter() throws IOException {
    String names = options.nameFilter();
    return names == null ? path -> true : new GlobFilter(names);
  }

  private FileStatus[] found(Path path) throws IOException {
    FileStatus[] found = path.getFileSystem(configuration).globStatus(path);
    if (found == null || found.length == 0) {
      throw new FileNotFoundException(path + ": there is no such file or directory");
    }
    return found;
  }

  private void add(FileStatus found, PathFilter filter, Map<Path, LocatedFileStatus> files)
      throws IOException {
    FileSystem system = found.getPath().getFileSystem(configuration);
    List<LocatedFileStatus> entries = new ArrayList<>();
    RemoteIterator<LocatedFileStatus> listed = system.listLocatedStatus(found.getPath());
    while (listed.hasNext()) {
      entries.add(listed.next());
    }
    entries.sort(Comparator.comparing(LocatedFileStatus::getPath));
    for (LocatedFileStatus entry : entries) {
      if (found.isDirectory() && isHidden(entry)) {
        continue;
      }
      if (entry.isFile() && filter.accept(entry.getPath())) {
        files.putIfAbsent(entry.getPath(), entry);
      } else if (entry.isDirectory() && options.recursive()) {
        add(entry, filter, files);
      }
    }
  }

  /** As Spark's own sources: what committers and copies leave beside the data. */
  private static boolean isHidden(FileStatus file) {
    String name = file.getPath().getName();
    return name.startsWith(".")
        || name.startsWith("_") && !name.contains("=")
        || name.endsWith("._COPYING_");
  }
}
