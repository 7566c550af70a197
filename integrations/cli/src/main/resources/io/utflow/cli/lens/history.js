// Back goes back: each document that was shown is an entry of the browser's history, and is shown again as it was left.
import { change, state } from "./state.js";

const NAMES = ["bytes", "base", "settings", "cuts", "active", "firstPiece", "sample", "own"];

/** More are forgotten: a document may be 1 MiB. */
const MOST_KEPT = 50;

const shown = new Map();
let current = 0;
let last = 0;

const asItIs = () => Object.fromEntries(NAMES.map(name => [name, state[name]]));

/** Shows another document, or another symptom of it. */
export function visit(changes) {
  shown.set(current, asItIs());
  change(changes);
  current = ++last;
  shown.delete(last - MOST_KEPT);
  history.pushState({ visit: current }, "");
}

/** The entry that the page began with. */
export function connectHistory(closeFile) {
  history.replaceState({ visit: 0 }, "");
  addEventListener("popstate", event => {
    const wanted = event.state?.visit;
    if (wanted === undefined || wanted === current || !shown.has(wanted)) {
      return;
    }
    shown.set(current, asItIs());
    current = wanted;
    closeFile();
    change(shown.get(wanted));
  });
}
