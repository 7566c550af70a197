/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.spring.boot;

import io.utflow.codec.BomPolicy;
import io.utflow.codec.stage.LineBreaks;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * The settings for reading and writing text. A property with an unknown name is refused, since text
 * would be read in another way than was meant.
 *
 * @param enabled Whether WebFlux and WebClient use the codecs of Utflow.
 * @param charset Charset of bodies whose content type names none, those read and those written.
 *     JSON and server-sent events are UTF-8 then.
 * @param onMalformed What becomes of ill-formed text: it is replaced, reported as an error (a
 *     request is answered with 400), or left out.
 * @param replacement Text in the place of an ill-formed sequence. U+FFFD if not set. Only with
 *     on-malformed=replace.
 * @param maxMalformed Ill-formed sequences that a body may have before reading it fails. Without a
 *     limit if not set. Not with on-malformed=report.
 * @param bom What becomes of a byte order mark.
 * @param lineBreaks Line breaks at which a Flux of String is split. If not set, text flows in
 *     pieces, as it arrives.
 * @param maxLineLength UTF-16 code units that a line may have; the limit of
 *     spring.http.codecs.max-in-memory-size holds as well. Only with line-breaks.
 * @param guard Characters that received text must not have, by the name of a guard, such as
 *     terminals or unicode-assignables: they are shown as escapes, or replaced. Needs utflow-guard.
 */
@ConfigurationProperties(prefix = "utflow.codec", ignoreUnknownFields = false)
record UtflowCodecProperties(
    @DefaultValue("true") boolean enabled,
    @DefaultValue("UTF-8") String charset,
    @DefaultValue("replace") MalformedText onMalformed,
    @Nullable String replacement,
    @Nullable Long maxMalformed,
    @DefaultValue("per-encoding") BomPolicy bom,
    @Nullable LineBreaks lineBreaks,
    @Nullable Integer maxLineLength,
    @Nullable String guard) {}
