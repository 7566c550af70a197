/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.examples.demo;

/** A trial and what became of it. */
record Outcome(Trial trial, Tally tally) {}
