/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.cli.lens;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.TreeMap;

/** The files of the page, by path: these and no others. */
final class PageFiles {
  private static final String[] NAMES = {
    "index.html",
    "lens.css",
    "grid.css",
    "samples.json",
    "icon.svg",
    "bytegrid.js",
    "characters.js",
    "compare.js",
    "controls.js",
    "cuts.js",
    "cutlayer.js",
    "decoders.js",
    "documents.js",
    "dom.js",
    "engine.js",
    "export.js",
    "fragment.js",
    "history.js",
    "main.js",
    "pieces.js",
    "player.js",
    "roles.js",
    "samples.js",
    "shown.js",
    "state.js",
    "twice.js"
  };

  private final Map<String, PageFile> files = new TreeMap<>();

  /** A file and its media type. */
  record PageFile(String type, byte[] bytes) {}

  PageFiles() {
    for (String name : NAMES) {
      files.put("/" + name, new PageFile(type(name), read(name)));
    }
    files.put("/", Objects.requireNonNull(files.get("/index.html")));
  }

  Optional<PageFile> find(String path) {
    return Optional.ofNullable(files.get(path));
  }

  private static String type(String name) {
    return switch (name.substring(name.lastIndexOf('.') + 1)) {
      case "html" -> "text/html;charset=UTF-8";
      case "css" -> "text/css;charset=UTF-8";
      case "js" -> "text/javascript;charset=UTF-8";
      case "json" -> "application/json";
      default -> "image/svg+xml";
    };
  }

  private static byte[] read(String name) {
    try (InputStream in = Objects.requireNonNull(PageFiles.class.getResourceAsStream(name), name)) {
      return in.readAllBytes();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
