/**
 * The push-pull contract every adapter is built on: offer one input, poll its outputs. Decoding to
 * bounded pieces of text is such a stage, and so is anything that can be put in its place.
 */
@org.jspecify.annotations.NullMarked
package io.utflow.codec.stage;
