// The fields and buttons that say how the bytes are read, and where they are cut.
import { byId, h, say } from "./dom.js";
import { every, random } from "./cuts.js";
import { change, changeSettings, onChange, state } from "./state.js";

const FIELDS = ["encoding", "malformed", "bom", "breaks"];
const UNICODE = /^(UTF-(8|16|32)|UTF-(16|32)(BE|LE))$/;
const COMMON = ["US-ASCII", "ISO-8859-1", "ISO-8859-2", "ISO-8859-15", "windows-1250", "windows-1251", "windows-1252", "KOI8-R",
  "IBM437", "IBM850", "IBM037", "Shift_JIS", "windows-31j", "EUC-JP", "ISO-2022-JP", "GBK", "GB18030", "Big5", "EUC-KR", "CESU-8"];

/** Fills the list of encodings. */
export function offer(names) {
  const group = (label, some) => h("optgroup", { label }, some.map(name => h("option", { value: name }, name)));
  const unicode = names.filter(name => UNICODE.test(name));
  const common = COMMON.filter(name => names.includes(name));
  byId("encoding").replaceChildren(group("Unicode", unicode), group("Met often", common),
    group("All others", names.filter(name => !unicode.includes(name) && !common.includes(name))));
  show();
}

/** Whether a link may set a field to a value. */
export const known = (field, value) => Array.from(byId(field).options).some(option => option.value === value);

function show() {
  FIELDS.forEach(field => { byId(field).value = state.settings[field]; });
}

export function connectControls() {
  FIELDS.forEach(field => byId(field).addEventListener("change", () => changeSettings({ [field]: byId(field).value })));
  onChange(names => names.has("settings") && show());
  let seed = 1;
  const cut = {
    none: () => [],
    random: () => random(state.bytes.length, seed++ * 7919),
  };
  document.querySelectorAll("[data-cuts]").forEach(button => button.addEventListener("click", () => {
    const kind = button.dataset.cuts;
    change({ cuts: kind in cut ? cut[kind]() : every(state.bytes.length, Number(kind)) });
    say(`${state.cuts.length} cuts.`);
  }));
  byId("every").addEventListener("change", () => {
    const size = Number(byId("every").value);
    if (Number.isInteger(size) && size >= 1) {
      change({ cuts: every(state.bytes.length, size) });
    }
  });
}
