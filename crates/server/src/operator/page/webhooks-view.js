// Subscriptions, the mode of delivery, and the log of deliveries.
import { api, pagesOf } from "./api.js";
import { delivery } from "./case-events.js";
import { part } from "./case-parts.js";
import { h } from "./dom.js";
import { field, form, radios, required, select, setOptions, sureButton, actButton, text, Wrong } from "./forms.js";
import { say } from "./say.js";
import { moment, words } from "./words.js";

export function webhooksView(shared) {
  const secret = h("div", { class: "notice", hidden: true, tabindex: "-1" });
  const show = (what, value) => {
    secret.hidden = false;
    secret.replaceChildren(h("p", {}, h("strong", {}, what), " It is shown once."), h("p", {}, h("code", {}, value)));
    secret.focus();
  };
  const refresh = () => shared.refresh();
  const subscriptions = part("subscriptions", "Subscriptions", "No subscriptions yet.", (found) => found, ({ id }) => id,
    (one) => subscription(one, show, refresh));
  const log = deliveries(refresh);
  const mode = deliveryMode(refresh);
  const added = addition(shared, show);
  return {
    title: "Webhooks",
    nav: "#/webhooks",
    element: h("div", { class: "page wide" },
      h("div", { class: "page-heading" }, h("h1", { tabindex: "-1" }, "Webhooks")),
      h("div", { class: "case-columns" },
        h("div", { class: "stack" }, secret, subscriptions.element, log.element),
        h("div", { class: "stack" }, added.element, mode.element))),
    async refresh() {
      added.refresh();
      subscriptions.show((await api("GET", "/subscriptions")).subscriptions);
      mode.show(shared.overview.faults);
      await log.refresh();
    },
  };
}

function subscription({ id, url, organization, events, source, created_at, ended_at, signed, rotating }, show, refresh) {
  return h("li", {},
    h("p", { class: "delivery-url" }, h("code", {}, url), " ",
      signed === false && h("span", { class: "tag" }, "unsigned"), rotating && h("span", { class: "tag is-on" }, "two secrets"),
      ended_at && h("span", { class: "tag" }, "ended")),
    h("p", { class: "hint" }, [organization, events ? events.join(", ") : "all events", source === "config" ? "from the settings" : undefined]
      .filter(Boolean).join(" · "), " · ", moment(created_at)),
    !ended_at && h("div", { class: "quiet-actions" },
      actButton("Rotate secret", async () => {
        const answer = await api("POST", `/subscriptions/${id}/rotate`, {});
        await refresh();
        show("The new secret. Both sign until the rotation is finished.", answer.secret);
      }, { class: "quiet", "data-keep": `rotate-${id}` }),
      rotating && actButton("Finish rotation", async () => {
        await api("POST", `/subscriptions/${id}/rotated`, {});
        await refresh();
        say("The old secret no longer signs.");
      }, { class: "quiet", "data-keep": `rotated-${id}` }),
      sureButton("Remove", "Remove it", async () => {
        await api("DELETE", `/subscriptions/${id}`);
        await refresh();
        say("Subscription removed.");
        document.querySelector("h1").focus();
      }, `remove-${id}`)));
}

function addition(shared, show) {
  const organization = select([]);
  const url = text({ type: "url", inputmode: "url", placeholder: "http://localhost:4000/webhooks" });
  const events = words.events.map((word) => h("input", { type: "checkbox", value: word }));
  const signing = radios("Signature", [["made", "Create a secret"], ["none", "Send unsigned"]]);
  const element = h("section", { class: "card", "aria-labelledby": "add-title" }, h("h2", { id: "add-title" }, "Add a subscription"), form({}, {
    fields: [
      field("Organization", organization),
      field("Address", url, "An http or https address that accepts POST."),
      h("fieldset", { class: "field" }, h("legend", {}, "Events"), h("p", { class: "hint" }, "Choose none to receive all."),
        h("div", { class: "choices" }, events.map((input) => h("label", { class: "option" }, input, h("span", {}, h("code", {}, input.value)))))),
      signing.element,
    ],
    label: "Add subscription",
    async send() {
      const chosen = events.filter((input) => input.checked).map((input) => input.value);
      const answer = await api("POST", "/subscriptions", {
        organization: Number(organization.value), url: required(url, "Enter the address."),
        ...(chosen.length > 0 && { events: chosen }), ...(signing.value() === "made" && { secret: true }),
      });
      url.value = "";
      await shared.refresh();
      if (answer.secret) show("The secret of the new subscription.", answer.secret);
      else say("Subscription added.");
    },
  }));
  return {
    element,
    refresh: () => setOptions(organization, shared.overview.organizations.map(({ id, name }) => [id, name])),
  };
}

