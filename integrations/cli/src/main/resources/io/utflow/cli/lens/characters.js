// The sequences of the document and the characters that they are, fetched block by block as they come into sight; and the
// table of those around the byte that is looked at.
import { byId, h, hex, number, table } from "./dom.js";
import { shown } from "./shown.js";
import { state } from "./state.js";

const BLOCK = 512;
const LISTED = 24;

export class Characters {
  #blocks = new Map();
  #starts = new Map();

  /**
   * @param fetch answers the sequences of a range, later
   * @param arrived is told which range has come
   */
  constructor(fetch, arrived) {
    this.fetch = fetch;
    this.arrived = arrived;
  }

  /** Forgets all: the document is another, or is read otherwise. */
  clear() {
    this.#blocks = new Map();
    this.#starts = new Map();
  }

  /** The sequence that begins at an offset, or null. */
  at(offset) {
    return this.#starts.get(offset) ?? null;
  }

  /** Sees to it that a range comes. */
  want(from, to) {
    for (let block = Math.floor(from / BLOCK); block * BLOCK < to; block++) {
      if (!this.#blocks.has(block)) {
        this.#blocks.set(block, true);
        this.#fetch(this.#blocks, block * BLOCK, Math.min((block + 1) * BLOCK, state.bytes.length));
      }
    }
  }

  async #fetch(blocks, from, to) {
    try {
      const { sequences } = await this.fetch(from, to);
      if (blocks === this.#blocks) {
        sequences.forEach(sequence => this.#starts.set(sequence.from, sequence));
        this.arrived(from, to);
      }
    } catch {
      blocks.delete(Math.floor(from / BLOCK)); // The document changed on the way; whoever wants it asks again.
    }
  }

  /** The table of the characters from the active byte on. */
  show(grid, isMapped) {
    const rows = [];
    let at = isMapped ? grid.startOf(state.active) : Infinity;
    const first = at;
    while (rows.length < LISTED && this.at(at) !== null) {
      const sequence = this.at(at);
      rows.push(...this.#rows(sequence, at === first));
      at = sequence.to;
    }
    byId("characters-range").textContent = rows.length > 0 ? `from byte ${number(state.base + first)}` : "";
    byId("characters").replaceChildren(rows.length > 0
      ? table("Characters", ["Byte", "Bytes", "Shown", "Code point", "Name", "Category", "Script", "Bidi"], rows)
      : h("p", { class: "muted" }, "No bytes."));
  }

  #rows(sequence, active) {
    const bytes = hex(state.bytes.subarray(sequence.from, sequence.to));
    const none = { point: "", name: sequence.role === "ILL_FORMED" ? "ill-formed" : "no character", category: "", script: "", bidi: "" };
    const characters = sequence.role === "BYTE_ORDER_MARK" && sequence.characters.length === 0
      ? [{ ...none, name: "byte order mark, dropped" }] : sequence.characters.length === 0 ? [none] : sequence.characters;
    const texts = Array.from(sequence.text);
    return characters.map((each, i) => h("tr", { "aria-current": active && i === 0 ? "true" : null },
      h("td", { class: "count" }, number(state.base + sequence.from)),
      h("td", { class: "mono" }, bytes),
      h("td", { class: "glyph" }, texts[i] === undefined ? "" : shown(texts[i])),
      h("td", { class: "mono" }, each.point),
      h("td", {}, each.name), h("td", { class: "mono" }, each.category), h("td", {}, each.script), h("td", { class: "mono" }, each.bidi)));
  }
}
