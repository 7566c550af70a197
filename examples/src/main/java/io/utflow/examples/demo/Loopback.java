/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.examples.demo;

import io.netty.channel.EventLoopGroup;
import io.netty.channel.MultiThreadIoEventLoopGroup;
import io.netty.channel.nio.NioIoHandler;
import io.utflow.cli.UnicodeEncodings;
import io.utflow.codec.TextEncoding;
import java.net.SocketAddress;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;

/**
 * The two servers, with a port for each encoding and each setup, and the client that sends to them.
 * All on the loopback interface, on ports that the system chooses.
 */
final class Loopback implements AutoCloseable {
  private final EventLoopGroup servers =
      new MultiThreadIoEventLoopGroup(2, NioIoHandler.newFactory());
  private final EventLoopGroup clients =
      new MultiThreadIoEventLoopGroup(1, NioIoHandler.newFactory());

  final NettyServer netty = new NettyServer(servers);
  final ReactorServer reactor = new ReactorServer(servers);
  final PieceSender sender = new PieceSender(clients);

  private final Map<DecodingSetup, Map<TextEncoding, SocketAddress>> ports =
      new EnumMap<>(DecodingSetup.class);

  Loopback() {
    for (DecodingSetup setup : DecodingSetup.values()) {
      Map<TextEncoding, SocketAddress> ofSetup = new HashMap<>();
      UnicodeEncodings.ALL.forEach(
          encoding -> ofSetup.put(encoding, setup.listen(netty, reactor, encoding)));
      ports.put(setup, ofSetup);
    }
  }

  /** Sends the same pieces to each setup, and yields the texts that come back. */
  Mono<Map<DecodingSetup, String>> decode(Trial trial) {
    return Flux.fromArray(DecodingSetup.values())
        .flatMap(setup -> send(trial, setup).map(text -> Map.entry(setup, text)))
        .collectMap(Map.Entry::getKey, Map.Entry::getValue);
  }

  private Mono<String> send(Trial trial, DecodingSetup setup) {
    SocketAddress port = ports.get(setup).get(trial.encoding());
    return sender.send(port, trial.wire().bytes(), trial.ends());
  }

  @Override
  public void close() {
    for (EventLoopGroup group : new EventLoopGroup[] {clients, servers}) {
      group.shutdownGracefully(0, 1, TimeUnit.SECONDS).syncUninterruptibly();
    }
  }
}
