// One case: its data, its state, its actions, its history.
import { api } from "./api.js";
import { caseActions } from "./case-actions.js";
import { cancellationTool, sampleTool, syntheticTool } from "./case-tools.js";
import { events } from "./case-events.js";
import { files, interactions, offers, results, timeline } from "./case-parts.js";
import { fill, h, setText } from "./dom.js";
import { chip, code, moment, size, spoken, testTag, words } from "./words.js";

export function caseView(shared, id) {
  const heading = h("h1", { tabindex: "-1" }, `Case ${id}`);
  const about = h("p", { class: "about" });
  const strip = h("ol", { class: "life plain", "aria-label": "Progress of the case" });
  const facts = h("div");
  const problem = h("div");
  // The number of history entries that are shown, newest first.
  const life = { id, refresh: shared.refresh, entries: 100 };
  const actions = caseActions(life);
  const tools = [cancellationTool(life), sampleTool(life), syntheticTool(life)];
  const parts = [timeline(life), interactions(), files(), offers(), results(), events(life)];
  const body = h("div", { class: "case-body", hidden: true },
    strip,
    h("div", { class: "case-columns" },
      h("div", { class: "stack" }, actions.element, parts.map((part) => part.element)),
      h("div", { class: "stack" }, h("section", { class: "card", "aria-labelledby": "facts-title" },
        h("h2", { id: "facts-title" }, "Summary"), facts), tools.map((tool) => tool.element))));

  const view = {
    title: `Case ${id}`,
    nav: undefined,
    element: h("div", { class: "page wide" },
      h("p", { class: "back" }, h("a", { href: "#/" }, "All cases")),
      h("div", { class: "page-heading" }, heading, about),
      problem, body),
    async refresh() {
      const detail = await api("GET", `/cases/${id}?page_size=${life.entries}`);
      const { case: one } = detail;
      problem.replaceChildren();
      body.hidden = false;
      view.title = one.issue_key ?? `Case ${id}`;
      setText(heading, view.title);
      const isCanceled = one.closing?.by === "cancellation";
      fill(about, [one.state, isCanceled, one.is_test, one.product, one.organization], () => [
        chip(one.state, isCanceled), one.is_test && testTag(), h("span", {}, one.product.toUpperCase()), h("span", {}, one.organization),
      ]);
      fill(strip, [one.state, detail.been, isCanceled], () => steps(one.state, detail.been, isCanceled));
      fill(facts, one, summary);
      actions.show(detail);
      for (const part of [...tools, ...parts]) part.show(detail);
    },
    refused(error) {
      body.hidden = true;
      problem.replaceChildren(h("div", { class: "error", role: "alert" }, h("p", {}, error.message)));
    },
  };
  return view;
}

/** The five states, with marks for past ones and the current one. */
function steps(state, states, isCanceled) {
  const been = new Set(states);
  return words.states.map((word) => {
    const now = word === state;
    const kind = now ? "is-here" : been.has(word) ? "is-past" : "";
    return h("li", { class: kind, "aria-current": now && "step" },
      h("span", { class: "dot", "aria-hidden": "true" }),
      h("span", {}, now && isCanceled ? "Canceled" : spoken(word), kind === "is-past" && h("span", { class: "vh" }, " (past)")));
  });
}

function summary(one) {
  const rows = [
    ["Plaintiff", one.payload?.plaintiff_name],
    ["Firm’s file number", one.payload?.office_case_number],
    ["Issue key", one.issue_key ?? "not yet"],
    ["ID", one.id],
    ["Source", one.source === "api" ? "API" : one.source],
    ["Token", one.token_name],
    ["Created", moment(one.created_at)],
    ["Changed", moment(one.updated_at)],
    ["Open request", one.open_interaction && h("code", {}, one.open_interaction)],
    ["Added files", one.appended && `${one.appended.count}, ${size(one.appended.bytes)}`],
    ["Published", one.published_at && moment(one.published_at)],
    ["Closed", one.closed_at && moment(one.closed_at)],
    ["Closed by", one.closing && closing(one.closing)],
  ];
  return [
    h("dl", { class: "facts" }, rows.filter(([, value]) => value !== undefined && value !== null && value !== "")
      .map(([name, value]) => h("div", {}, h("dt", {}, name), h("dd", {}, value instanceof Node ? value : String(value))))),
    h("details", { "data-keep": "payload" }, h("summary", { "data-keep": "payload-summary" }, "The case as it was submitted"),
      code(one.payload, "The case as it was submitted", "payload-code")),
  ];
}

function closing({ by, reason, eligibility, assumed, fee_usd }) {
  if (!eligibility) return spoken(by);
  const parts = [spoken(by), spoken(eligibility).toLowerCase() + (assumed ? " (assumed)" : ""), fee_usd && `$${fee_usd}`, reason && `“${reason}”`];
  return parts.filter(Boolean).join(", ");
}
