/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.benchmarks;

import io.utflow.benchmarks.text.Language;
import io.utflow.benchmarks.text.Pieces;
import io.utflow.codec.DecoderSpec;
import io.utflow.codec.TextEncoding;
import io.utflow.codec.Utflow;
import java.io.BufferedInputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadInfo;
import java.lang.management.ThreadMXBean;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicLongArray;
import java.util.stream.IntStream;

/**
 * Prints, in Markdown, how a server that starts under load serves. For each subject it starts JVMs,
 * with its own options. In each of them as many threads as there are processors turn requests of 8
 * KiB, one after the other without rest, into {@code String}s; the requests are of each {@link
 * Language} in turn. The figures: how many milliseconds after the start the first thread has served
 * its first requests, the MB/s of all threads in each of the first seconds, and the milliseconds of
 * processor time of the thread that warms up the kernels; then the MB/s of each tenth of the first
 * three seconds. Of several runs, the middle one.
 *
 * <p>Arguments: the seconds (20), the runs of each subject (3), the subjects ({@code STRING DECODER
 * UTFLOW CONFIGURED}; the last one makes the spec before the first request).
 */
public final class StartTable {
  private static final int PIECE = 8192;
  private static final int PIECES = 20;
  private static final int[] REQUESTS = {1, 10, 100, 1_000, 10_000};
  private static final String SERVE = "serve";
  private static final int WINDOWS_OF_SECOND = 10;
  private static final int SECONDS_OF_WINDOWS = 3;

  /** A way to turn a request into a {@code String}. */
  private enum Server {
    STRING {
      @Override
      String read(byte[] request) {
        return new String(request, StandardCharsets.UTF_8);
      }
    },
    DECODER {
      @Override
      String read(byte[] request) {
        try {
          return StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(request)).toString();
        } catch (CharacterCodingException e) {
          throw new UncheckedIOException(e);
        }
      }
    },
    UTFLOW {
      @Override
      String read(byte[] request) {
        return Spec.UTF_8.newDecoder().decode(ByteBuffer.wrap(request), true);
      }
    },
    /** As {@link #UTFLOW}, where the spec was made before the server began to listen. */
    CONFIGURED {
      @Override
      void configure() {
        Objects.requireNonNull(Spec.UTF_8);
      }

      @Override
      String read(byte[] request) {
        return UTFLOW.read(request);
      }
    };

    /** What is done before the first request. */
    void configure() {}

    abstract String read(byte[] request);

