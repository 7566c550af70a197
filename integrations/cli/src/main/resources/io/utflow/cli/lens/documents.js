// Where bytes come from: text, hexadecimal digits, a file or a window into a large one. Files are read here; only the window is
// sent to the server, which is on this machine.
import { byId, number, say } from "./dom.js";
import { visit } from "./history.js";
import { change, state } from "./state.js";

let file = null;

export function connectDocuments(engine, maxBytes) {
  connectEditor(engine);
  byId("file").addEventListener("change", () => byId("file").files[0] && open(byId("file").files[0]));
  for (const name of ["dragenter", "dragover"]) {
    document.addEventListener(name, event => {
      event.preventDefault();
      document.body.classList.add("dropping");
    });
  }
  document.addEventListener("dragleave", event => event.relatedTarget === null && document.body.classList.remove("dropping"));
  document.addEventListener("drop", event => {
    event.preventDefault();
    document.body.classList.remove("dropping");
    const dropped = event.dataTransfer.files[0];
    const text = event.dataTransfer.getData("text/plain");
    if (dropped !== undefined) {
      open(dropped);
    } else if (text !== "") {
      takeText(engine, text);
    }
  });
  byId("file-offset").addEventListener("change", () => show(Number(byId("file-offset").value)));
  byId("file-length").addEventListener("change", () => show(Number(byId("file-offset").value)));
  byId("file-back").addEventListener("click", () => show(Number(byId("file-offset").value) - length(maxBytes)));
  byId("file-on").addEventListener("click", () => show(Number(byId("file-offset").value) + length(maxBytes)));
}

function connectEditor(engine) {
  byId("open-text").addEventListener("click", () => {
    const editor = byId("editor");
    editor.hidden = !editor.hidden;
    byId("open-text").setAttribute("aria-expanded", String(!editor.hidden));
    if (!editor.hidden) {
      byId("source").focus();
    }
  });
  byId("editor").addEventListener("submit", event => {
    event.preventDefault();
    const source = byId("source").value;
    if (event.submitter?.value === "hex") {
      takeHex(source);
    } else {
      takeText(engine, source);
    }
  });
}

/** Textareas have LF for every line end; so has what is taken. */
async function takeText(engine, text) {
  try {
    const { bytes, unmappable } = await engine.encode(text, state.settings.encoding);
    take(bytes);
    say(unmappable === 0 ? `${number(bytes.length)} bytes.`
      : `${number(bytes.length)} bytes; ${state.settings.encoding} does not have ${number(unmappable)} of the characters.`);
  } catch (e) {
    say(e.message);
  }
}

/** Digits as people write them: C3 A9, c3a9, 0xC3,0xA9, \xC3\xA9, %C3%A9. */
export function hexBytes(source) {
  const digits = source.replace(/0x|\\x|[\s,;:%|]|\[|\]/gi, "");
  if (/[^0-9a-f]/i.test(digits) || digits.length % 2 !== 0) {
    return null;
  }
  return Uint8Array.from(digits.match(/../g) ?? [], pair => Number.parseInt(pair, 16));
}

function takeHex(source) {
  const bytes = hexBytes(source);
  if (bytes === null) {
    say("These are not pairs of hexadecimal digits.");
  } else {
    take(bytes);
    say(`${number(bytes.length)} bytes.`);
  }
}

export function take(bytes) {
  closeFile();
  visit({ bytes, base: 0, cuts: state.cuts, sample: null, active: 0, firstPiece: 0, own: true });
}

export function closeFile() {
  file = null;
  byId("window").hidden = true;
  byId("file").value = "";
}

function open(opened) {
  file = opened;
  byId("file-name").textContent = `${file.name}, ${number(file.size)} bytes`;
  byId("window").hidden = false;
  byId("file-length").value = file.size > 65536 ? "65536" : "4096";
  visit({ sample: null });
  return show(0);
}

const length = maxBytes => Math.min(maxBytes, Number(byId("file-length").value));

/** Shows the window from an offset on: a multiple of four, so that no code unit of UTF-16 or UTF-32 is halved. */
async function show(wanted) {
  if (file === null) {
    return;
  }
  const inFile = Math.max(0, Math.min(Number.isFinite(wanted) ? wanted : 0, file.size - 1));
  let base = inFile - inFile % 4;
  const shown = file;
  let bytes = new Uint8Array(await file.slice(base, base + Number(byId("file-length").value)).arrayBuffer());
  if (base > 0 && state.settings.encoding === "UTF-8") {
    const skip = continuations(bytes);
    base += skip;
    bytes = bytes.subarray(skip);
  }
  if (shown === file) {
    byId("file-offset").value = base;
    byId("file-offset").max = file.size;
    change({ bytes, base, cuts: state.cuts, sample: null, active: 0, firstPiece: 0, own: true });
    say(`Bytes ${number(base)} to ${number(base + bytes.length)} of ${file.name}.`);
  }
}

/** How many bytes at the head belong to a sequence that began before them. */
function continuations(bytes) {
  const end = bytes.findIndex(byte => (byte & 0xC0) !== 0x80);
  return end > 0 && end <= 3 ? end : 0;
}
