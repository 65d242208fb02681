// The list of cases.
import { pagesOf } from "./api.js";
import { h, hidden, keyed, setText } from "./dom.js";
import { field, select, setOptions } from "./forms.js";
import { t } from "./language.js";
import { chip, moment, span, spoken, testTag, words } from "./words.js";

export function casesView(shared, params) {
  const heading = h("h1", { tabindex: "-1" }, t("Cases"));
  const remember = () => {
    const query = new URLSearchParams();
    if (organization.value) query.set("organization", organization.value);
    if (state.value) query.set("state", state.value);
    // The address follows the filters without new history entries.
    history.replaceState(null, "", `#/${query.size > 0 ? `?${query}` : ""}`);
  };
  let wanted = params.get("organization") ?? "";
  const organization = select([["", t("All organizations")]], {
    onchange() {
      wanted = organization.value;
      pages = 1;
      remember();
      shared.refresh();
    },
  });
  const state = select([["", t("All states")], ...words.states.map((word) => [word, spoken(word)])], {
    onchange() {
      remember();
      draw();
    },
  });
  state.value = params.get("state") ?? "";
  const list = h("ul", { class: "cases plain" });
  const count = h("p", { class: "hint", role: "status" });
  const empty = h("div", { class: "empty", hidden: true });
  const older = h("button", {
    type: "button", class: "button secondary", hidden: true,
    onclick() {
      pages += 1;
      shared.refresh();
    },
  }, t("Show older cases"));
  let pages = 1;
  let cases;

  function draw() {
    if (!cases) return;
    const shown = cases.filter((one) => !state.value || one.state === state.value);
    const { now } = shared.overview;
    keyed(list, shown.map((one) => ({ ...one, age: span(new Date(now) - new Date(one.created_at)) })), (one) => one.id, row);
    setText(count, cases.length === 0 ? "" : t("{0} of {1}, newest first", shown.length, cases.length));
    empty.hidden = shown.length > 0;
    if (shown.length > 0) return;
    empty.replaceChildren(
      h("p", {}, cases.length > 0 ? t("No cases in this state.") : t("No cases yet.")),
      h("p", { class: "hint" }, cases.length > 0 ? t("Choose another state above.") : t("Create one through the API, or "),
        cases.length === 0 && h("a", { href: "#/submit" }, t("submit one through another channel")), cases.length === 0 && "."));
  }

  return {
    title: t("Cases"),
    nav: "#/",
    element: h("div", { class: "page" },
      h("div", { class: "page-heading" }, heading, count),
      h("div", { class: "filters" }, field(t("Organization"), organization), field(t("State"), state)),
      list, empty, h("div", { class: "actions" }, older)),
    async refresh() {
      setOptions(organization, [["", t("All organizations")], ...shared.overview.organizations.map(({ id, name }) => [id, name])]);
      organization.value = wanted;
      const { found, more } = await pagesOf("/cases", "cases", { organization: organization.value }, pages);
      cases = found;
      older.hidden = !more;
      draw();
    },
  };
}

function row({ id, issue_key, organization, product, source, state, is_test, created_at, age }) {
  return h("li", { class: "case-row" },
    h("p", { class: "case-name" },
      h("a", { href: `#/cases/${id}`, "data-keep": `case-${id}` }, issue_key ?? t("Case {0}", id)),
      !issue_key && h("span", { class: "hint" }, t("no key yet"))),
    h("p", { class: "case-state" }, hidden(t("State: ")), chip(state), is_test && testTag()),
    h("p", {}, hidden(t("Product: ")), product.toUpperCase()),
    h("p", {}, hidden(t("Organization: ")), organization),
    h("p", {}, hidden(t("Source: ")), source === "api" ? "API" : source),
    h("p", { class: "case-age" }, h("span", { "aria-hidden": "true" }, t("{0} ago", age)), h("span", { class: "vh" }, t("Created"), " ", moment(created_at))));
}
