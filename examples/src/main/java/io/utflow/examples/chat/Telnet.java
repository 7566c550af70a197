/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.examples.chat;

import io.netty.buffer.ByteBuf;
import io.utflow.codec.DecoderSpec;
import io.utflow.codec.TextEncoding;
import java.nio.ByteBuffer;

/**
 * Removes the commands of telnet (RFC 854) from the bytes of a connection, wherever these are cut:
 * IAC and a command, IAC and an offer with its option, a subnegotiation from IAC SB to IAC SE.
 * {@code FF FF} is one byte FF. Nothing is answered: by RFC 854 a client without an answer goes on
 * as before.
 *
 * <p>Not every client is a telnet. {@code FF} before a byte that begins no command shows this, and
 * all bytes are text from there on. Mutable, one for each connection.
 */
final class Telnet {
  private static final int IAC = 0xFF;
  private static final int SB = 0xFA;

  /** The first command. RFC 1184 and RFC 885 add some: EOF, SUSP, ABORT, EOR. */
  private static final int FIRST_COMMAND = 0xEC;

  private static final int SE = 0xF0;

  private enum State {
    TEXT,
    COMMAND,
    OPTION,
    SUBNEGOTIATION,
    COMMAND_WITHIN
  }

  private State state = State.TEXT;
  private boolean seen;
  private boolean absent;
  private boolean charsetNamed;

  /**
   * Whether commands go on to be removed from text in a charset that the client has named. A telnet
   * doubles FF in every charset. A client that has sent no command may or may not be a telnet: then
   * {@code FF FF} is one byte in charsets that contain ASCII, and no command is looked for, because
   * FF and the bytes from F0 on are letters in many charsets.
   */
  boolean goesOnIn(TextEncoding encoding) {
    charsetNamed = true;
    ByteBuffer lineFeed = ByteBuffer.wrap(new byte[] {'\n'});
    String read = DecoderSpec.of(encoding).newDecoder().decode(lineFeed, true);
    return seen || !absent && read.equals("\n");
  }

  /**
   * Takes one byte.
   *
   * @param text receives the text: no byte, this byte, or a waiting byte and this one
   */
  void take(byte next, ByteBuf text) {
    int value = next & 0xFF;
    switch (state) {
      case TEXT -> takeText(value, text);
      case COMMAND -> takeCommand(value, text);
      case OPTION -> state = State.TEXT;
      case SUBNEGOTIATION -> state = value == IAC ? State.COMMAND_WITHIN : State.SUBNEGOTIATION;
      case COMMAND_WITHIN -> state = value == SE ? State.TEXT : State.SUBNEGOTIATION;
    }
  }

  private void takeText(int value, ByteBuf text) {
    if (value == IAC && !absent) {
      state = State.COMMAND;
    } else {
      text.writeByte(value);
    }
  }

  private void takeCommand(int value, ByteBuf text) {
    state = State.TEXT;
    if (value == IAC) {
      text.writeByte(IAC);
    } else if (value < FIRST_COMMAND || charsetNamed && !seen) {
      absent = !seen;
      text.writeByte(IAC).writeByte(value);
    } else {
      seen = true;
      state = value == SB ? State.SUBNEGOTIATION : value > SB ? State.OPTION : State.TEXT;
    }
  }

  /** Writes the waiting bytes of a command that the end of the connection has cut off. */
  void end(ByteBuf text) {
    if (state == State.COMMAND) {
      text.writeByte(IAC);
    }
    state = State.TEXT;
  }
}
