// The end for now: the prepared payload, to copy, download or print. A later page sends it.
import { prepareCase } from "casegate/slim";
import type { App } from "../app.js";
import { fieldAt, labelOfWord } from "../../kit/catalogue.js";
import { download } from "../draft.js";
import { answerList } from "./answer-list.js";
import { h, quietButton, type Child } from "../../kit/dom.js";
import { pageHeading } from "./field.js";
import type { Page } from "./step-page.js";

export function readyPage(app: App): Page {
  const { prepared, omitted } = prepareCase(app.sheet.payload(), app.host);
  const text = JSON.stringify(prepared, undefined, 2);
  const status = h("p", { class: "status", role: "status" });
  const copy = async (): Promise<void> => {
    try {
      await navigator.clipboard.writeText(text);
      status.textContent = "Copied.";
    } catch {
      status.textContent = "The browser did not allow copying. Select the text below, or download it.";
    }
  };
  const name = String(app.answers.get("/office_case_number") ?? "case").replace(/[^\w.-]+/g, "-");
  const root = h("div", { class: "ready" },
    pageHeading("The payload is ready"),
    h("p", { class: "intro" }, "The rulebook found nothing that would be refused. This is the case as it would be sent; nothing has left this device."),
    h("div", { class: "actions" },
      h("button", { type: "button", class: "button", onclick: () => download(`${name}.json`, `${text}\n`) }, "Download the payload"),
      h("button", { type: "button", class: "button secondary", onclick: () => void copy() }, "Copy it"),
      h("button", { type: "button", class: "button secondary", onclick: () => print() }, "Print this page")),
    status,
    h("h2", {}, "What follows from it"),
    h("dl", { class: "facts" }, ...facts(app)),
    omitted.length > 0 && h("p", { class: "hint" }, `Left out: ${omitted.map((entry) => `${entry.at} (${entry.reason})`).join(", ")}`),
    h("h2", { id: "payload-title" }, "Payload"),
    h("pre", { class: "code", tabindex: 0, role: "region", "aria-labelledby": "payload-title" }, text),
    h("h2", {}, "Your answers"),
    h("div", { class: "all-answers" }, ...answerList(app, false)),
    h("div", { class: "actions quiet-actions" },
      quietButton("Back to the answers", () => app.go("check")),
      quietButton("Start a new case", () => void app.discard())));
  return { title: "The payload is ready", root, update: () => {} };
}

function facts(app: App): Child[] {
  const { facts, rulebook } = app.sheet.report;
  const type = fieldAt("/case_type");
  const reporter = {
    cc_emails: "The first address to copy",
    token_name: "The name of the token",
    none: "Nobody: the first address to copy is not an email address",
  }[facts.reporter ?? "none"];
  return [
    ...pair("Product", type && facts.case_type ? labelOfWord(type, facts.case_type, facts.case_type) : undefined),
    ...pair("Kind of case", facts.test ? "A test case: never invoiced, fires no events" : "A real case"),
    ...pair("Reported by", reporter),
    ...pair("Refused carriers", facts.case_type === "pl" && facts.refused_carriers === "inactive" ? "Not checked here: no list was given" : undefined),
    ...pair("Extra fee for the carrier", facts.carrier_fee_usd ? `${facts.carrier_fee_usd} USD` : undefined),
    ...pair("Checked", `on ${app.host.today} with rulebook ${rulebook.version} (${rulebook.digest})`),
  ];
}

function pair(term: string, text: string | undefined): Child[] {
  return text === undefined ? [] : [h("div", {}, h("dt", {}, term), h("dd", {}, text))];
}
