/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.examples.demo;

/**
 * What became of some streams; sums of what became of each.
 *
 * @param streams how many there were
 * @param bytes how many bytes they had, byte order marks included
 * @param pieces in how many pieces they were read
 * @param characters how many characters (code points) they had
 * @param charactersCut how many of those had a cut between two of their bytes
 * @param equalOnNetty how many streams Utflow decoded to the original text in the Netty server
 * @param equalOnReactor how many in the reactor-netty server
 * @param lostByStringDecoder characters lost by Netty's {@code StringDecoder}, {@link Corruption}
 * @param lostByAsString characters lost by reactor-netty's {@code asString()}
 */
record Tally(
    int streams,
    int bytes,
    int pieces,
    int characters,
    int charactersCut,
    int equalOnNetty,
    int equalOnReactor,
    int lostByStringDecoder,
    int lostByAsString) {

  static final Tally NONE = new Tally(0, 0, 0, 0, 0, 0, 0, 0, 0);

  Tally plus(Tally other) {
    return new Tally(
        streams + other.streams,
        bytes + other.bytes,
        pieces + other.pieces,
        characters + other.characters,
        charactersCut + other.charactersCut,
        equalOnNetty + other.equalOnNetty,
        equalOnReactor + other.equalOnReactor,
        lostByStringDecoder + other.lostByStringDecoder,
        lostByAsString + other.lostByAsString);
  }

  /** Whether Utflow reproduced every stream on both servers. */
  boolean isFaithful() {
    return equalOnNetty == streams && equalOnReactor == streams;
  }
}
