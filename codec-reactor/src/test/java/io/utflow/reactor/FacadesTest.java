/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.reactor;

import static org.assertj.core.api.Assertions.assertThat;

import io.netty.buffer.ByteBufAllocator;
import io.utflow.codec.DecoderSpec;
import io.utflow.codec.EncoderSpec;
import io.utflow.codec.TextEncoding;
import io.utflow.codec.stage.Detection;
import io.utflow.codec.stage.LineBreaks;
import io.utflow.codec.stage.LineSpec;
import io.utflow.codec.stage.RecordSpec;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.HashSet;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Function;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.reactivestreams.Publisher;
import org.springframework.core.io.buffer.DataBufferFactory;
import org.springframework.core.io.buffer.DefaultDataBufferFactory;
import reactor.core.publisher.Flux;

/** The facades are one text in four copies, and what is short for another method does as that. */
class FacadesTest {
  private static final String TEXT = "\u00E9\uD83D\uDE00\nz";
  private static final TextEncoding ENCODING = TextEncoding.UTF_16LE;
  private static final byte[] BYTES = TEXT.getBytes(StandardCharsets.UTF_16LE);

  /** The buffers of each, by the name of a {@link KindOfBuffer}. */
  private static final Map<Class<?>, String> FACADES =
      Map.of(
          ByteArrayText.class, "byte[]",
          ByteBufferText.class, "heap ByteBuffer",
          ByteBufText.class, "pooled heap ByteBuf",
          DataBufferText.class, "default DataBuffer");

  private static final Map<Class<?>, Object> ARGUMENTS =
      Map.ofEntries(
          Map.entry(TextEncoding.class, ENCODING),
          Map.entry(Charset.class, StandardCharsets.UTF_16LE),
          Map.entry(
              Detection.class,
              Detection.by(first -> Optional.of(ENCODING), DecoderSpec.of(TextEncoding.UTF_8))),
          Map.entry(DecoderSpec.class, DecoderSpec.of(ENCODING)),
          Map.entry(EncoderSpec.class, EncoderSpec.of(ENCODING)),
          Map.entry(LineSpec.class, LineSpec.of(LineBreaks.LF_OR_CRLF)),
          Map.entry(LineBreaks.class, LineBreaks.LF_OR_CRLF),
          Map.entry(RecordSpec.class, RecordSpec.delimitedBy("\n")),
          Map.entry(String[].class, new String[] {"\n"}),
          Map.entry(int.class, 100),
          Map.entry(ByteBufAllocator.class, ByteBufAllocator.DEFAULT),
          Map.entry(DataBufferFactory.class, DefaultDataBufferFactory.sharedInstance));

  /** What stands in the whole form where a short one has something simpler. */
  private static final Map<Class<?>, Class<?>> WHOLE =
      Map.of(
          LineBreaks.class, LineSpec.class,
          String[].class, RecordSpec.class,
          TextEncoding.class, EncoderSpec.class);

  private static Stream<Method> operators(Class<?> facade) {
    return Arrays.stream(facade.getDeclaredMethods())
        .filter(method -> Modifier.isPublic(method.getModifiers()))
        .filter(method -> !method.getName().equals("toTheEnd"));
  }

  @Test
  void allHaveTheSameMethods() {
    Set<Set<String>> shapes = new HashSet<>();
    for (Class<?> facade : FACADES.keySet()) {
      Set<String> shape = new TreeSet<>();
      operators(facade)
          .filter(method -> !takesOneOf(method, ByteBufAllocator.class, DataBufferFactory.class))
          .forEach(method -> shape.add(shape(method)));
      assertThat(shape).hasSizeGreaterThan(30);
      shapes.add(shape);
    }
    assertThat(shapes).hasSize(1);
  }

  private static boolean takesOneOf(Method method, Class<?>... types) {
    return Arrays.stream(method.getParameterTypes()).anyMatch(List.of(types)::contains);
  }

  private static String shape(Method method) {
    return (method.getGenericReturnType() + " " + method.getName())
            .replaceAll("(byte\\[\\]|[\\w.]+\\.(ByteBuffer|ByteBuf|DataBuffer))(?=>)", "BUFFER")
        + Arrays.toString(method.getGenericParameterTypes());
  }

  static List<Method> shortForms() {
    return FACADES.keySet().stream()
        .flatMap(FacadesTest::operators)
        .filter(
            method ->
                method.getParameterCount() > 0
                    && Set.of(TextEncoding.class, Charset.class, Detection.class)
                        .contains(method.getParameterTypes()[0]))
        .toList();
  }

  @ParameterizedTest
  @MethodSource("shortForms")
  void whatIsShortDoesAsTheWhole(Method shortForm) throws ReflectiveOperationException {
    Class<?>[] types = shortForm.getParameterTypes();
    types[0] = shortForm.getName().equals("encode") ? EncoderSpec.class : DecoderSpec.class;
    for (int i = 1; i < types.length; i++) {
      types[i] = WHOLE.getOrDefault(types[i], types[i]);
    }
    Method whole = shortForm.getDeclaringClass().getMethod(shortForm.getName(), types);
    List<Object> outputs = outputsOf(shortForm);
    assertThat(outputs).isNotEmpty().isEqualTo(outputsOf(whole));
  }

  private static List<Object> outputsOf(Method method) throws ReflectiveOperationException {
    Object[] arguments = Arrays.stream(method.getParameterTypes()).map(ARGUMENTS::get).toArray();
    String name = FACADES.get(method.getDeclaringClass());
    KindOfBuffer<?> surface =
        KindOfBuffer.all().stream().filter(s -> s.name().equals(name)).findFirst().orElseThrow();
    return outputsOf(surface, method.getName().equals("encode"), method.invoke(null, arguments));
  }

  @SuppressWarnings("unchecked") // The operator is of the facade whose buffers the surface makes.
  private static <B> List<Object> outputsOf(
      KindOfBuffer<B> surface, boolean encodes, Object operator) {
    Flux<?> source = encodes ? Flux.just(TEXT) : Flux.just(surface.of().apply(BYTES));
    Publisher<?> outputs = ((Function<Flux<?>, Publisher<?>>) operator).apply(source);
    return Flux.from(outputs)
        .map(
            output -> {
              if (output instanceof String || output instanceof Record) {
                return output;
              }
              byte[] content = surface.content().apply((B) output);
              Buffered.release(output);
              return (Object) HexFormat.of().formatHex(content);
            })
        .collectList()
        .block();
  }
}
