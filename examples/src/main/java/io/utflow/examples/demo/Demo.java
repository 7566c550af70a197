/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.examples.demo;

import io.utflow.codec.TextEncoding;
import java.io.PrintWriter;
import java.nio.ByteOrder;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;
import picocli.CommandLine.Help.Ansi;
import reactor.core.publisher.Flux;

/** Sends every document in every encoding in hostile pieces, and reports what arrived as what. */
public final class Demo {
  private static final int STREAMS_AT_ONCE = 84;
  private static final Duration PATIENCE = Duration.ofMinutes(2);

  private final PrintWriter out;
  private final Ansi ansi;

  /**
   * @param out where the report goes
   * @param ansi whether the report has colours
   */
  public Demo(PrintWriter out, Ansi ansi) {
    this.out = out;
    this.ansi = ansi;
  }

  /**
   * Runs to the end.
   *
   * @param seed of the random pieces
   * @param details whether the report has a row for each encoding and each way to cut as well
   * @return whether all text that Utflow decoded was equal to the text that was sent, and every
   *     ill-formed sequence was reported as expected
   */
  public boolean run(long seed, boolean details) {
    Report report = new Report(out, ansi);
    List<Document> documents = Document.all();
    List<Trial> trials = Trial.all(documents, Cutting.all(seed));
    report.introduce(documents.size(), trials.size(), seed);
    long start = System.nanoTime();
    try (Loopback loopback = new Loopback()) {
      List<Outcome> outcomes = run(trials, loopback, report);
      report.tables(outcomes, details);
      report.glimpses(glimpses(documents, loopback));
      boolean malformedAsExpected = sendMalformed(loopback, report);
      boolean faithful =
          malformedAsExpected
              && outcomes.stream().allMatch(outcome -> outcome.tally().isFaithful());
      report.conclude(outcomes, faithful, Duration.ofNanos(System.nanoTime() - start));
      return faithful;
    }
  }

  private static List<Outcome> run(List<Trial> trials, Loopback loopback, Report report) {
    AtomicInteger arrived = new AtomicInteger();
    return Flux.fromIterable(trials)
        .flatMapSequential(
            trial ->
                loopback
                    .decode(trial)
                    .map(texts -> new Outcome(trial, trial.judge(texts)))
                    .doOnNext(outcome -> report.progress(arrived.incrementAndGet(), trials.size())),
            STREAMS_AT_ONCE)
        .collectList()
        .blockOptional(PATIENCE)
        .orElseThrow();
  }

  private static boolean sendMalformed(Loopback loopback, Report report) {
    List<MalformedStream.Findings> findings =
        MalformedStream.EXAMPLES.stream().map(stream -> stream.send(loopback)).toList();
    findings.forEach(report::malformed);
    return findings.stream().allMatch(MalformedStream.Findings::areAsExpected);
  }

  private static List<Report.Glimpse> glimpses(List<Document> documents, Loopback loopback) {
    Cutting sevens = Cutting.every(7);
    return Stream.of(documents.get(1), documents.get(4), documents.get(5))
        .map(document -> Trial.of(document, TextEncoding.UTF_8, ByteOrder.BIG_ENDIAN, sevens))
        .map(trial -> new Report.Glimpse(trial, loopback.decode(trial).block(PATIENCE)))
        .toList();
  }
}
