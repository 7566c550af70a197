/** Bulk conversion of well-formed text between heap arrays. Internal. */
@org.jspecify.annotations.NullMarked
package io.utflow.codec.kernel;
