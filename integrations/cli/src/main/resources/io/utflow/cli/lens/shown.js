// Text from anywhere, made safe to look at: each stretch in an isolate, so that right-to-left text turns nothing around it;
// controls, format characters and lone surrogates as pictures, their names in a box; a combining mark without a base on a dotted circle.
import { h } from "./dom.js";

const C0 = ("NUL SOH STX ETX EOT ENQ ACK BEL BS TAB LF VT FF CR SO SI DLE DC1 DC2 DC3 DC4 NAK SYN ETB CAN EM SUB ESC FS GS RS US")
  .split(" ");

const NAMES = new Map([
  [0x7F, "DEL"],
  [0x200B, "ZWSP"], [0x200C, "ZWNJ"], [0x200D, "ZWJ"], [0x200E, "LRM"], [0x200F, "RLM"], [0x061C, "ALM"],
  [0x202A, "LRE"], [0x202B, "RLE"], [0x202C, "PDF"], [0x202D, "LRO"], [0x202E, "RLO"],
  [0x2066, "LRI"], [0x2067, "RLI"], [0x2068, "FSI"], [0x2069, "PDI"],
  [0x2028, "LS"], [0x2029, "PS"], [0x0085, "NEL"], [0x00A0, "NBSP"], [0x00AD, "SHY"], [0x2060, "WJ"], [0xFEFF, "FEFF"],
]);

/** What must not reach the layout as it is: its stand-in. Null for what may. */
function standIn(character) {
  const point = character.codePointAt(0);
  if (point < 0x20) {
    return C0[point];
  }
  if (NAMES.has(point)) {
    // A joiner between two characters does its work; it is named only where it stands alone.
    return NAMES.get(point);
  }
  const isControl = point < 0xA0 && point >= 0x80;
  const isSurrogate = point >= 0xD800 && point <= 0xDFFF;
  return isControl || isSurrogate || /^[\p{Cf}\p{Zl}\p{Zp}\p{Cn}\p{Co}]$/u.test(character)
    ? point.toString(16).toUpperCase().padStart(4, "0") : null;
}

const JOINERS = new Set(["\u200C", "\u200D", "\uFE0F"]);

/** The nodes of a text. A line end is shown, and begins no line. */
export function shown(text) {
  const isolate = h("bdi", {});
  let plain = "";
  let before = null;
  const flush = () => {
    isolate.append(plain);
    plain = "";
  };
  for (const character of text) {
    const joins = JOINERS.has(character) && before !== null;
    const sign = joins ? null : standIn(character);
    if (sign !== null) {
      flush();
      isolate.append(h("span", { class: "sign" }, sign));
      before = null;
    } else {
      plain += before === null && /^\p{M}/u.test(character) ? "\u25CC" + character : character;
      before = character;
    }
  }
  flush();
  return isolate;
}

/** A text for `aria-label` and `title`: short, on one line. */
export function spoken(text) {
  const said = Array.from(text.slice(0, 80), character => standIn(character) ?? character).join("");
  return `\u2068${said}\u2069`;
}
