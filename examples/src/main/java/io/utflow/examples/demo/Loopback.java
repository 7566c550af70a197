package io.utflow.examples.demo;

import io.netty.channel.EventLoopGroup;
import io.netty.channel.MultiThreadIoEventLoopGroup;
import io.netty.channel.nio.NioIoHandler;
import io.utflow.codec.TextEncoding;
import java.net.SocketAddress;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;

/**
 * The two servers, with a port for each encoding and each way to decode, and the client that sends
 * to them. All on the loopback interface, on ports that the system chooses.
 */
final class Loopback implements AutoCloseable {
  private final EventLoopGroup servers =
      new MultiThreadIoEventLoopGroup(2, NioIoHandler.newFactory());
  private final EventLoopGroup clients =
      new MultiThreadIoEventLoopGroup(1, NioIoHandler.newFactory());

  final NettyServer netty = new NettyServer(servers);
  final ReactorServer reactor = new ReactorServer(servers);
  final PieceSender sender = new PieceSender(clients);

  private final Map<Way, Map<TextEncoding, SocketAddress>> ports = new EnumMap<>(Way.class);

  Loopback() {
    for (Way way : Way.values()) {
      Map<TextEncoding, SocketAddress> ofWay = new HashMap<>();
      Trial.ENCODINGS.forEach(
          encoding -> ofWay.put(encoding, way.listen(netty, reactor, encoding)));
      ports.put(way, ofWay);
    }
  }

  /** Sends the same pieces to be decoded in each way, and yields the texts that come back. */
  Mono<Map<Way, String>> decode(Trial trial) {
    return Flux.fromArray(Way.values())
        .flatMap(way -> send(trial, way).map(text -> Map.entry(way, text)))
        .collectMap(Map.Entry::getKey, Map.Entry::getValue);
  }

  private Mono<String> send(Trial trial, Way way) {
    SocketAddress port = ports.get(way).get(trial.encoding());
    return sender.send(port, trial.wire().bytes(), trial.ends());
  }

  @Override
  public void close() {
    for (EventLoopGroup group : new EventLoopGroup[] {clients, servers}) {
      group.shutdownGracefully(0, 1, TimeUnit.SECONDS).syncUninterruptibly();
    }
  }
}
