// Ties the parts together: what changes in the state goes to the engine, what the engine answers goes to the parts.
import { ByteGrid } from "./bytegrid.js";
import { Characters } from "./characters.js";
import { connectControls, known, offer } from "./controls.js";
import { indexOf } from "./cuts.js";
import { Decoders, rangeShown } from "./decoders.js";
import { closeFile, connectDocuments, take } from "./documents.js";
import { byId, number, plural, say } from "./dom.js";
import { Engine } from "./engine.js";
import { connectExport } from "./export.js";
import { parsed } from "./fragment.js";
import { connectHistory } from "./history.js";
import { showIllFormed, showPieces } from "./pieces.js";
import { connectPlayer } from "./player.js";
import { legend } from "./roles.js";
import { connectSamples, show as showSample } from "./samples.js";
import { change, onChange, PIECES_SHOWN, state } from "./state.js";
import { decodedOnce, glimpse } from "./twice.js";

const decoders = new Decoders();
let overview = null;
let pieces = [];
let arriving = [];
let mapped = false;

const engine = new Engine({
  welcome,
  overview(answer) {
    overview = answer;
    arriving = [];
    byId("mark").textContent = answer.mark.sentence + ".";
    byId("size").textContent = `${plural(answer.length, "byte")}, ${plural(answer.pieces, "piece")}`;
    mapped ||= !answer.rolesFollow;
    showIllFormed(answer, offset => grid.go(offset));
  },
  roles(roles, bytes) {
    mapped = bytes === state.bytes;
    characters.clear();
    grid.roles(roles, bytes);
  },
  piece: piece => arriving.push(piece),
  decoded() {
    pieces = arriving.filter(piece => piece.atEnd || piece.index < state.firstPiece + PIECES_SHOWN);
    grid.draw();
    showRun();
  },
  problem: say,
  lost: why => {
    byId("engine").textContent = `The connection to the lens is lost${why ? `: ${why}` : ""}. Is it still running? Load the page again.`;
    say("The connection to the lens is lost.");
  },
});

const characters = new Characters((from, to) => engine.characters(from, to), (from, to) => {
  grid.textsOf(from, to);
  characters.show(grid, mapped);
});

const grid = new ByteGrid(byId("grid-frame"), {
  at: offset => characters.at(offset),
  want: (from, to) => mapped && characters.want(from, to),
});

/** The pieces that have been sent, if they are played; else all that are shown. */
function showRun() {
  const sent = state.step === null ? pieces : pieces.filter(piece => piece.index < state.step);
  decoders.show(sent, overview?.withoutCharset);
  showPieces(sent);
  const range = rangeShown(sent);
  byId("reading-note").textContent = range;
  byId("pieces-range").textContent = range;
  byId("pieces-back").disabled = state.firstPiece === 0;
  byId("pieces-on").disabled = state.firstPiece + PIECES_SHOWN > state.cuts.length;
  if (state.step !== null && sent.length > 0) {
    const last = sent.at(-1);
    byId("status").textContent = last.atEnd ? "The end of the input."
      : `Piece ${number(last.index + 1)}: ${plural(last.to - last.from, "byte")}. ${last.pending ? `Waits: ${last.pending}.` : "Nothing waits."}`;
  }
}

/** Lists the pieces around the byte that is looked at. */
function followActive() {
  const piece = indexOf(state.cuts, state.active + 1);
  const firstPiece = Math.floor(piece / PIECES_SHOWN) * PIECES_SHOWN;
  if (state.step === null && firstPiece !== state.firstPiece) {
    change({ firstPiece });
  }
}

function decode() {
  engine.decode(state.bytes, state.cuts, state.settings, state.firstPiece, PIECES_SHOWN + 1);
}

/** Says so where it is so, whatever the encoding is that the reader has chosen. */
function showTwice() {
  const once = decodedOnce(state.bytes);
  byId("twice").hidden = once === null;
  if (once !== null) {
    byId("twice-says").textContent = `Its UTF-8 was read as windows-1252 and encoded again: “${glimpse(state.bytes)}” is “${glimpse(once)}”.`;
  }
}

onChange(names => {
  if (names.has("bytes")) {
    showTwice();
  }
  if (names.has("bytes") || names.has("settings")) {
    mapped = false;
  }
  if (["bytes", "cuts", "settings", "firstPiece"].some(name => names.has(name))) {
    decode();
  }
  if (names.has("active")) {
    characters.show(grid, mapped);
    followActive();
  }
  if (names.has("step")) {
    grid.draw();
    showRun();
  }
});

async function welcome(answer) {
  byId("engine").textContent = `Decoded by Utflow (${answer.kernel}) on this machine.`;
  decoders.names = answer.decoders;
  offer(answer.encodings);
  connectControls();
  connectDocuments(engine, answer.maxBytes);
  connectExport(engine);
  connectPlayer();
  legend();
  connectHistory(closeFile);
  byId("twice-apply").addEventListener("click", () => take(decodedOnce(state.bytes)));
  byId("pieces-back").addEventListener("click", () => change({ firstPiece: Math.max(0, state.firstPiece - PIECES_SHOWN) }));
  byId("pieces-on").addEventListener("click", () => change({ firstPiece: state.firstPiece + PIECES_SHOWN }));
  const samples = await connectSamples();
  const open = () => {
    const linked = parsed(location.hash.slice(1), known);
    if (linked !== null) {
      closeFile();
      change(linked);
    }
    return linked !== null;
  };
  addEventListener("hashchange", open);
  if (!open()) {
    showSample(samples[0]);
  }
  document.documentElement.dataset.ready = "true";
}
