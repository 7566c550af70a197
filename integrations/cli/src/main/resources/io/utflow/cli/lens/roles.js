// What a byte may be, in the order of the server's numbers, and the legend that shows it.
import { byId, h } from "./dom.js";

export const ROLES = [
  { name: "single", label: "one byte" }, { name: "lead", label: "lead byte" }, { name: "trail", label: "trail byte" },
  { name: "high", label: "high surrogate" }, { name: "low", label: "low surrogate" },
  { name: "mark", label: "byte order mark" }, { name: "terminator", label: "line end" },
  { name: "shift", label: "change of state" }, { name: "ill", label: "ill-formed" },
];

export function legend() {
  const examples = ["41", "C3", "A9", "D8", "DE", "EF", "0A", "1B", "FF"];
  const what = ["A", "\u00E9", "2/2", "\u{1F642}", "3/4", "BOM", "LF", "esc", "\u00D7"];
  byId("legend").replaceChildren(...ROLES.map((role, i) => h("li", {},
    h("span", { class: `byte first last ${role.name}`, "aria-hidden": "true" },
      h("span", { class: "hex" }, examples[i]), h("span", { class: "what" }, what[i])),
    role.label)));
}
