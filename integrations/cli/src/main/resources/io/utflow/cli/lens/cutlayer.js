// The cuts in sight, as bars over the grid that are dragged, or moved by keys.
import { h, place, ROW, say } from "./dom.js";
import { indexOf, moved, toggled } from "./cuts.js";
import { change, state } from "./state.js";

export class CutLayer {
  #layer;
  #dragged = null;
  #focus = null;

  constructor(space, grid) {
    this.grid = grid;
    this.#layer = h("div", { class: "cut-layer", role: "group", "aria-label": "Cuts" });
    space.append(this.#layer);
    this.#layer.addEventListener("pointerdown", event => this.#grab(event));
    this.#layer.addEventListener("pointermove", event => this.#drag(event));
    this.#layer.addEventListener("pointerup", () => this.#drop());
    this.#layer.addEventListener("pointercancel", () => this.#drop());
    this.#layer.addEventListener("keydown", event => this.#key(event));
  }

  /** Shows the cuts from one offset to another. Bars that stay are kept, with the focus and the pointer that they have. */
  draw(from, to) {
    const bars = new Map(Array.from(this.#layer.children, bar => [Number(bar.dataset.cut), bar]));
    const wanted = state.cuts.slice(indexOf(state.cuts, from), indexOf(state.cuts, to));
    for (const [cut, bar] of bars) {
      if (!wanted.includes(cut) && bar !== this.#dragged) {
        bar.remove();
      }
    }
    for (const cut of wanted) {
      const bar = bars.get(cut) ?? this.#layer.appendChild(h("div", { class: "cut", role: "slider", tabindex: 0 }));
      this.#place(bar, cut);
    }
    if (this.#focus !== null) {
      this.#layer.querySelector(`[data-cut="${this.#focus}"]`)?.focus({ preventScroll: true });
      this.#focus = null;
    }
  }

  #place(bar, cut) {
    const { columns, cell, gutter } = this.grid;
    bar.dataset.cut = cut;
    bar.setAttribute("aria-label", `cut ${indexOf(state.cuts, cut) + 1} of ${state.cuts.length}`);
    bar.setAttribute("aria-valuemin", 1);
    bar.setAttribute("aria-valuemax", state.bytes.length - 1);
    bar.setAttribute("aria-valuenow", cut);
    bar.setAttribute("aria-valuetext", this.grid.cutSpoken(cut));
    bar.classList.toggle("inside", this.grid.startOf(cut) !== cut);
    place(bar, gutter + cut % columns * cell, Math.floor(cut / columns) * ROW);
  }

  #grab(event) {
    const bar = event.target.closest(".cut");
    if (bar !== null) {
      this.#dragged = bar;
      bar.classList.add("dragged");
      this.#layer.setPointerCapture(event.pointerId);
      bar.focus({ preventScroll: true });
      event.preventDefault();
    }
  }

  #drag(event) {
    if (this.#dragged === null) {
      return;
    }
    const { columns, cell, gutter } = this.grid;
    const box = this.#layer.getBoundingClientRect();
    const row = Math.max(0, Math.floor((event.clientY - box.top) / ROW));
    const column = Math.max(0, Math.min(columns, Math.round((event.clientX - box.left - gutter) / cell)));
    this.#move(Number(this.#dragged.dataset.cut), row * columns + column);
  }

  #drop() {
    this.#dragged?.classList.remove("dragged");
    this.#dragged = null;
  }

  #move(from, to) {
    const cut = Math.max(1, Math.min(state.bytes.length - 1, to));
    const cuts = moved(state.cuts, from, cut);
    if (cuts !== state.cuts) {
      if (this.#dragged !== null) {
        this.#dragged.dataset.cut = cut;
      }
      this.#focus = cut;
      change({ cuts, active: cut });
    }
  }

  #key(event) {
    const cut = Number(event.target.dataset.cut);
    const columns = this.grid.columns;
    const steps = { ArrowLeft: -1, ArrowRight: 1, ArrowUp: -columns, ArrowDown: columns, PageUp: -columns, PageDown: columns };
    if (event.key in steps) {
      this.#move(cut, cut + steps[event.key]);
    } else if (event.key === "Home" || event.key === "End") {
      this.#move(cut, event.key === "Home" ? 1 : state.bytes.length - 1);
    } else if (event.key === "Delete" || event.key === "Backspace") {
      const next = state.cuts[indexOf(state.cuts, cut) + 1] ?? state.cuts[indexOf(state.cuts, cut) - 1];
      this.#focus = next ?? null;
      change({ cuts: toggled(state.cuts, cut) });
      say(`The cut before byte ${state.base + cut} is gone.`);
      if (next === undefined) {
        this.grid.go(cut);
      }
    } else {
      return;
    }
    event.preventDefault();
  }
}