    /** A class of its own, so that the first request is what loads the library. */
    private static final class Spec {
      static final DecoderSpec UTF_8 = DecoderSpec.of(TextEncoding.UTF_8);
    }
  }

  private final List<byte[]> requests;
  private final Server server;
  private final AtomicLongArray bytesOfWindow;
  private final double[] millisOfRequests = new double[REQUESTS.length];
  private volatile long chars;

  private StartTable(List<byte[]> requests, Server server, int seconds) {
    this.requests = requests;
    this.server = server;
    this.bytesOfWindow = new AtomicLongArray(seconds * WINDOWS_OF_SECOND);
  }

  /** Measures and prints. */
  public static void main(String[] arguments)
      throws IOException, InterruptedException, ClassNotFoundException {
    if (arguments.length > 0 && arguments[0].equals(SERVE)) {
      Server server = Server.valueOf(arguments[1]);
      int seconds = Integer.parseInt(arguments[3]);
      // Opens all jars of the class path, as any application has, and initialises nothing.
      Class.forName(DecoderSpec.class.getName(), false, StartTable.class.getClassLoader());
      server.configure();
      System.out.print(new StartTable(read(Path.of(arguments[2])), server, seconds).figures());
      System.exit(0);
    }
    int seconds = arguments.length > 0 ? Integer.parseInt(arguments[0]) : 20;
    int runs = arguments.length > 1 ? Integer.parseInt(arguments[1]) : 3;
    List<Server> servers =
        arguments.length > 2
            ? Arrays.stream(arguments, 2, arguments.length).map(Server::valueOf).toList()
            : List.of(Server.values());
    Path texts = Files.createTempFile("requests", null);
    try {
      write(texts);
      System.out.println(heading(seconds));
      StringBuilder windows = new StringBuilder();
      int inTable = REQUESTS.length + seconds + 1;
      for (Server server : servers) {
        List<double[]> figures = new ArrayList<>();
        for (int run = 0; run < runs; run++) {
          figures.add(ofNewJvm(server, texts, seconds));
        }
        System.out.println(line(server, figures, 0, inTable));
        windows.append(line(server, figures, inTable, figures.get(0).length)).append('\n');
      }
      System.out.println(windowsHeading(seconds) + windows);
    } finally {
      Files.delete(texts);
    }
  }

  /** The requests are made here, for the JVM that serves them must not have coded text before. */
  private static void write(Path file) throws IOException {
    List<List<byte[]>> texts =
        Arrays.stream(Language.values())
            .map(language -> language.text((PIECES + 1) * PIECE))
            .map(text -> Pieces.of(text, StandardCharsets.UTF_8, PIECE).arrays())
            .toList();
    try (DataOutputStream out = new DataOutputStream(Files.newOutputStream(file))) {
      for (int i = 0; i < PIECES; i++) {
        for (List<byte[]> text : texts) {
          out.writeInt(text.get(i).length);
          out.write(text.get(i));
        }
      }
    }
  }

  private static List<byte[]> read(Path file) throws IOException {
    List<byte[]> requests = new ArrayList<>();
    try (DataInputStream in =
        new DataInputStream(new BufferedInputStream(Files.newInputStream(file)))) {
      while (in.available() > 0) {
        requests.add(in.readNBytes(in.readInt()));
      }
    }
    return requests;
  }

  private static double[] ofNewJvm(Server server, Path texts, int seconds)
      throws IOException, InterruptedException {
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.addAll(ManagementFactory.getRuntimeMXBean().getInputArguments());
    command.addAll(List.of("-cp", System.getProperty("java.class.path")));
    command.addAll(List.of(StartTable.class.getName(), SERVE, server.name(), texts.toString()));
    command.add(Integer.toString(seconds));
    Process jvm =
        new ProcessBuilder(command).redirectError(ProcessBuilder.Redirect.INHERIT).start();
    String figures =
        new String(jvm.getInputStream().readAllBytes(), StandardCharsets.UTF_8).strip();
    if (jvm.waitFor() != 0) {
      throw new IllegalStateException(command + " failed");
    }
    return Arrays.stream(figures.split(" ")).mapToDouble(Double::parseDouble).toArray();
  }

  private String figures() throws InterruptedException {
    ThreadMXBean threads = ManagementFactory.getThreadMXBean();
    long start = System.nanoTime();
    for (int i = 0; i < Runtime.getRuntime().availableProcessors(); i++) {
      boolean first = i == 0;
      new Thread(() -> serve(start, first)).start();
    }
    double warmUp = 0;
    int seconds = bytesOfWindow.length() / WINDOWS_OF_SECOND;
    for (int second = 0; second <= seconds; second++) {
      Thread.sleep(1000);
      warmUp = Math.max(warmUp, warmUpMillis(threads));
    }
    StringBuilder figures = new StringBuilder();
    Arrays.stream(millisOfRequests).forEach(millis -> figures.append(millis).append(' '));
    for (int second = 0; second < seconds; second++) {
      figures.append(megabytes(second * WINDOWS_OF_SECOND, WINDOWS_OF_SECOND)).append(' ');
    }
    if (server == Server.UTFLOW || server == Server.CONFIGURED) {
      System.err.println("kernels at the end: " + Utflow.kernel());
    }
    figures.append(warmUp);
    for (int window = 0; window < windows(seconds); window++) {
      figures.append(' ').append(WINDOWS_OF_SECOND * megabytes(window, 1));
    }
    return figures.toString();
  }

  private double megabytes(int firstWindow, int windows) {
    return IntStream.range(firstWindow, firstWindow + windows).mapToLong(bytesOfWindow::get).sum()
        / 1e6;
  }

  /** The windows that are printed. */
  private static int windows(int seconds) {
    return WINDOWS_OF_SECOND * Math.min(seconds, SECONDS_OF_WINDOWS);
  }

  private void serve(long start, boolean first) {
    int goal = 0;
    for (int served = 0; ; served++) {
      byte[] request = requests.get(served % requests.size());
      int length = server.read(request).length();
      long nanos = System.nanoTime() - start;
      if (first && goal < REQUESTS.length && served + 1 == REQUESTS[goal]) {
        millisOfRequests[goal++] = nanos / 1e6;
      }
      int window = (int) (nanos / (1_000_000_000 / WINDOWS_OF_SECOND));
      if (window >= bytesOfWindow.length()) {
        chars = length;
        return;
      }
      bytesOfWindow.addAndGet(window, request.length);
    }
  }

  /** Of the thread as long as it lives, else 0. */
  private static double warmUpMillis(ThreadMXBean threads) {
    for (ThreadInfo thread : threads.getThreadInfo(threads.getAllThreadIds())) {
      if (thread != null && thread.getThreadName().equals("utflow-warm-up")) {
        return threads.getThreadCpuTime(thread.getThreadId()) / 1e6;
      }
    }
    return 0;
  }

  private static String heading(int seconds) {
    StringBuilder heading = new StringBuilder("JDK " + Runtime.version().feature());
    heading.append("; ms until a request is served, MB/s of a second\n\n| |");
    Arrays.stream(REQUESTS)
        .forEach(request -> heading.append(" request ").append(request).append(" |"));
    IntStream.rangeClosed(1, seconds)
        .forEach(second -> heading.append(" ").append(second).append(" s |"));
    int columns = REQUESTS.length + seconds + 1;
    return heading.append(" warm-up, ms |\n|---|").append("---:|".repeat(columns)).toString();
  }

  private static String windowsHeading(int seconds) {
    StringBuilder heading = new StringBuilder("\nMB/s of a tenth of a second\n\n| |");
    IntStream.rangeClosed(1, windows(seconds))
        .forEach(window -> heading.append(" ").append(window).append(" |"));
    return heading
        .append("\n|---|")
        .append("---:|".repeat(windows(seconds)))
        .append('\n')
        .toString();
  }

  private static String line(Server server, List<double[]> runs, int from, int to) {
    StringBuilder line = new StringBuilder("| " + server.name().toLowerCase(Locale.ROOT) + " |");
    for (int i = from; i < to; i++) {
      int figure = i;
      double[] sorted = runs.stream().mapToDouble(run -> run[figure]).sorted().toArray();
      double middle = sorted[sorted.length / 2];
      line.append(String.format(Locale.ROOT, i < REQUESTS.length ? " %.1f |" : " %.0f |", middle));
    }
    return line.toString();
  }
}
