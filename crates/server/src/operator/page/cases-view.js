// The list of cases.
import { pagesOf } from "./api.js";
import { h, hidden, keyed, setText } from "./dom.js";
import { field, select, setOptions } from "./forms.js";
import { chip, moment, span, spoken, testTag, words } from "./words.js";

export function casesView(shared, params) {
  const heading = h("h1", { tabindex: "-1" }, "Cases");
  const remember = () => {
    const query = new URLSearchParams();
    if (organization.value) query.set("organization", organization.value);
    if (state.value) query.set("state", state.value);
    // The address follows the filters without new history entries.
    history.replaceState(null, "", `#/${query.size > 0 ? `?${query}` : ""}`);
  };
  let wanted = params.get("organization") ?? "";
  const organization = select([["", "All organizations"]], {
    onchange() {
      wanted = organization.value;
      pages = 1;
      remember();
      shared.refresh();
    },
  });
  const state = select([["", "All states"], ...words.states.map((word) => [word, spoken(word)])], {
    onchange() {
      remember();
      draw();
    },
  });
  state.value = params.get("state") ?? "";
  // The rows name each value themselves, for people who hear them.
  const heads = h("p", { class: "case-heads hint", "aria-hidden": "true" },
    ["Case", "Plaintiff", "State", "Product", "Organization", "Source", "Created"].map((text) => h("span", {}, text)));
  const list = h("ul", { class: "cases plain" });
  const count = h("p", { class: "hint", role: "status" });
  const empty = h("div", { class: "empty", hidden: true });
  const older = h("button", {
    type: "button", class: "button secondary", hidden: true,
    onclick() {
      pages += 1;
      shared.refresh();
    },
  }, "Show older cases");
  let pages = 1;
  let cases;

  function draw() {
    if (!cases) return;
    const shown = cases.filter((one) => !state.value || one.state === state.value);
    const { now } = shared.overview;
    keyed(list, shown.map((one) => ({ ...one, age: span(new Date(now) - new Date(one.created_at)) })), (one) => one.id, row);
    setText(count, cases.length === 0 ? "" : `${shown.length} of ${cases.length}, newest first`);
    empty.hidden = shown.length > 0;
    heads.hidden = shown.length === 0;
    if (shown.length > 0) return;
    empty.replaceChildren(
      h("p", {}, cases.length > 0 ? "No cases in this state." : "No cases yet."),
      h("p", { class: "hint" }, cases.length > 0 ? "Choose another state above." : "Create one through the API, or ",
        cases.length === 0 && h("a", { href: "#/submit" }, "submit one through another channel"), cases.length === 0 && "."));
  }

  return {
    title: "Cases",
    nav: "#/",
    element: h("div", { class: "page" },
      h("div", { class: "page-heading" }, heading, count),
      h("div", { class: "filters" }, field("Organization", organization), field("State", state)),
      h("div", {}, heads, list), empty, h("div", { class: "actions" }, older)),
    async refresh() {
      setOptions(organization, [["", "All organizations"], ...shared.overview.organizations.map(({ id, name }) => [id, name])]);
      organization.value = wanted;
      const { found, more } = await pagesOf("/cases", "cases", { organization: organization.value }, pages);
      cases = found;
      older.hidden = !more;
      draw();
    },
  };
}

function row({ id, issue_key, plaintiff_name, organization, product, source, state, is_cancelled, is_test, created_at, age }) {
  return h("li", { class: "case-row" },
    h("p", { class: "case-name" },
      h("a", { href: `#/cases/${id}`, "data-keep": `case-${id}` }, issue_key ?? `Case ${id}`),
      !issue_key && h("span", { class: "hint" }, "no key yet")),
    h("p", { class: "case-plaintiff" }, hidden("Plaintiff: "), plaintiff_name ?? "–"),
    h("p", { class: "case-state" }, hidden("State: "), chip(state, is_cancelled), is_test && testTag()),
    h("p", {}, hidden("Product: "), product.toUpperCase()),
    h("p", {}, hidden("Organization: "), organization),
    h("p", {}, hidden("Source: "), source === "api" ? "API" : source),
    h("p", { class: "case-age" }, h("span", { "aria-hidden": "true" }, `${age} ago`), h("span", { class: "vh" }, "Created ", moment(created_at))));
}
