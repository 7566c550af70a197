package io.utflow.codec.stage;

/** What becomes of a line or record longer than its bound. */
public enum Overlong {
  /** An {@link OverlongLineException}, as soon as the bound is passed. */
  FAIL,
  /** The line is cut at the bound, never inside a surrogate pair, and delivered when it ends. */
  TRUNCATE,
  /** The line is left out. */
  DISCARD
}
