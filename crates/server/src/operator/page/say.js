// The status line at the foot of the page, which shows and announces the effect of an action.
import { h, setText } from "./dom.js";

const line = document.getElementById("status");
const close = document.getElementById("status-close");
close.addEventListener("click", () => {
  say("");
  document.querySelector("h1")?.focus();
});

export function say(text) {
  // Announces the same text again.
  if (text !== "" && line.textContent === text) line.replaceChildren();
  setText(line, text);
  close.hidden = text === "";
}

/** Reports the effect of an action on a case. */
export function sayDone(what, { state, events = [], notes = [] } = {}, spoken = String) {
  const parts = [`${what}: done.`];
  if (state) parts.push(`The case is now “${spoken(state)}”.`);
  parts.push(events.length > 0 ? `Fired ${events.join(", ")}.` : "No event fired.");
  parts.push(...notes.map((note) => `Note at ${note.at || "/"}: ${note.message}`));
  say(parts.join(" "));
}

/** Shows an error where the action was started; the focus stays. */
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
