// Symptoms, each with a stream that has it, the sentence that explains it and the Java that mends it.
import { byId, h, say } from "./dom.js";
import { closeFile, hexBytes } from "./documents.js";
import { visit } from "./history.js";
import { change, changeSettings, onChange, state } from "./state.js";

const PLAIN = { encoding: "UTF-8", malformed: "REPLACE", bom: "PER_ENCODING", breaks: "LF_OR_CRLF" };

export async function connectSamples() {
  const samples = await (await fetch("samples.json")).json();
  byId("symptoms").replaceChildren(...samples.map(sample => h("li", {},
    h("button", { type: "button", "data-sample": sample.id, onclick: () => choose(sample) }, sample.title))));
  const shown = () => samples.find(sample => sample.id === state.sample);
  byId("story-apply").addEventListener("click", () => {
    changeSettings(shown().mended);
    say(`Now read as the line says.`);
  });
  byId("story-example").addEventListener("click", () => {
    closeFile();
    visit(example(shown()));
  });
  byId("story-copy").addEventListener("click", async () => {
    await navigator.clipboard.writeText(shown().mend);
    say("Copied.");
  });
  onChange(names => (names.has("sample") || names.has("own")) && tell(shown()));
  return samples;
}

/** Bytes that were pasted stay: the symptom is told of them. */
function choose(sample) {
  if (state.own) {
    visit({ sample: sample.id });
    say("Your bytes are still shown.");
  } else {
    closeFile();
    visit(example(sample));
  }
}

/** The first that is shown. */
export const show = sample => change(example(sample));

function example(sample) {
  return {
    bytes: hexBytes(sample.hex), base: 0, cuts: sample.cuts, settings: { ...PLAIN, ...sample.settings },
    sample: sample.id, active: sample.active ?? 0, firstPiece: 0, own: false,
  };
}

function tell(sample) {
  byId("story").hidden = sample === undefined;
  document.querySelectorAll("[data-sample]").forEach(button =>
    button.setAttribute("aria-pressed", String(button.dataset.sample === sample?.id)));
  if (sample !== undefined) {
    byId("story-title").textContent = sample.title;
    byId("story-says").textContent = sample.says;
    byId("story-mend").textContent = sample.mend;
    byId("story-apply").hidden = sample.mended === undefined;
    byId("story-example").hidden = !state.own;
  }
}
