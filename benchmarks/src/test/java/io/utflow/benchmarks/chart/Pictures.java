/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.benchmarks.chart;

import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.IntStream;
import javax.xml.parsers.DocumentBuilderFactory;
import org.w3c.dom.Element;
import org.w3c.dom.NodeList;

/** The pictures that are committed. */
final class Pictures {
  private static final Path IMAGES = Path.of("..", "docs", "images");

  private Pictures() {}

  /** The contents of the elements of one name, in their order. */
  static List<String> texts(Palette palette, String picture, String element) throws Exception {
    return texts(picture + "-" + palette.label(), element);
  }

  static List<String> texts(String picture, String element) throws Exception {
    return elements(picture, element).stream().map(Element::getTextContent).toList();
  }

  /** The elements of one name, in their order. */
  static List<Element> elements(String picture, String element) throws Exception {
    try (InputStream in = Files.newInputStream(IMAGES.resolve(picture + ".svg"))) {
      NodeList nodes =
          DocumentBuilderFactory.newInstance()
              .newDocumentBuilder()
              .parse(in)
              .getElementsByTagName(element);
      return IntStream.range(0, nodes.getLength()).mapToObj(i -> (Element) nodes.item(i)).toList();
    }
  }
}
