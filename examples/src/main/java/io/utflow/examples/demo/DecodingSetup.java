/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.examples.demo;

import io.netty.handler.codec.string.StringDecoder;
import io.utflow.codec.DecoderSpec;
import io.utflow.codec.TextEncoding;
import io.utflow.netty.TextStreamDecoder;
import io.utflow.reactor.ByteBufText;
import java.net.SocketAddress;
import java.nio.charset.Charset;

/** The decoders that are compared, each in a server and set up as its users do it. */
enum DecodingSetup {
  UTFLOW_ON_NETTY {
    @Override
    SocketAddress listen(NettyServer netty, ReactorServer reactor, TextEncoding encoding) {
      DecoderSpec spec = DecoderSpec.of(encoding);
      return netty.listen(pipeline -> pipeline.addLast(new TextStreamDecoder(spec)));
    }
  },
  UTFLOW_ON_REACTOR {
    @Override
    SocketAddress listen(NettyServer netty, ReactorServer reactor, TextEncoding encoding) {
      DecoderSpec spec = DecoderSpec.of(encoding);
      return reactor.listen(received -> received.retain().transform(ByteBufText.decode(spec)));
    }
  },
  NETTY_STRING_DECODER {
    @Override
    SocketAddress listen(NettyServer netty, ReactorServer reactor, TextEncoding encoding) {
      Charset charset = Charset.forName(encoding.name());
      return netty.listen(pipeline -> pipeline.addLast(new StringDecoder(charset)));
    }
  },
  REACTOR_AS_STRING {
    @Override
    SocketAddress listen(NettyServer netty, ReactorServer reactor, TextEncoding encoding) {
      Charset charset = Charset.forName(encoding.name());
      return reactor.listen(received -> received.asString(charset));
    }
  };

  /** Opens a port on which streams of {@code encoding} are decoded by this setup. */
  abstract SocketAddress listen(NettyServer netty, ReactorServer reactor, TextEncoding encoding);
}
