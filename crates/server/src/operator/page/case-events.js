// The events of a case, and their deliveries.
import { api } from "./api.js";
import { h } from "./dom.js";
import { actButton } from "./forms.js";
import { part } from "./case-parts.js";
import { say } from "./say.js";
import { code, moment } from "./words.js";

export function events(life) {
  const items = (detail) => [...detail.events].reverse();
  return part("events", "Events and deliveries", "No events yet.", items, ({ event_id }) => event_id,
    ({ event_id, type, synthetic, created_at, body, deliveries }) => h("li", {},
      h("details", { "data-keep": `event-${event_id}` },
        h("summary", { "data-keep": `event-summary-${event_id}` },
          h("span", { class: "event-name" }, h("code", {}, type), synthetic ? h("span", { class: "tag" }, "synthetic") : undefined),
          h("span", { class: "event-how" }, moment(created_at), deliveries.length === 0
            ? h("span", { class: "tag" }, "no subscription")
            : deliveries.map(({ state }) => deliveryTag(state)))),
        h("p", { class: "hint" }, h("code", {}, event_id)),
        code(body, `Body of ${type}`, `event-body-${event_id}`),
        deliveries.length > 0 && h("ul", { class: "deliveries plain" }, deliveries.map((one) =>
          h("li", {}, delivery(one, life.refresh)))))),
    { life, before: (detail) => detail.events_before });
}

export const deliveryTag = (state) => h("span", { class: `tag is-${state}` }, state);

/** A delivery: its receiver, its state, its attempts. */
export function delivery({ id, url, state, attempts, due_at, log = [] }, refresh) {
  return h("div", { class: "delivery" },
    h("p", { class: "delivery-url" }, h("code", {}, url), " ", deliveryTag(state)),
    h("p", { class: "hint" }, attempts === 1 ? "1 attempt" : `${attempts} attempts`, state === "pending" && [", due ", moment(due_at)]),
    log.length > 0 && h("ol", { class: "attempts" }, log.map(attempt)),
    state !== "pending" && actButton("Send again", async () => {
      await api("POST", `/deliveries/${id}/retry`, {});
      await refresh();
      say(`Sending delivery ${id} again.`);
    }, { "data-keep": `retry-${id}`, "aria-label": `Send delivery ${id} again` }));
}

/** What `kind` in webhooks/post.rs returns, in words. */
export const failures = {
  closed: "the receiver closed the connection",
  failed: "the delivery failed",
  host_not_found: "no such host",
  not_connected: "no connection",
  not_http: "the answer is not HTTP",
  refused: "the connection was refused",
  timeout: "no answer in time",
  tls: "no trusted TLS connection",
};

function attempt({ at, status, error, duration_ms }) {
  return h("li", {}, moment(at), ` · ${status ? `status ${status}` : failures[error] ?? "no answer"} · ${duration_ms} ms`);
}
