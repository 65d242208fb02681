// A case of a rule, with the library's current verdict.
import type { Issue, Product } from "casegate/slim";
import { h } from "../kit/dom.js";
import { playgroundLink } from "../kit/share.js";
import { contextOf, payloadOf, type CaseFile, type RuleCase, type Verdict } from "./data.js";
import { labelOf } from "./parts.js";
import { payloadView } from "./payload.js";
import { words } from "./words.js";

/** The opened cases of a rule's page. */
export interface Memory {
  readonly open: Set<string>;
}

export function caseView(rule: string, one: RuleCase, key: string, verdict: Verdict, file: CaseFile, memory: Memory): HTMLElement {
  const w = words;
  const body = h("div", { class: "case-body" });
  const root = h("details", { class: "case", "data-rule": rule, "data-agrees": String(verdict.agrees), open: memory.open.has(key) },
    h("summary", {}, h("span", { class: "case-line" },
      // The names of cases are those of the test vectors, which are in English.
      h("span", { class: "case-name", lang: "en" }, one.name),
      ...one.found.map(({ code, severity }) => h("code", { class: `severity is-${severity}` }, code)),
      h("span", { class: `case-verdict${verdict.agrees ? "" : " is-different"}` }, verdict.agrees ? `✓ ${w.asListed}` : `✗ ${w.notAsListed}`))),
    body);
  const fill = () => {
    if (body.childElementCount === 0) body.append(...content(one, verdict, file));
  };
  if (root.open) fill();
  root.addEventListener("toggle", () => {
    if (root.open) fill();
    memory.open[root.open ? "add" : "delete"](key);
  });
  return root;
}

function found({ severity, code, at, message }: Issue, product: Product): HTMLElement {
  return h("li", { class: `is-${severity}` }, h("p", {}, message), h("p", { class: "codes" },
    h("span", { class: "code-name" }, words.severities[severity]), " ", h("code", {}, code), ` ${labelOf(at, product)} `, at !== "" && h("code", {}, at)));
}

function content(one: RuleCase, verdict: Verdict, file: CaseFile): Node[] {
  const w = words;
  const base = file.bases[one.base] ?? {};
  const payload = payloadOf(one, file);
  const context = contextOf(one, file);
  const isChanged = one.set !== undefined || one.remove !== undefined;
  const link = h("a", { class: "button secondary", href: "playground.html" }, w.open);
  void playgroundLink({ text: JSON.stringify(payload, null, 2), context }).then((address) => link.setAttribute("href", address));
  const text = payloadView(base, payload);
  const legend = [text.querySelector("ins") && h("ins", {}, w.added), text.querySelector("del") && h("del", {}, w.removed)].filter((item) => item !== null);
  return [
    h("h3", {}, w.says),
    h("p", { class: "case-state" }, w.states[verdict.state ?? "unread"]),
    verdict.issues.length === 0 ? h("p", {}, w.saysNothing)
      : h("ul", { class: "plain issues" }, ...verdict.issues.map((issue) => found(issue, base["case_type"] === "pe" ? "pe" : "pl"))),
    h("h3", {}, w.payload),
    h("p", { class: "hint" }, isChanged ? w.payloadHint(one.base) : w.payloadSame(one.base)),
    ...(legend.length === 0 ? [] : [h("p", { class: "legend" }, ...legend.flatMap((item) => [item, " "]))]),
    text,
    h("h3", {}, w.context),
    h("pre", { class: "code" }, JSON.stringify(context, null, 2)),
    h("div", { class: "actions" }, link),
  ];
}
