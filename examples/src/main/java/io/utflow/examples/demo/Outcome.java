package io.utflow.examples.demo;

/** A trial and what became of it. */
record Outcome(Trial trial, Tally tally) {}
