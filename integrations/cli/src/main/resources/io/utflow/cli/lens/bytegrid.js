// The bytes as a grid of which only the rows in sight exist. Sequences are joined, and coloured and shaped by role.
import { h, hex, number, place, ROW } from "./dom.js";
import { CutLayer } from "./cutlayer.js";
import { indexOf, toggled } from "./cuts.js";
import { ROLES } from "./roles.js";
import { shown, spoken } from "./shown.js";
import { change, pieceTo, state } from "./state.js";

const START = 0x10;
const ILL = 8;

export class ByteGrid {
  #roles = new Uint8Array(0);
  #bytes = this.#roles;
  #rows = new Map();
  #columns = 16;
  #pending = false;
  #held = false;

  /** @param texts answers `at(offset)`: the sequence that begins there, or null while nobody knows */
  constructor(frame, texts) {
    this.texts = texts;
    this.rowsBox = h("div", { role: "grid", "aria-labelledby": "bytes-title", "aria-describedby": "grid-help", class: "rows" });
    this.space = h("div", { class: "space" }, this.rowsBox);
    this.frame = frame;
    frame.append(this.space);
    this.cuts = new CutLayer(this.space, this);
    frame.addEventListener("scroll", () => this.draw());
    new ResizeObserver(() => this.#measure()).observe(frame);
    this.rowsBox.addEventListener("keydown", event => this.#key(event));
    this.rowsBox.addEventListener("focusin", event => this.#focused(event));
    this.rowsBox.addEventListener("pointerdown", event => this.#press(event));
    this.#measure();
  }

  get columns() {
    return this.#columns;
  }

  /** The only place that asks for sizes but the scroll position: each such question makes the browser lay out the page. */
  #measure() {
    this.gutter = this.frame.clientWidth < 520 ? 40 : 72;
    const room = this.frame.clientWidth - this.gutter - 14;
    const columns = [32, 16, 8, 4].find(count => room / count >= 35) ?? 4;
    this.cell = Math.min(56, Math.floor(room / columns));
    this.frame.style.setProperty("--cell", `${this.cell}px`);
    this.frame.style.setProperty("--gutter", `${this.gutter}px`);
    if (columns !== this.#columns) {
      this.#columns = columns;
      this.redraw();
    } else {
      this.draw();
    }
  }

  /** Shows bytes by their roles. */
  roles(roles, bytes) {
    this.#roles = roles;
    this.#bytes = bytes;
    this.rowsBox.hidden = bytes.length === 0;
    this.redraw();
  }

  /** Makes all rows anew. */
  redraw() {
    this.#keepFocus();
    this.#rows.clear();
    this.rowsBox.replaceChildren();
    this.draw();
  }

  /** Makes the rows in sight, once a frame. */
  draw() {
    if (!this.#pending) {
      this.#pending = true;
      requestAnimationFrame(() => {
        this.#pending = false;
        this.#draw();
      });
    }
  }

  /** The offsets of the bytes in sight. */
  inSight() {
    const first = Math.max(0, Math.floor(this.frame.scrollTop / ROW) - 2);
    const last = Math.ceil((this.frame.scrollTop + this.frame.clientHeight) / ROW) + 2;
    return { from: Math.min(first * this.#columns, this.#roles.length), to: Math.min(last * this.#columns, this.#roles.length) };
  }

  #draw() {
    const count = Math.ceil(this.#roles.length / this.#columns);
    const { from, to } = this.inSight();
    this.space.style.height = `${count * ROW}px`;
    this.rowsBox.setAttribute("aria-rowcount", count);
    this.rowsBox.setAttribute("aria-colcount", this.#columns + 1);
    const wanted = new Set();
    for (let row = from / this.#columns; row * this.#columns < to; row++) {
      wanted.add(row);
      if (!this.#rows.has(row)) {
        this.#insert(row, place(this.#row(row), 0, row * ROW));
      }
    }
    this.#keepFocus();
    for (const [row, element] of this.#rows) {
      if (!wanted.has(row)) {
        element.remove();
        this.#rows.delete(row);
      }
    }
    this.#markActive(this.#held);
    this.#held = false;
    this.#dim();
    this.cuts.draw(from, to);
    this.texts.want(from, to);
  }

  /** A byte that has the focus gets it again when its row is made anew. */
  #keepFocus() {
    this.#held ||= this.rowsBox.contains(document.activeElement);
  }

  /** Screen readers go by the order of the elements. */
  #insert(row, element) {
    const behind = Array.from(this.#rows.keys()).filter(each => each > row);
    this.rowsBox.insertBefore(element, this.#rows.get(Math.min(...behind)) ?? null);
    this.#rows.set(row, element);
  }

  /** Makes those rows anew whose texts have come. */
  textsOf(from, to) {
    this.#keepFocus();
    for (let row = Math.floor(from / this.#columns); row * this.#columns < to; row++) {
      this.#rows.get(row)?.remove();
      this.#rows.delete(row);
    }
    this.draw();
  }

  #row(row) {
    const from = row * this.#columns;
    const to = Math.min(from + this.#columns, this.#roles.length);
    const cells = [];
    for (let offset = from; offset < to; offset++) {
      cells.push(this.#cell(offset, offset - from));
    }
    const start = number(state.base + from);
    return h("div", { role: "row", class: "row", "aria-rowindex": row + 1 },
      h("span", { role: "rowheader", class: "offset", "aria-label": `from byte ${start}` }, start), cells);
  }

  #cell(offset, column) {
    const role = this.#roles[offset] & 0xF;
    const start = this.startOf(offset);
    const end = this.endOf(offset);
    const sequence = this.texts.at(start);
    const classes = ["byte", ROLES[role].name];
    if (offset === start) {
      classes.push("first");
    }
    if (offset === end - 1) {
      classes.push("last");
    }
    const digits = hex([this.#bytes[offset]]);
    const what = h("span", { class: "what" }, this.#what(offset, role, start, end, sequence));
    return h("span", { role: "gridcell", class: classes.join(" "), tabindex: -1, "aria-colindex": column + 2, "data-offset": offset,
      "aria-label": `${digits} ${what.textContent}, ${this.#spoken(offset, role, sequence)}` },
      h("span", { class: "hex" }, digits), " ", what);
  }

  /** Below the first byte the character, below the others which of how many they are. */
  #what(offset, role, start, end, sequence) {
    if (role === ILL) {
      return "\u00D7";
    }
    if (offset !== start) {
      return `${offset - start + 1}/${end - start}`;
    }
    if (ROLES[role].name === "mark") {
      return "BOM";
    }
    return sequence === null ? "" : sequence.text === "" ? "esc" : sequence.text === " " ? "\u2423" : shown(sequence.text);
  }

  #spoken(offset, role, sequence) {
    const character = sequence?.characters[0];
    const of = character ? `, ${character.point} ${character.name}` : "";
    return `byte ${state.base + offset}, ${ROLES[role].label}${of}`;
  }

  startOf(offset) {
    let start = offset;
    while (start > 0 && (this.#roles[start] & START) === 0) {
      start--;
    }
    return start;
  }

  endOf(offset) {
    let end = offset + 1;
    while (end < this.#roles.length && (this.#roles[end] & START) === 0) {
      end++;
    }
    return end;
  }

  /** For people: whether a cut there is inside a sequence. */
  cutSpoken(offset) {
    const start = this.startOf(offset);
    if (start === offset) {
      return `before byte ${state.base + offset}, between characters`;
    }
    const sequence = this.texts.at(start);
    return `before byte ${state.base + offset}, inside ${sequence?.text ? spoken(sequence.text) : "a sequence"}`;
  }

  #cellAt(offset) {
    return this.#rows.get(Math.floor(offset / this.#columns))?.querySelector(`[data-offset="${offset}"]`);
  }

  #markActive(focus) {
    this.rowsBox.querySelector(".active")?.classList.remove("active");
    this.rowsBox.querySelectorAll('[tabindex="0"]').forEach(cell => cell.setAttribute("tabindex", -1));
    const cell = this.#cellAt(state.active);
    cell?.setAttribute("tabindex", 0);
    cell?.classList.add("active");
    if (focus && cell !== document.activeElement) {
      cell?.focus({ preventScroll: true });
    }
  }

  /** Bytes that have not been sent yet, while pieces are played. */
  #dim() {
    const sent = state.step === null ? Infinity : state.step === 0 ? 0 : pieceTo(Math.min(state.step, state.cuts.length + 1) - 1);
    this.rowsBox.querySelectorAll(".byte").forEach(cell =>
      cell.classList.toggle("unsent", Number(cell.dataset.offset) >= sent));
  }

  /** Looks at a byte, and brings it into sight. */
  go(offset, focus = true) {
    const to = Math.max(0, Math.min(offset, this.#roles.length - 1));
    const top = Math.floor(to / this.#columns) * ROW;
    if (top < this.frame.scrollTop) {
      this.frame.scrollTop = top;
    } else if (top + ROW > this.frame.scrollTop + this.frame.clientHeight) {
      this.frame.scrollTop = top + ROW - this.frame.clientHeight;
    }
    change({ active: to });
    this.#draw();
    if (focus) {
      this.#cellAt(to)?.focus({ preventScroll: true });
    }
  }

  /** Screen readers focus any cell. */
  #focused(event) {
    const offset = Number(event.target.dataset.offset);
    if (offset !== state.active) {
      change({ active: offset });
      this.#markActive(false);
    }
  }

  #key(event) {
    const page = Math.max(1, Math.floor(this.frame.clientHeight / ROW)) * this.#columns;
    const column = state.active % this.#columns;
    const steps = {
      ArrowLeft: -1, ArrowRight: 1, ArrowUp: -this.#columns, ArrowDown: this.#columns, PageUp: -page, PageDown: page,
      Home: event.ctrlKey ? -state.active : -column,
      End: event.ctrlKey ? this.#roles.length : this.#columns - 1 - column,
    };
    if (event.key in steps) {
      this.go(state.active + steps[event.key]);
    } else if ((event.key === "Enter" || event.key === " ") && state.active > 0) {
      change({ cuts: toggled(state.cuts, state.active), active: state.active });
    } else {
      return;
    }
    event.preventDefault();
  }

  #press(event) {
    const cell = event.target.closest(".byte");
    if (cell === null) {
      return;
    }
    const offset = Number(cell.dataset.offset);
    const box = cell.getBoundingClientRect();
    const edge = Math.min(10, box.width / 4);
    const cut = event.clientX < box.left + edge ? offset : event.clientX > box.right - edge ? offset + 1 : 0;
    if (cut > 0 && cut < this.#roles.length && state.cuts[indexOf(state.cuts, cut)] !== cut) {
      change({ cuts: toggled(state.cuts, cut), active: cut });
      event.preventDefault();
    } else {
      this.go(offset);
    }
  }
}
