// What can be taken away: a link, a test case in Java, a conformance vector.
import { byId, plural, say } from "./dom.js";
import { fragment, MOST_SHARED } from "./fragment.js";
import { state } from "./state.js";

export function connectExport(engine) {
  byId("share").addEventListener("click", async () => {
    const text = fragment();
    if (text === null) {
      say(`A link holds at most ${plural(MOST_SHARED, "byte")}.`);
      return;
    }
    history.replaceState(history.state, "", `#${text}`);
    await copy(location.href, "The link is copied.");
  });
  byId("java").addEventListener("click", () => show(engine, "java", "A test case in Java"));
  byId("vector").addEventListener("click", () => show(engine, "vector", "A conformance vector"));
  byId("exported-copy").addEventListener("click", () => copy(byId("exported-text").value, "Copied."));
  byId("exported-close").addEventListener("click", () => byId("exported").close());
}

async function show(engine, what, title) {
  try {
    const exported = await engine.export(state.settings);
    byId("exported-title").textContent = title;
    byId("exported-text").value = exported[what];
    byId("exported").showModal();
  } catch (e) {
    say(e.message);
  }
}

async function copy(text, done) {
  try {
    await navigator.clipboard.writeText(text);
    say(done);
  } catch {
    say("This browser does not let the page write to the clipboard.");
  }
}