/** Rules of faults about all deliveries, which this form sets. It keeps other rules. */
const isMode = (rule) => rule.event === "any" && ["late", "doubled", "shuffled"].includes(rule.fault)
  && !["organization", "nth", "from", "every", "first"].some((name) => name in rule);

function deliveryMode(refresh) {
  const late = text({ inputmode: "numeric", class: "box size-s" });
  const [twice, shuffled] = ["twice", "shuffled"].map((name) => h("input", { type: "checkbox", name }));
  let dirty = false;
  const save = form({ oninput: () => { dirty = true; } }, {
    fields: [
      field("Delay in milliseconds", late, "0 sends right away."),
      h("fieldset", { class: "field" }, h("legend", {}, "Also"), h("div", { class: "choices" },
        h("label", { class: "option" }, twice, h("span", {}, "Send each event twice")),
        h("label", { class: "option" }, shuffled, h("span", {}, "Send in random order")))),
    ],
    label: "Save", look: "secondary",
    async send() {
      const late_ms = Number(late.value);
      if (late.value.trim() === "" || !Number.isSafeInteger(late_ms) || late_ms < 0) throw new Wrong(late, "Enter a whole number, 0 or more.");
      const rules = { late: late_ms > 0 && { ms: late_ms }, doubled: twice.checked && {}, shuffled: shuffled.checked && {} };
      const own = Object.entries(rules).filter(([, on]) => on).map(([fault, amount]) => ({ event: "any", fault, ...amount }));
      const { faults } = await api("GET", "/faults");
      const others = faults.filter((rule) => !isMode(rule)).map(({ seen, hit, ...rule }) => rule);
      await api("PUT", "/faults", { faults: [...others, ...own] });
      dirty = false;
      await refresh();
      say("Event delivery: saved.");
    },
  });
  return {
    element: h("section", { class: "card", "aria-labelledby": "mode-title" }, h("h2", { id: "mode-title" }, "Event delivery"),
      h("p", { class: "hint" }, "Simulate events that arrive late, twice or out of order."), save),
    show(faults) {
      if (dirty) return;
      const of = (fault) => faults.find((rule) => isMode(rule) && rule.fault === fault);
      const ms = of("late")?.ms ?? 0;
      if (late.value !== String(ms)) late.value = ms;
      twice.checked = Boolean(of("doubled"));
      shuffled.checked = Boolean(of("shuffled"));
    },
  };
}

function deliveries(refresh) {
  const state = select([["", "All"], ["pending", "Pending"], ["delivered", "Delivered"], ["failed", "Failed"]],
    { class: "box size-m", onchange: refresh });
  const list = part("log", "Delivery log", "No deliveries yet.", (found) => found, ({ id }) => id, (one) => h("li", {},
    h("p", { class: "log-line" }, h("code", {}, one.type),
      h("a", { href: `#/cases/${one.case_id}`, "data-keep": `log-${one.id}` }, `Case ${one.case_id}`)),
    delivery(one, refresh)));
  const older = h("button", {
    type: "button", class: "button secondary small", hidden: true,
    onclick() {
      pages += 1;
      refresh();
    },
  }, "Show older deliveries");
  let pages = 1;
  list.element.querySelector("h2").after(field("State", state));
  list.element.append(h("div", { class: "actions" }, older));
  return {
    element: list.element,
    async refresh() {
      const { found, more } = await pagesOf("/deliveries", "deliveries", { state: state.value }, pages);
      list.show(found);
      older.hidden = !more;
    },
  };
}
