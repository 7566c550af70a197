// The state in the fragment of the address, which no server sees: a link shows the same.
import { state } from "./state.js";
import { tidy } from "./cuts.js";

/** A longer document makes no link. */
export const MOST_SHARED = 6000;

const SHORT = { encoding: "e", malformed: "m", bom: "b", breaks: "l" };

export function fragment() {
  if (state.bytes.length > MOST_SHARED) {
    return null;
  }
  const parameters = new URLSearchParams();
  for (const [name, short] of Object.entries(SHORT)) {
    parameters.set(short, state.settings[name]);
  }
  parameters.set("x", btoa(String.fromCharCode(...state.bytes)).replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", ""));
  if (state.cuts.length > 0) {
    parameters.set("c", state.cuts.map((cut, i) => cut - (state.cuts[i - 1] ?? 0)).join("."));
  }
  return parameters.toString();
}

/** What a fragment says, as changes of the state; null if it says nothing that can be shown. */
export function parsed(text, known) {
  const parameters = new URLSearchParams(text);
  if (!parameters.has("x")) {
    return null;
  }
  try {
    const decoded = atob(parameters.get("x").replaceAll("-", "+").replaceAll("_", "/"));
    const bytes = Uint8Array.from(decoded, character => character.charCodeAt(0));
    const settings = { ...state.settings };
    for (const [name, short] of Object.entries(SHORT)) {
      const value = parameters.get(short);
      if (value !== null && known(name, value)) {
        settings[name] = value;
      }
    }
    let at = 0;
    const cuts = (parameters.get("c") ?? "").split(".").map(distance => at += Number(distance));
    return { bytes, base: 0, settings, cuts: tidy(cuts, bytes.length), sample: null, own: true };
  } catch {
    return null;
  }
}
