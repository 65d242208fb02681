// One line at the foot of the page that tells what an action did, seen and heard.
import { h, setText } from "./dom.js";

const line = document.getElementById("status");
const close = document.getElementById("told-close");
close.addEventListener("click", () => {
  say("");
  document.querySelector("h1")?.focus();
});

export function say(text) {
  // The same words again are news again.
  if (text !== "" && line.textContent === text) line.replaceChildren();
  setText(line, text);
  close.hidden = text === "";
}

/** What an action did to a case. */
export function sayDone(what, { state, events = [], notes = [] } = {}, spoken = String) {
  const parts = [`${what}: done.`];
  if (state) parts.push(`The case is now “${spoken(state)}”.`);
  parts.push(events.length > 0 ? `Fired ${events.join(", ")}.` : "No event fired.");
  parts.push(...notes.map((note) => `Note at ${note.at || "the whole"}: ${note.message}`));
  say(parts.join(" "));
}

/** Shows why something failed where it was asked for; the focus stays. */
export function errorBox() {
  const element = h("div", { class: "error", role: "alert" });
  return {
    element,
    clear() {
      element.replaceChildren();
    },
    show(error) {
      const issues = error.issues ?? [];
      element.replaceChildren(
        h("p", {}, error.message),
        ...(issues.length > 0 ? [h("ul", { class: "issues" }, issues.map(issue))] : []),
      );
    },
  };
}

function issue({ pointer, code, message, severity }) {
  return h("li", { class: severity === "warning" ? "is-warning" : "" },
    h("p", { class: "codes" }, pointer && h("code", {}, pointer.replace(/^#/, "") || "/"), " ", h("span", { class: "rule" }, code)),
    h("p", {}, message));
}
