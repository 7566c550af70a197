// Sends the pieces one after the other: by steps, or by itself, slower or faster.
import { byId } from "./dom.js";
import { change, onChange, PIECES_SHOWN, state } from "./state.js";

let timer = null;

/** How many steps there are: the pieces, and the end. */
const last = () => state.cuts.length + 2;

function to(step) {
  const at = Math.min(step, last());
  const firstPiece = Math.floor(Math.min(Math.max(0, at - 1), state.cuts.length) / PIECES_SHOWN) * PIECES_SHOWN;
  change(firstPiece === state.firstPiece ? { step: at } : { step: at, firstPiece });
}

function stop() {
  clearTimeout(timer);
  timer = null;
  byId("play").setAttribute("aria-pressed", "false");
  byId("play").textContent = "Play";
}

function play() {
  timer = setTimeout(() => {
    to((state.step ?? 0) + 1);
    if (state.step < last()) {
      play();
    } else {
      stop();
    }
  }, Number(byId("speed").value));
}

export function connectPlayer() {
  byId("restart").addEventListener("click", () => {
    stop();
    to(0);
  });
  byId("step").addEventListener("click", () => {
    stop();
    to(state.step === null || state.step >= last() ? 1 : state.step + 1);
  });
  byId("all").addEventListener("click", () => {
    stop();
    change({ step: null });
  });
  byId("play").addEventListener("click", () => {
    if (timer !== null) {
      stop();
      return;
    }
    if (state.step === null || state.step >= last()) {
      to(0);
    }
    byId("play").setAttribute("aria-pressed", "true");
    byId("play").textContent = "Pause";
    play();
  });
  onChange(names => (names.has("bytes") || names.has("cuts")) && stop());
}
