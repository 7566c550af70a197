// The table of the pieces, and that of the ill-formed sequences.
import { byId, h, number, plural, table } from "./dom.js";
import { shown } from "./shown.js";
import { state } from "./state.js";

export function showPieces(pieces) {
  byId("pieces").replaceChildren(pieces.length === 0
    ? h("p", { class: "muted" }, "Nothing has been sent yet.")
    : table("Pieces", ["Piece", "Bytes", "Handed on", "Waits", "Read as", "Lines", "Ill-formed"], pieces.map(row)));
}

function row(piece) {
  const bytes = piece.atEnd ? "the end"
    : `${number(state.base + piece.from)}\u2013${number(state.base + piece.to - 1)}`;
  const text = piece.rows[0].text;
  return h("tr", { "data-index": piece.index },
    h("td", { class: "count" }, piece.atEnd ? "" : number(piece.index + 1)),
    h("td", { class: "count" }, bytes),
    h("td", { class: "handed" }, text === "" ? h("span", { class: "muted" }, "nothing") : shown(text)),
    h("td", { class: "mono" }, piece.pending === "" ? "" : h("span", { class: "carried" }, piece.pending)),
    h("td", {}, piece.encoding ?? h("span", { class: "muted" }, "open")),
    h("td", {}, piece.lines.map(line => h("span", { class: "line" }, shown(line))),
      piece.lineCount > piece.lines.length ? `and ${number(piece.lineCount - piece.lines.length)} more` : ""),
    h("td", {}, piece.illFormed.map(found => h("div", {}, h("span", { class: "mono" }, found.bytes || "none"), ` ${cause(found)}`)),
      piece.rows[0].failure !== undefined ? h("div", { class: "stopped" }, "stopped") : ""));
}

const cause = found => found.cause.toLowerCase().replaceAll("_", " ");

/** @param go looks at a byte */
export function showIllFormed(overview, go) {
  byId("illformed-count").textContent = overview.illFormedCount === 0 ? "none" : number(overview.illFormedCount);
  const heads = ["Byte", "Bytes", "Cause", "Becomes", "Because"];
  byId("illformed").hidden = overview.illFormedCount === 0;
  byId("illformed").replaceChildren(table("Ill-formed sequences", heads, overview.illFormed.map(found => h("tr", {},
    h("td", { class: "count" }, h("button", { type: "button", class: "plain", onclick: () => go(found.offset),
      "aria-label": `Look at byte ${state.base + found.offset}` }, number(state.base + found.offset))),
    h("td", { class: "mono" }, found.bytes || "none"),
    h("td", {}, cause(found), found.atEnd ? ", at the end" : ""),
    h("td", {}, state.settings.malformed === "REPORT" ? "a failure" : found.replacement === "" ? "nothing" : shown(found.replacement)),
    h("td", {}, found.clause)))),
  overview.illFormedCount > overview.illFormed.length
    ? h("p", { class: "muted" }, `and ${plural(overview.illFormedCount - overview.illFormed.length, "more sequence")}`) : "");
}
