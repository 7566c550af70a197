// Makes elements. Text is always a text node: nothing from a document is ever read as HTML.

/** An element with attributes (`class`, `onclick`, `aria-..`) and children: nodes, or text. */
export function h(name, attributes = {}, ...children) {
  const element = document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) {
    if (key.startsWith("on")) {
      element.addEventListener(key.slice(2), value);
    } else if (value === true) {
      element.setAttribute(key, "");
    } else if (value !== false && value !== null && value !== undefined) {
      element.setAttribute(key, value);
    }
  }
  element.append(...children.flat().filter(child => child !== null && child !== undefined));
  return element;
}

/** The height of a row of the grid, as in grid.css. */
export const ROW = 58;

/** Moves an element. A style that is set by script is no inline style to the content security policy. */
export function place(element, left, top) {
  element.style.transform = `translate(${left}px, ${top}px)`;
  return element;
}

export const byId = id => document.getElementById(id);

/** A table with a head; every row is a list of cells, each a node or text. */
export function table(caption, heads, rows) {
  return h("table", {},
    h("caption", { class: "hidden" }, caption),
    h("thead", {}, h("tr", {}, heads.map(head => h("th", { scope: "col" }, head)))),
    h("tbody", {}, rows));
}

/** Says something to everyone: shown at the foot of the page for a while, read by screen readers. */
export function say(text) {
  const status = byId("status");
  status.textContent = text;
  clearTimeout(say.timer);
  say.timer = setTimeout(() => { status.textContent = ""; }, 6000);
}

export const number = value => value.toLocaleString("en");

export const plural = (count, one, many = one + "s") => `${number(count)} ${count === 1 ? one : many}`;

export const hex = bytes => Array.from(bytes, byte => byte.toString(16).toUpperCase().padStart(2, "0")).join(" ");
