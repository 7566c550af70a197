// A row for each decoder: what it made of the pieces that are shown, with a bar where one ends, and what differs marked.
import { byId, h, number, plural } from "./dom.js";
import { compare } from "./compare.js";
import { shown } from "./shown.js";
import { pieceFrom, pieceTo, state } from "./state.js";


export class Decoders {
  names = [];

  /** @param pieces that have arrived, in order, the end of the input last */
  show(pieces, withoutCharset) {
    const expected = pieces.map(piece => piece.rows[0].text);
    const rows = [this.#utflow(pieces)];
    this.names.forEach((name, i) => rows.push(withoutCharset
      ? this.#none(name, "this JVM has no charset of that name")
      : this.#row(name, pieces.map(piece => piece.rows[i + 1]), pieces, expected)));
    rows.push(this.#browser("TextDecoder, streaming", true, pieces, expected));
    rows.push(this.#browser("TextDecoder, each piece", false, pieces, expected));
    byId("decoders").replaceChildren(h("table", { class: "decoders" },
      h("caption", { class: "hidden" }, "The text that each decoder emitted"),
      h("thead", { class: "hidden" }, h("tr", {}, ["Decoder", "Verdict", "Text"].map(head => h("th", { scope: "col" }, head)))),
      h("tbody", {}, rows)));
  }

  #utflow(pieces) {
    const failed = pieces.map(piece => piece.rows[0].failure).find(failure => failure !== undefined);
    const carried = pieces.filter(piece => piece.pending !== "").length;
    const verdict = failed !== undefined ? "stopped" : carried > 0 ? `carried over ${plural(carried, "cut")}` : "nothing to carry";
    return this.#element("Utflow", verdict, "utflow", pieces.map(piece => [
      shown(piece.rows[0].text),
      piece.rows[0].chars > piece.rows[0].text.length ? more(piece.rows[0]) : null,
      piece.pending === "" ? null : h("span", { class: "carried", title: "waits for the next piece" },
        h("span", { class: "hidden" }, " waits: "), piece.pending),
    ]));
  }

  #row(name, outputs, pieces, expected) {
    const { pieces: runs, wrong, missing, owed } = compare(outputs.map(output => output.text), expected);
    const failure = outputs.map(output => output.failure).find(each => each !== undefined);
    const differs = wrong > 0 || missing > 0;
    const late = owed > 0 && !differs;
    const verdict = failure ?? (late ? `${plural(owed, "character")} not yet` : !differs ? "the same"
      : [wrong > 0 ? `${number(wrong)} wrong` : null, missing > wrong ? `${number(missing - wrong)} missing` : null]
        .filter(each => each !== null).join(", "));
    return this.#element(name, verdict, failure || differs ? "wrong" : late ? "late" : "same", runs.map((each, i) => [
      ...each.map(run => run.same ? shown(run.text) : h("mark", {}, shown(run.text))),
      outputs[i].chars > outputs[i].text.length ? more(outputs[i]) : null,
    ]));
  }

  /** What this browser makes of them. */
  #browser(name, streaming, pieces, expected) {
    const label = state.settings.encoding.replace(/^web-/, "");
    let decoder;
    try {
      decoder = new TextDecoder(label);
    } catch {
      return this.#none(name, "browsers have no such encoding");
    }
    if (streaming && pieces.length > 0) {
      decoder.decode(state.bytes.subarray(0, pieces[0].from), { stream: true });
    }
    const outputs = pieces.map(piece => {
      const bytes = state.bytes.subarray(piece.from, piece.to);
      const text = streaming ? decoder.decode(bytes, { stream: !piece.atEnd })
        : piece.atEnd ? "" : new TextDecoder(label).decode(bytes);
      return { text: text.slice(0, 2000), chars: text.length };
    });
    return this.#row(name, outputs, pieces, expected);
  }

  #none(name, why) {
    return this.#element(name, why, "none", []);
  }

  #element(name, verdict, kind, pieces) {
    return h("tr", { class: kind },
      h("th", { scope: "row" }, name),
      h("td", { class: "verdict" }, verdict),
      h("td", { class: "text" }, pieces.map((nodes, i) => h("span", { class: "piece", "data-piece": i }, nodes))));
  }
}

const more = row => h("span", { class: "muted" }, ` \u2026 ${number(row.chars)} chars`);

/** How much of the document the rows show. */
export function rangeShown(pieces) {
  const texts = pieces.filter(piece => !piece.atEnd);
  if (texts.length === 0) {
    return "";
  }
  const first = texts[0].index;
  const last = texts.at(-1).index;
  const all = state.cuts.length + 1;
  return texts.length === all ? plural(all, "piece")
    : `Pieces ${number(first + 1)} to ${number(last + 1)} of ${number(all)}, bytes ${number(state.base + pieceFrom(first))} to `
      + `${number(state.base + pieceTo(last))}`;
}

