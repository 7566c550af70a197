/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.examples.hl7;

/**
 * Why a message is not accepted.
 *
 * @param code AE for an error in its content, or AR for the message as a whole (table 0008)
 * @param location ERR-2, such as {@code MSH^1^18}, with {@code ^}; may be empty
 * @param condition ERR-3, of table 0357
 * @param name the name of the condition
 * @param message for the people who read it, ASCII
 */
record Refusal(String code, String location, int condition, String name, String message) {
  static Refusal reject(String location, int condition, String name, String message) {
    return new Refusal("AR", location, condition, name, message);
  }

  /** For MSH-18, in which no charset can be found. */
  static Refusal charset(String message) {
    return reject("MSH^1^18", 103, "Table value not found", message);
  }

  static Refusal error(String location, int condition, String name, String message) {
    return new Refusal("AE", location, condition, name, message);
  }
}
