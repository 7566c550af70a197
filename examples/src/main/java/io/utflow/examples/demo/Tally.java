/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.examples.demo;

/**
 * The results of some streams, added up.
 *
 * @param streams the number of streams
 * @param bytes their bytes, byte order marks included
 * @param pieces the number of pieces in which they were read
 * @param characters their characters (code points)
 * @param charactersCut the characters with a cut between two of their bytes
 * @param equalOnNetty the streams that Utflow decoded to the original text in the Netty server
 * @param equalOnReactor the same in the reactor-netty server
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
