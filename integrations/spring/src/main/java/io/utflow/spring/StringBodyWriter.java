/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.spring;

import java.nio.charset.StandardCharsets;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.reactivestreams.Publisher;
import org.springframework.core.ResolvableType;
import org.springframework.http.MediaType;
import org.springframework.http.ReactiveHttpOutputMessage;
import org.springframework.http.codec.EncoderHttpMessageWriter;
import reactor.core.publisher.Mono;

/**
 * Writes bodies with a {@link StringBodyEncoder}. Spring adds the charset of other text to a
 * Content-Type without a charset; here JSON gets UTF-8.
 */
final class StringBodyWriter extends EncoderHttpMessageWriter<CharSequence> {
  StringBodyWriter(StringBodyEncoder encoder) {
    super(encoder);
  }

  @Override
  public Mono<Void> write(
      Publisher<? extends CharSequence> text,
      ResolvableType elementType,
      @Nullable MediaType mediaType,
      ReactiveHttpOutputMessage message,
      Map<String, Object> hints) {
    MediaType named = mediaType;
    if (mediaType != null && mediaType.getCharset() == null && MimeTypes.isJson(mediaType)) {
      named = new MediaType(mediaType, StandardCharsets.UTF_8);
    }
    return super.write(text, elementType, named, message, hints);
  }
}
