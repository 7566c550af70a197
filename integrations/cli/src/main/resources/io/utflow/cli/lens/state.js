// What the page shows: a document, how it is read, where it is cut. All changes go through `change`, which tells everyone.
import { tidy } from "./cuts.js";

export const PIECES_SHOWN = 50;

export const state = {
  bytes: new Uint8Array(0),
  /** The offset of the first byte in its file. */
  base: 0,
  settings: { encoding: "UTF-8", malformed: "REPLACE", bom: "PER_ENCODING", breaks: "LF_OR_CRLF" },
  cuts: [],
  /** The byte that is looked at. */
  active: 0,
  /** The first piece that is listed. */
  firstPiece: 0,
  /** How many pieces have arrived while they are played; null when all have. */
  step: null,
  /** The sample that is shown, by its id. */
  sample: null,
  /** Whether the bytes are the reader's own: pasted, dropped, of a link. */
  own: false,
};

const listeners = [];

/** The listener gets the set of the names that changed. */
export const onChange = listener => listeners.push(listener);

export function change(changes) {
  const names = new Set(Object.keys(changes));
  Object.assign(state, changes);
  if (names.has("bytes") || names.has("cuts")) {
    state.cuts = tidy(state.cuts, state.bytes.length);
    state.firstPiece = Math.min(state.firstPiece, Math.floor(state.cuts.length / PIECES_SHOWN) * PIECES_SHOWN);
    state.active = Math.min(state.active, Math.max(0, state.bytes.length - 1));
    state.step = changes.step ?? null;
  }
  listeners.forEach(listener => listener(names));
}

export const changeSettings = settings => change({ settings: { ...state.settings, ...settings } });

/** Where a piece begins, and where the next does. */
export const pieceFrom = index => index === 0 ? 0 : state.cuts[index - 1];
export const pieceTo = index => index === state.cuts.length ? state.bytes.length : state.cuts[index];
