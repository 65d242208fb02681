// The parts of a case. Each shows the stand-in's answer, and makes no decision.
import { download } from "./api.js";
import { fill, h, keyed } from "./dom.js";
import { actButton } from "./forms.js";
import { chip, code, moment, size, spoken } from "./words.js";

/** The most entries of a history that are requested at once. */
const MOST = 1000;

/** A button for older entries than `before`, or nothing without any. */
function older(life, before) {
  const button = actButton("Show older", async () => {
    life.entries = Math.min(life.entries + 100, MOST);
    await life.refresh();
  });
  const rest = h("p", { class: "hint", hidden: true }, `Older entries are in the operator’s API, ${MOST} per page.`);
  return {
    elements: [button, rest],
    show(detail) {
      const more = before(detail) !== null && before(detail) !== undefined;
      button.hidden = !more || life.entries >= MOST;
      rest.hidden = !more || life.entries < MOST;
    },
  };
}

/**
 * A titled list with a text for an empty one. `history` has the case and the start of its older
 * entries.
 */
export function part(id, title, nothing, items, keyOf, make, history) {
  const rest = history && older(history.life, history.before);
  const list = h("ul", { class: `${id} plain` });
  const none = h("p", { class: "nothing" }, nothing);
  return {
    element: h("section", { class: "card", "aria-labelledby": `${id}-title` }, h("h2", { id: `${id}-title` }, title), none, list, rest?.elements ?? []),
    show(detail) {
      rest?.show(detail);
      const found = items(detail);
      none.hidden = found.length > 0;
      list.hidden = found.length === 0;
      keyed(list, found, keyOf, make);
    },
  };
}

export function timeline(life) {
  // Newest first. An entry has no id, but its position never changes.
  const items = (detail) => {
    const earlier = Object.values(detail.done).reduce((sum, count) => sum + count, 0) - detail.timeline.length;
    return detail.timeline.map((entry, index) => ({ ...entry, index: earlier + index })).reverse();
  };
  return part("timeline", "Timeline", "Nothing yet.", items, ({ index }) => index, ({ at, trigger, from, to, event }) =>
    h("li", {},
      h("p", { class: "timeline-at" }, moment(at)),
      h("p", {}, h("strong", {}, spoken(trigger)), " ", from === to ? chip(to) : h("span", { class: "change" }, from && [chip(from), h("span", {}, " → ")], chip(to, trigger === "cancel"))),
      h("p", { class: "hint" }, event ? ["Fired ", h("code", {}, event)] : "No event fired.")),
    { life, before: (detail) => detail.timeline_before });
}

export function interactions() {
  return part("interactions", "Requests and replies", "No requests yet.", (detail) => detail.interactions,
    ({ interaction_id }) => interaction_id, ({ interaction_id, message, opened_at, reply, replied_at }) =>
      h("li", {},
        h("p", { class: "hint" }, h("code", {}, interaction_id), " · ", moment(opened_at)),
        h("p", { class: "words" }, message),
        replied_at
          ? h("div", { class: "reply" }, h("p", { class: "hint" }, "Reply · ", moment(replied_at)),
            h("p", { class: "words" }, reply || "No text, only files."))
          : h("p", { class: "hint" }, "No reply yet.")));
}

export function files() {
  const came = { create: "with the case", append: "added later", respond: "with a reply" };
  return part("files", "Files", "No files.", (detail) => detail.files, ({ id }) => id, ({ id, filename, label, through, size: bytes, created_at }) =>
    h("li", {},
      h("div", { class: "file-words" }, h("p", { class: "file-name" }, filename),
        h("p", { class: "hint" }, `${spoken(label)} · ${size(bytes)} · ${came[through] ?? through} · `, moment(created_at))),
      actButton("Download", () => download(`/files/${encodeURIComponent(id)}`, filename), {
        "data-keep": `file-${id}`, "aria-label": `Download ${filename}`,
      })));
}

export function offers() {
  return part("offers", "Offers", "No policies offered.", (detail) => detail.offers, ({ offer_id }) => offer_id,
    ({ offer_id, additional_policies }) => h("li", {},
      h("p", { class: "hint" }, h("code", {}, offer_id)),
      h("ul", { class: "plain policies" }, additional_policies.map(({ upgrade_id, type, researcher_note, price_usd, status }) =>
        h("li", {},
          h("p", {}, h("strong", {}, type), ` · $${price_usd} `, h("span", { class: `tag ${status === "selected" ? "is-on" : ""}` }, spoken(status))),
          h("p", { class: "hint" }, `Upgrade ${upgrade_id}`, researcher_note && ` · ${researcher_note}`))))));
}

export function results() {
  const place = h("div");
  return {
    element: h("section", { class: "card", "aria-labelledby": "results-title" }, h("h2", { id: "results-title" }, "Results"), place),
    show(detail) {
      fill(place, detail.results, (found) => [found === null || found === undefined
        ? h("p", { class: "nothing" }, "No results published.")
        : h("details", { open: true, "data-keep": "results" },
          h("summary", { "data-keep": "results-summary" }, "As the law firm sees them"), code(found, "Results", "results-code"))]);
    },
  };
}
