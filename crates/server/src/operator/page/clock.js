// The stand-in's clock in the header, and controls to move it.
import { api } from "./api.js";
import { h, setText } from "./dom.js";
import { actButton, field, form, text, Wrong } from "./forms.js";
import { say } from "./say.js";
import { minute, span, zone } from "./words.js";

const HOUR = 3600;
const STEPS = [["+1 hour", HOUR], ["+12 hours", 12 * HOUR], ["+1 day", 24 * HOUR], ["+365 days", 365 * 24 * HOUR]];

export function clockControl(place, shared) {
  const now = h("time", { class: "clock-now" });
  const moved = h("span", { class: "tag" });
  const move = async (what, body) => {
    const clock = await api("PUT", "/clock", body);
    say(`${what}. It is ${minute(clock.now)} at the stand-in.`);
    await shared.refresh();
  };
  const box = text({ type: "datetime-local", step: "1", max: "9999-12-31T23:59:59" });
  const set = form({ class: "clock-set" }, {
    fields: [field(`Set to (${zone})`, box)],
    label: "Set the clock", look: "secondary small",
    async send() {
      const at = new Date(box.value);
      if (Number.isNaN(at.getTime())) throw new Wrong(box, "Enter a day and a time.");
      await move("The clock was set", { now: at.toISOString() });
    },
  });
  const behind = h("p", { class: "hint", role: "status", hidden: true },
    "The clock is before the newest case. Cases and webhooks continue, but times are out of order until it has passed that case.");
  const inner = h("div", { class: "clock-inner" },
    h("p", { class: "hint" }, "Deadlines, download links and dates follow this clock. Webhooks are sent again in real time."),
    h("div", { class: "clock-steps" },
      STEPS.map(([label, seconds]) => actButton(label, () => move(`The clock moved by ${label}`, { advance_seconds: seconds }))),
      actButton("Back to now", () => move("The clock is back to now", { reset: true }))),
    set);
  const details = h("details", {
    onkeydown(event) {
      if (event.key !== "Escape" || !details.open) return;
      details.open = false;
      summary.focus();
    },
  });
  const summary = h("summary", {}, h("span", { class: "clock-label" }, "Clock "), now, " ", moved);
  details.append(summary, behind, inner);
  return {
    show(overview) {
      if (!details.isConnected) place.replaceChildren(details);
      now.dateTime = overview.now;
      setText(now, minute(overview.now));
      const offset = overview.clock_offset_ms;
      setText(moved, offset === 0 ? "real time" : `moved ${offset < 0 ? "−" : "+"}${span(offset, 2)}`);
      moved.classList.toggle("is-on", offset !== 0);
      behind.hidden = !(overview.newest_case_at > overview.now);
      moved.title = behind.hidden ? "" : behind.textContent;
      if (box.value !== "") return;
      const at = new Date(overview.now);
      box.value = new Date(at - at.getTimezoneOffset() * 60_000).toISOString().slice(0, 19);
    },
    hide: () => place.replaceChildren(),
  };
}
