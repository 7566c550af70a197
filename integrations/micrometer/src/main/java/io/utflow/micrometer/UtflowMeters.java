/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.micrometer;

import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Tags;
import io.utflow.codec.CodingListener;
import io.utflow.codec.DecoderSpec;
import io.utflow.codec.EncoderSpec;
import io.utflow.codec.IllFormedCause;
import io.utflow.codec.IllFormedSequence;
import java.util.Optional;
import java.util.function.Consumer;

/**
 * Counts the streams of a spec in a registry. The spec that is returned reads or writes as the one
 * that was given; its listener and its observer, if it has them, are told as before.
 *
 * <pre>{@code
 * UtflowMeters meters = UtflowMeters.of(registry);
 * DecoderSpec spec = meters.decoding(DecoderSpec.of(TextEncoding.UTF_8));
 * pipeline.addLast(new TextStreamDecoder(spec));
 * }</pre>
 *
 * <table>
 * <caption>Counters, and their tags besides those of {@link #of}</caption>
 * <tr><th>name</th><th>base unit</th><th>tags</th></tr>
 * <tr><td>{@code utflow.bytes}</td><td>bytes</td>
 *     <td>{@code direction}, {@code encoding}</td></tr>
 * <tr><td>{@code utflow.chars}</td><td>UTF-16 code units, {@code chars}</td>
 *     <td>{@code direction}, {@code encoding}</td></tr>
 * <tr><td>{@code utflow.ill.formed}</td><td>{@code sequences}</td>
 *     <td>{@code direction}, {@code encoding}, {@code cause}</td></tr>
 * </table>
 *
 * <p>{@code direction} is {@code decode} where bytes are read and {@code encode} where they are
 * written; {@code encoding} is {@link io.utflow.codec.TextEncoding#name()}: where bytes are read,
 * that which a byte order mark decided; {@code cause} is an {@link IllFormedCause}. The counters of
 * an encoding are registered when a spec names it or a stream meets it, those of every cause at
 * once, so that they begin at 0. No other text of a stream becomes a tag.
 *
 * <p>A stream adds once for each input, as {@link CodingListener} says, to counters that are at
 * hand, and once for each ill-formed sequence. A spec that was not counted pays nothing.
 *
 * <p>Thread-safe. Several objects on one registry count in the same counters. Count a spec once:
 * twice counted, its streams count twice.
 */
public final class UtflowMeters {
  private final CounterTable decoded;
  private final CounterTable encoded;

  private UtflowMeters(MeterRegistry registry, Tags tags) {
    this.decoded = new CounterTable(registry, tags.and("direction", "decode"));
    this.encoded = new CounterTable(registry, tags.and("direction", "encode"));
  }

  /**
   * Meters that count in a registry.
   *
   * @param registry where the counters are registered
   * @param tags of all these counters, such as the name of a server: key and value in turns. All
   *     that count in one registry give the same keys
   * @return new meters
   * @throws IllegalArgumentException if the last key has no value
   */
  public static UtflowMeters of(MeterRegistry registry, String... tags) {
    return new UtflowMeters(registry, Tags.of(tags));
  }

  /**
   * Counts what decoders, validators and their stages, handlers and operators read, and the chars
   * that become of it. For a transcoder use {@link #transcoding}.
   *
   * @param spec how bytes are read
   * @return the same, counted
   */
  public DecoderSpec decoding(DecoderSpec spec) {
    CountersOfStream counters = new CountersOfStream(decoded, spec.encoding());
    CodingListener count =
        (encoding, read, written, illFormed) -> counters.of(encoding).add(read, written);
    return counted(spec, counters, count);
  }

  /**
   * Counts what encoders and their stages, handlers and operators write, and the chars it was made
   * of. Characters that have no place in the encoding are ill-formed sequences of the cause {@link
   * IllFormedCause#UNMAPPABLE}.
   *
   * <p>If the listener and the observer of the spec are given to a spec of another encoding, as
   * Spring's codecs do for a charset that a request names, bytes and chars count under that
   * encoding. Ill-formed sequences count by the encoding of this spec: an encoder's are of UTF-16,
   * and do not say what was to be written.
   *
   * @param spec how text is written
   * @return the same, counted
   */
  public EncoderSpec encoding(EncoderSpec spec) {
    CountersOfStream counters = new CountersOfStream(encoded, spec.encoding());
    CodingListener count =
        (encoding, read, written, illFormed) -> counters.of(encoding).add(written, read);
    EncodingCounters named = encoded.of(spec.encoding());
    Consumer<IllFormedSequence> see = sequence -> named.add(sequence.cause());
    return spec.listener(both(count, spec.listener())).observer(both(see, spec.observer()));
  }

  /**
   * Counts the bytes that a transcoder reads and those that it writes; it makes no chars. Give the
   * transcoder {@code encoding(to)} as well, to count the characters that have no place there.
   *
   * @param from how bytes are read
   * @param to how they are written
   * @return {@code from}, counted
   */
  public DecoderSpec transcoding(DecoderSpec from, EncoderSpec to) {
    CountersOfStream counters = new CountersOfStream(decoded, from.encoding());
    EncodingCounters target = encoded.of(to.encoding());
    CodingListener count =
        (encoding, read, written, illFormed) -> {
          counters.of(encoding).add(read, 0);
          target.add(written, 0);
        };
    return counted(from, counters, count);
  }

  private static DecoderSpec counted(
      DecoderSpec spec, CountersOfStream counters, CodingListener count) {
    Consumer<IllFormedSequence> see =
        sequence -> counters.of(sequence.encoding()).add(sequence.cause());
    return spec.listener(both(count, spec.listener())).observer(both(see, spec.observer()));
  }

  private static CodingListener both(CodingListener first, Optional<CodingListener> second) {
    return second.map(then -> inTurn(first, then)).orElse(first);
  }

  private static CodingListener inTurn(CodingListener first, CodingListener second) {
    return (encoding, read, written, illFormed) -> {
      first.coded(encoding, read, written, illFormed);
      second.coded(encoding, read, written, illFormed);
    };
  }

  private static Consumer<? super IllFormedSequence> both(
      Consumer<IllFormedSequence> first, Optional<Consumer<? super IllFormedSequence>> second) {
    return second.map(first::andThen).orElse(first);
  }
}
