package io.utflow.codec.kernel;

/**
 * One way to be fast: a kernel for each encoding, and a search for the ends of lines. Immutable;
 * all are stateless and shared by all threads.
 *
 * @param name what the system property {@value Kernels#PROPERTY} calls it
 */
public record KernelSet(
    String name,
    Kernel utf8,
    Kernel utf16BigEndian,
    Kernel utf16LittleEndian,
    Kernel utf32BigEndian,
    Kernel utf32LittleEndian,
    ControlSearch controls) {}
