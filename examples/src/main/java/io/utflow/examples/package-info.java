/** The programs' command line. */
@org.jspecify.annotations.NullMarked
package io.utflow.examples;
