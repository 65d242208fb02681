// The library's repairs, operation by operation, and a button that makes them.
import type { CasegateIntakeElement } from "casegate/intake";
import { h, setChildren, setText } from "../kit/dom.js";
import type { Part } from "./panel.js";
import { words } from "./panel-words.js";

export function repairs(intake: CasegateIntakeElement): Part {
  const w = words().panel;
  const list = h("ul", { class: "plain repairs" });
  const none = h("p", { class: "hint" }, w.noRepairs);
  const title = h("h2", { id: "repairs-title", tabindex: -1 }, w.repairs);
  const said = h("p", { class: "hint", role: "status" });
  const button = h("button", {
    type: "button", class: "button secondary", onclick: () => {
      const count = intake.repair();
      said.textContent = w.repaired(count);
      title.focus();
    },
  }, w.repairAll);
  const root = h("section", {}, title, none, list, said, button);
  return {
    root,
    update: () => {
      const patch = intake.repairs;
      none.hidden = patch.length > 0 || said.textContent !== "";
      button.hidden = patch.length === 0;
      if (patch.length > 0) setText(said, "");
      setChildren(list, JSON.stringify(patch), () => patch.map((operation) => h("li", { class: "codes" },
        h("code", { class: "code-name" }, operation.op), " ", h("code", {}, operation.path),
        ...("value" in operation ? [" → ", h("code", {}, JSON.stringify(operation.value))] : []))));
    },
  };
}
