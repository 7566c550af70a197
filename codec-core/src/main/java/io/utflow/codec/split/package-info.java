/**
 * How the bytes of a stream are split: delimiters as they are encoded, and the open line. Internal.
 */
@org.jspecify.annotations.NullMarked
package io.utflow.codec.split;
