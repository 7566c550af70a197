/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.benchmarks;

/**
 * One cell of a table: how fast a text was read by ours and by its peer.
 *
 * @param text the name of the text
 * @param setting what both read: the size of the pieces, or the shape of the bodies
 * @param ours the name of our subject
 * @param peer the name of the peer
 * @param ourSpeed of ours, in the unit of the file
 * @param peerSpeed of the peer, in the same unit
 */
public record Result(
    String text, String setting, String ours, String peer, double ourSpeed, double peerSpeed) {
  /** Our speed divided by that of the peer. */
  public double times() {
    return ourSpeed / peerSpeed;
  }
}
