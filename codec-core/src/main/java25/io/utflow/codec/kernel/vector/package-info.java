/** The kernels written with the Vector API, in a multi-release jar. Internal. */
@org.jspecify.annotations.NullMarked
package io.utflow.codec.kernel.vector;
